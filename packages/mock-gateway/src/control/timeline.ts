import { formatIst, type Mask } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import type { Callback } from '../domain/callback.ts';
import type { Move } from '../domain/history.ts';
import type { LedgerTransaction } from '../domain/ledger.ts';
import type { History } from '../store/store.ts';
import { attemptView } from './callbacks.ts';
import type { ControlResponse } from './responses/responses.ts';

/** An entry in the timeline of an order. `at` is ISO 8601 in IST. */
export type TimelineEntry = ControlResponse<'TimelineEntry'>;

type Event<Entry = TimelineEntry> = Entry extends TimelineEntry ? Omit<Entry, 'at'> : never;

interface Moment {
  readonly at: number;
  readonly entry: Event;
}

interface Created {
  readonly createdAt: number;
}

/** The timeline of an order, oldest first: state changes, ledger postings, callbacks and attempts. */
export function timelineOf(
  { order, moves, transactions, callbacks }: History<Created>,
  hideKeys: Mask,
): readonly TimelineEntry[] {
  const moments: readonly Moment[] = [
    { at: order.createdAt, entry: { type: 'move', from: null, to: 'pending', by: 'merchant' } },
    ...moves.map(moveMoment),
    ...transactions.map(ledgerMoment),
    ...callbacks.flatMap((callback) => callbackMoments(callback, hideKeys)),
  ];
  // The sort is stable, so among equal times the state change precedes the postings and the callback.
  return moments.toSorted((a, b) => a.at - b.at).map(({ at, entry }) => ({ at: formatIst(at), ...entry }));
}

function moveMoment({ at, from, to, by }: Move): Moment {
  return { at, entry: { type: 'move', from, to, by } };
}

function ledgerMoment({ at, kind, postings }: LedgerTransaction): Moment {
  const lines = postings.map(({ account, amount }) => ({ account, amount: formatAmount(amount) }));
  return { at, entry: { type: 'ledger', kind, postings: lines } };
}

function callbackMoments(callback: Callback, hideKeys: Mask): readonly Moment[] {
  const { id, event, state, createdAt, nextAttemptAt } = callback;
  const next = nextAttemptAt === null ? null : formatIst(nextAttemptAt);
  return [
    { at: createdAt, entry: { type: 'callback', id, event, state, nextAttemptAt: next } },
    ...callback.attempts.map((attempt) => ({
      at: attempt.startedAt,
      entry: { type: 'attempt', callbackId: id, event, ...attemptView(attempt, hideKeys) } as const,
    })),
  ];
}
