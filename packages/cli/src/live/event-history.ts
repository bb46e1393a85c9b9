import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { Since } from '../input/since.ts';
import { type LiveEvent, type LiveKind, readEvent } from './live-events.ts';

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

/** Stored requests and delivery attempts, oldest first. */
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
    ...requests.toReversed().flatMap(requestMoments),
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

function requestMoments(request: ControlResponse<'Request'>): readonly Moment[] {
  return momentOf(request.time, readEvent('request', request));
}

type Callback = ControlResponse<'Callback'>;

function callbackMoments(callback: Callback): readonly Moment[] {
  const { attempts } = callback;
  const mchOrderNo = orderIn(callback);
  if (callback.state === 'undeliverable') {
    return momentOf(callback.createdAt, readEvent('callback', { ...callback, mchOrderNo, attempt: null }));
  }
  return attempts.flatMap((attempt, index) => {
    const isLast = index === attempts.length - 1;
    // Show an earlier attempt with the state that the callback had at that time.
    const now = isLast ? {} : { state: 'pending', nextAttemptAt: null };
    return momentOf(attempt.startedAt, readEvent('callback', { ...callback, ...now, mchOrderNo, attempt }));
  });
}

function momentOf(at: string, event: LiveEvent | null): readonly Moment[] {
  return event === null ? [] : [{ at, event }];
}

/** Returns the merchant's order number in the callback's body. */
function orderIn({ format, body }: Callback): string | null {
  const fields = new Map<string, unknown>(
    format === 'form' ? new URLSearchParams(body) : Object.entries(JSON.parse(body)),
  );
  const number = fields.get('mchOrderNo') ?? fields.get('client_ref');
  return typeof number === 'string' && number !== '' ? number : null;
}
