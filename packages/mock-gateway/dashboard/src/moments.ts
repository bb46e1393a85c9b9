import { outcomeOf } from './deliveries.ts';
import { rupees } from './format.ts';
import type { Attempt, Callback, LoggedRequest, TimelineEntry } from './types.ts';

export type Mood = 'plain' | 'well' | 'ill' | 'waits';

/** One event of an order, past or expected. */
export interface Moment {
  /** Instant in epoch milliseconds. */
  readonly at: number;
  /** Row of the drawing in which the event appears. */
  readonly lane: string;
  readonly title: string;
  readonly detail: string;
  readonly mood: Mood;
  /** True for an expected event. */
  readonly due?: true;
  /** Duration in real milliseconds. */
  readonly tookMs?: number;
}

const moveMoods: Readonly<Record<string, Mood>> = {
  success: 'well',
  failed: 'ill',
  expired: 'ill',
  pending: 'waits',
};

/**
 * Returns all events of an order by time: requests, moves, ledger entries, callbacks, attempts, and expected events.
 */
export function momentsOf(
  timeline: readonly TimelineEntry[],
  requests: readonly LoggedRequest[],
  callbacks: readonly Callback[],
): readonly Moment[] {
  const urls: Urls = new Map(callbacks.map(({ id, url }) => [id, url]));
  const moments = [
    ...requests.map(requestMoment),
    ...timeline.map((entry) => timelineMoment(entry, urls)),
    ...callbacks.flatMap(dueMoments),
  ];
  return moments.toSorted((a, b) => a.at - b.at);
}

function requestMoment({ time, method, path, status, error, durationMs, fault }: LoggedRequest): Moment {
  return {
    at: Date.parse(time),
    lane: 'Requests',
    title: `${method} ${path}`,
    detail: `returned ${status}${error === null ? '' : ` ${error}`}${fault === null ? '' : ` (${fault.note})`}`,
    mood: status < 400 && fault === null ? 'well' : 'ill',
    tookMs: durationMs,
  };
}

/** URL of each callback, by callback id. */
type Urls = ReadonlyMap<string, string | null>;

function timelineMoment(entry: TimelineEntry, urls: Urls): Moment {
  const at = Date.parse(entry.at);
  switch (entry.type) {
    case 'move':
      return {
        at,
        lane: 'State',
        title: entry.from === null ? `created, ${entry.to}` : `${entry.from} → ${entry.to}`,
        detail: `by the ${entry.by}`,
        mood: moveMoods[entry.to] ?? 'plain',
      };
    case 'ledger':
      return {
        at,
        lane: 'Ledger',
        title: entry.kind,
        detail: entry.postings
          .map(({ account, amount }) => `${account.replace(/^merchant:.*:/, '')} ${rupees(amount)}`)
          .join(', '),
        mood: 'plain',
      };
    case 'callback':
      return {
        at,
        lane: entry.event,
        title: `callback ${entry.event}`,
        detail: entry.state === 'undeliverable' ? 'no callback URL' : 'queued',
        mood: entry.state === 'undeliverable' ? 'ill' : 'plain',
      };
    case 'attempt':
      return attemptMoment(entry, entry.event, urls.get(entry.callbackId) ?? null);
  }
}

function attemptMoment(attempt: Attempt, lane: string, usual: string | null): Moment {
  const { startedAt, manual, number, ok, durationMs } = attempt;
  return {
    at: Date.parse(startedAt),
    lane,
    title: `${manual ? 're-send' : 'attempt'} ${number}`,
    detail: outcomeOf(attempt, usual),
    mood: ok ? 'well' : 'ill',
    tookMs: durationMs,
  };
}

/** Returns the events of one callback, oldest first, with the next attempt. */
export function callbackMoments(callback: Callback): readonly Moment[] {
  const { event, createdAt, attempts, url } = callback;
  return [
    { at: Date.parse(createdAt), lane: 'Queue', title: 'queued', detail: event, mood: 'plain' },
    ...attempts.map((attempt) => attemptMoment(attempt, event, url)),
    ...dueMoments(callback),
  ];
}

function dueMoments({ event, nextAttemptAt, attempts }: Callback): readonly Moment[] {
  if (nextAttemptAt === null) return [];
  const next = attempts.length + 1;
  const at = Date.parse(nextAttemptAt);
  return [{ at, lane: event, title: `attempt ${next}`, detail: 'due', mood: 'waits', due: true }];
}
