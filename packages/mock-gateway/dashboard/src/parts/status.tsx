import { troubleOf } from '../deliveries.ts';
import type { Callback } from '../types.ts';

/** Class of each state: waiting, in progress, good, bad or ended. */
const moods: Readonly<Record<string, string>> = {
  pending: 'waits',
  processing: 'moves',
  delivering: 'moves',
  success: 'well',
  delivered: 'well',
  failed: 'ill',
  undeliverable: 'ill',
  expired: 'over',
  waiting: 'over',
  running: 'moves',
  pass: 'well',
  fail: 'ill',
  warn: 'waits',
  skip: 'over',
};

/** A state as a dot and a word, because some users cannot distinguish the colours. */
export function Status({ of }: { readonly of: string }) {
  return <span class={`status ${moods[of] ?? 'over'}`}>{of}</span>;
}

/** An HTTP status. Statuses below 400 are shown as good. */
export function HttpStatus({ of }: { readonly of: number | null }) {
  if (of === null) return <span class="status ill">no response</span>;
  return <span class={`status ${of < 400 ? 'well' : of < 500 ? 'waits' : 'ill'}`}>{of}</span>;
}

/** Shows an issue of a callback that its state does not show. */
export function Trouble({ of }: { readonly of: Callback }) {
  const trouble = troubleOf(of);
  return trouble === null ? null : <span class="badge ill">{trouble}</span>;
}
