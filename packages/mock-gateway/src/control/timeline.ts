import { formatAmount, formatIst } from '@inrgate/sdk/protocol';
import type { Callback, CallbackEvent } from '../domain/callback.ts';
import type { Actor, Move } from '../domain/history.ts';
import type { LedgerKind, LedgerTransaction } from '../domain/ledger.ts';
import type { Mask } from '../observability/masking.ts';
import type { History } from '../store/store.ts';
import { attemptView } from './callbacks.ts';

/** One thing that happened to an order; `at` is ISO-8601 IST. */
export type TimelineEntry = { readonly at: string } & Event;

type Event =
  | {
      readonly type: 'move';
      /** null at creation. */
      readonly from: string | null;
      readonly to: string;
      readonly by: Actor | 'merchant';
    }
  | {
      readonly type: 'ledger';
      readonly kind: LedgerKind;
      readonly postings: readonly { readonly account: string; readonly amount: string }[];
    }
  | ({ readonly type: 'callback'; readonly nextAttemptAt: string | null } & Pick<
      Callback,
      'id' | 'event' | 'state'
    >)
  | ({ readonly type: 'attempt'; readonly callbackId: string; readonly event: CallbackEvent } & ReturnType<
      typeof attemptView
    >);

interface Moment {
  readonly at: number;
  readonly entry: Event;
}

interface Created {
  readonly createdAt: number;
}

/** Everything that happened to an order, oldest first: its moves, its money, its callbacks and their attempts. */
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
  // The sort is stable: at one instant the move comes first, then its money, then its callback.
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
