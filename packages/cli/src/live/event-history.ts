import type { ControlAnswer, ControlApi } from '../control/control-api.ts';
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
  control: ControlApi,
  { since, kinds }: HistoryOptions,
): Promise<readonly Moment[]> {
  const from = await beginning(control, since);
  const lists = await Promise.all([
    kinds.includes('request') ? itemsOf(control, '/requests') : [],
    kinds.includes('callback') ? itemsOf(control, '/callbacks') : [],
  ]);
  const [requests, callbacks] = lists;
  const moments = [...requests.flatMap(requestMoments), ...callbacks.flatMap(callbackMoments)];
  return moments
    .filter(({ at }) => Date.parse(at) >= from)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What is kept has the times of the gateway's clock, which may be ahead of this machine's, or stand still. */
async function beginning(control: ControlApi, since: Since | undefined): Promise<number> {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  if ('at' in since) return since.at;
  const { now } = await control.get('/clock');
  return Date.parse(String(now)) - since.ago;
}

/** Oldest first. */
async function itemsOf(control: ControlApi, path: string): Promise<readonly ControlAnswer[]> {
  return (await control.items(path, {}, maxItems)).toReversed();
}

function requestMoments(request: ControlAnswer): readonly Moment[] {
  return momentOf(request['time'], readEvent('request', request));
}

function callbackMoments(callback: ControlAnswer): readonly Moment[] {
  const attempts: readonly ControlAnswer[] = Array.isArray(callback['attempts']) ? callback['attempts'] : [];
  const mchOrderNo = orderIn(callback);
  if (callback['state'] === 'undeliverable') {
    return momentOf(callback['createdAt'], readEvent('callback', { ...callback, mchOrderNo, attempt: null }));
  }
  return attempts.flatMap((attempt, index) => {
    const isLast = index === attempts.length - 1;
    // What is past is told as it was then: an attempt that was not the last was followed by another.
    const now = isLast ? {} : { state: 'pending', nextAttemptAt: null };
    return momentOf(
      attempt['startedAt'],
      readEvent('callback', { ...callback, ...now, mchOrderNo, attempt }),
    );
  });
}

function momentOf(at: unknown, event: LiveEvent | null): readonly Moment[] {
  return event === null || typeof at !== 'string' ? [] : [{ at, event }];
}

/** The merchant's own number, as the callback's body says it. */
function orderIn({ format, body }: ControlAnswer): string | null {
  const fields = new Map<string, unknown>(
    format === 'form' ? new URLSearchParams(String(body)) : Object.entries(JSON.parse(String(body))),
  );
  const number = fields.get('mchOrderNo') ?? fields.get('client_ref');
  return typeof number === 'string' && number !== '' ? number : null;
}
