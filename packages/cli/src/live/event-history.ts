import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { Since } from '../input/since.ts';
import { type LiveEvent, type LiveKind, readEvent } from './live-events.ts';

/** What is looked through of each list, newest first. */
const maxItems = 2_000;

export interface HistoryOptions {
  /** By the gateway's clock; undefined: everything that is kept. */
  readonly since: Since | undefined;
  readonly kinds: readonly LiveKind[];
}

/** An event of the past, with its time as the gateway says it. */
export interface Moment {
  readonly at: string;
  readonly event: LiveEvent;
}

/** Requests and attempts of callbacks that the gateway still knows, oldest first. */
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
  // Lists have the newest first.
  const moments = [
    ...requests.toReversed().flatMap(requestMoments),
    ...callbacks.toReversed().flatMap(callbackMoments),
  ];
  return moments
    .filter(({ at }) => Date.parse(at) >= from)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What is kept has the times of the gateway's clock, which may be ahead of this machine's, or stand still. */
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
    // What is past is told as it was then: an attempt that was not the last was followed by another.
    const now = isLast ? {} : { state: 'pending', nextAttemptAt: null };
    return momentOf(attempt.startedAt, readEvent('callback', { ...callback, ...now, mchOrderNo, attempt }));
  });
}

function momentOf(at: string, event: LiveEvent | null): readonly Moment[] {
  return event === null ? [] : [{ at, event }];
}

/** The merchant's own number, as the callback's body says it. */
function orderIn({ format, body }: Callback): string | null {
  const fields = new Map<string, unknown>(
    format === 'form' ? new URLSearchParams(body) : Object.entries(JSON.parse(body)),
  );
  const number = fields.get('mchOrderNo') ?? fields.get('client_ref');
  return typeof number === 'string' && number !== '' ? number : null;
}
