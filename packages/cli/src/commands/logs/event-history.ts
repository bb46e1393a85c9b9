import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import { parseDuration } from '@inrgate/sdk/basics';
import { InvalidArgumentError } from 'commander';
import { type LiveEvent, type LiveKind, liveEvent } from '../../live/events.ts';

/** Maximum number of items to read from each list. Lists begin with the newest item. */
const maxItems = 2_000;

export interface HistoryOptions {
  /** Start time on the gateway's clock. By default, the command reads all stored events. */
  readonly since: Since | undefined;
  readonly kinds: readonly LiveKind[];
}

export interface Moment {
  readonly at: string;
  readonly event: LiveEvent;
}

export async function pastEvents(
  control: ControlClient,
  { since, kinds }: HistoryOptions,
): Promise<readonly Moment[]> {
  const from = await beginning(control, since);
  const lists = await Promise.all([
    kinds.includes('request') ? control.items('/requests', { wanted: maxItems }) : [],
    kinds.includes('callback') ? control.items('/callbacks', { wanted: maxItems }) : [],
  ]);
  const [requests, callbacks] = lists;
  const moments = [
    ...requests.toReversed().map((request) => ({ at: request.time, event: liveEvent('request', request) })),
    ...callbacks.toReversed().flatMap(callbackMoments),
  ];
  return moments
    .filter(({ at }) => Date.parse(at) >= from)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Returns the start time on the gateway's clock, which can be stopped or ahead of this machine's clock. */
async function beginning(control: ControlClient, since: Since | undefined): Promise<number> {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  if ('at' in since) return since.at;
  const { now } = await control.get('/clock');
  return Date.parse(now) - since.ago;
}

type Callback = ControlResponse<'Callback'>;

function callbackMoments(callback: Callback): readonly Moment[] {
  const { attempts, state, createdAt } = callback;
  const known = { ...callback, mchOrderNo: orderIn(callback) };
  if (state === 'undeliverable')
    return [{ at: createdAt, event: liveEvent('callback', { ...known, attempt: null }) }];
  return attempts.map((attempt, index) => {
    // Show an earlier attempt with the state that the callback had at that time.
    const now = index === attempts.length - 1 ? {} : ({ state: 'pending', nextAttemptAt: null } as const);
    return { at: attempt.startedAt, event: liveEvent('callback', { ...known, ...now, attempt }) };
  });
}

function orderIn({ format, body }: Callback): string | null {
  const fields = new Map<string, unknown>(
    format === 'form' ? new URLSearchParams(body) : Object.entries(JSON.parse(body)),
  );
  const number = fields.get('mchOrderNo') ?? fields.get('client_ref');
  return typeof number === 'string' && number !== '' ? number : null;
}

/** Start time: a number of milliseconds ago, or an absolute time. */
export type Since = { readonly ago: number } | { readonly at: number };

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses a duration (`10m`) or a time in the gateway's format for commander. A time must include an offset, because the
 * gateway's time zone can differ from the time zone of this machine.
 *
 * @throws {InvalidArgumentError}
 */
export function readSince(text: string): Since {
  const at = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return { at };
  if (/^\d{4}-/.test(text)) {
    throw new InvalidArgumentError('The time has no UTC offset. Example: 2026-11-20T15:04:05+05:30.');
  }
  // Any duration is valid, because the gateway's clock can move by any duration.
  const ago = parseDuration(text) ?? 0;
  if (ago < 1) throw new InvalidArgumentError('Use for example 3s, 10m or 1h30m (3660d maximum).');
  return { ago };
}
