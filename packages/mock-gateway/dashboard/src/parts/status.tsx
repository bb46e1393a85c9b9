import { failuresOf } from '../deliveries.ts';
import { count } from '../format.ts';
import type { Callback } from '../types.ts';

/** The five moods of a state: what waits, moves, is well, is not, or is over. */
const moods: Readonly<Record<string, string>> = {
  pending: 'waits',
  processing: 'moves',
  delivering: 'moves',
  success: 'well',
  delivered: 'well',
  failed: 'ill',
  undeliverable: 'ill',
  expired: 'over',
};

/** A state: a dot and its word, so that colour is never the only sign. */
export function Status({ of }: { readonly of: string }) {
  return <span class={`status ${moods[of] ?? 'over'}`}>{of}</span>;
}

/** An HTTP status: well below 400. */
export function HttpStatus({ of }: { readonly of: number | null }) {
  if (of === null) return <span class="status ill">no answer</span>;
  return <span class={`status ${of < 400 ? 'well' : of < 500 ? 'waits' : 'ill'}`}>{of}</span>;
}

/** How many attempts failed, where there were any. */
export function Failures({ of }: { readonly of: Pick<Callback, 'state' | 'attempts'> }) {
  const failures = failuresOf(of);
  return failures === 0 ? null : <span class="badge ill">{count(failures)} failed</span>;
}
