import type { Paise } from '@inrgate/sdk/protocol';
import type { Deposit } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';

const rupee: Paise = 100n;
/** Milliseconds from an expiry to a late payment (.02), and from the approval to the transfer of a slow payout. */
const latePaymentMs = 60_000;
const slowPayoutMs = 600_000;
/** Milliseconds before the expiry at which a payment fails at the latest, because an expired order cannot fail. */
const failBeforeExpiryMs = 1_000;

/** Action of a simulated customer on an order. */
export interface DepositOutcome {
  /** Instant in epoch milliseconds. */
  readonly at: number;
  readonly move: 'pay' | 'fail';
  readonly paidAmount: Paise;
  /** Fault of the callback's first attempt. */
  readonly fault?: 'duplicate' | 'drop';
}

type Timed = Pick<Deposit, 'amount' | 'createdAt' | 'expiresAt'>;

/** One ending of an order, in the words of the table: `will be paid 1.00 short`. */
export interface Ending {
  readonly will: string;
}

interface DepositEnding extends Ending {
  /**
   * Changes the outcome of a full payment. Returns null if the customer never pays. The plan is null if the customer
   * pays as usual.
   */
  readonly plan: ((order: Timed, paid: DepositOutcome) => DepositOutcome) | null;
}

/** Endings of pay-ins and links by the last two digits of the amount (contract: Simulated customers). */
const depositEndings: ReadonlyMap<string, DepositEnding> = new Map<string, DepositEnding>([
  [
    '01',
    {
      will: 'will fail',
      plan: ({ expiresAt }, paid) => ({
        ...paid,
        at: Math.min(paid.at, expiresAt - failBeforeExpiryMs),
        move: 'fail',
      }),
    },
  ],
  [
    '02',
    {
      will: 'will be paid a minute after it expires',
      plan: ({ expiresAt }, paid) => ({ ...paid, at: expiresAt + latePaymentMs }),
    },
  ],
  [
    '03',
    {
      will: 'will be paid 1.00 short',
      plan: ({ amount }, paid) => ({ ...paid, paidAmount: amount - rupee }),
    },
  ],
  [
    '04',
    {
      will: 'will be paid 1.00 too much',
      plan: ({ amount }, paid) => ({ ...paid, paidAmount: amount + rupee }),
    },
  ],
  ['05', { will: 'will never be paid', plan: null }],
  [
    '06',
    {
      will: 'will be paid, and its callback will be sent twice',
      plan: (_, paid) => ({ ...paid, fault: 'duplicate' }),
    },
  ],
  [
    '07',
    {
      will: 'will be paid, and the first attempt of its callback will be lost',
      plan: (_, paid) => ({ ...paid, fault: 'drop' }),
    },
  ],
]);

const otherDepositEnding: DepositEnding = { will: 'will be paid in full', plan: (_, paid) => paid };

/** Returns the last two digits of an amount: `02`. */
export function lastDigits(amount: Paise): string {
  return String(amount % 100n).padStart(2, '0');
}

/** Returns the ending of an order with this amount. */
export function depositEnding(amount: Paise): DepositEnding {
  // An amount of 0.03 cannot be paid 1.00 short.
  if (amount === 3n) return otherDepositEnding;
  return depositEndings.get(lastDigits(amount)) ?? otherDepositEnding;
}

/**
 * Returns the customer's action on an order, by the last two digits of its amount (contract: Simulated customers). Null
 * means that the customer never pays.
 */
export function depositOutcome(order: Timed, payAfterMs: number): DepositOutcome | null {
  const { amount, createdAt } = order;
  const paid = { at: createdAt + payAfterMs, move: 'pay', paidAmount: amount } as const;
  return depositEnding(amount).plan?.(order, paid) ?? null;
}

/** Next action of a simulated operator on a payout, with its time in epoch milliseconds. */
export interface PayoutOutcome {
  readonly at: number;
  readonly move: 'approve' | 'complete' | 'reject';
}

interface PayoutEnding extends Ending {
  readonly first: 'approve' | 'reject';
  /** Milliseconds from the approval to the transfer. Null means no transfer. */
  readonly transferMs: number | null;
}

/**
 * Endings of payouts by the beginning of the destination, regardless of upper and lower case (contract: Simulated
 * customers).
 */
export const payoutEndings = new Map<string, PayoutEnding>([
  ['fail', { will: 'will be rejected', first: 'reject', transferMs: null }],
  [
    'slow',
    {
      will: 'will stay processing for ten minutes and then succeed',
      first: 'approve',
      transferMs: slowPayoutMs,
    },
  ],
  ['stuck', { will: 'will stay processing', first: 'approve', transferMs: null }],
]);

const otherPayoutEnding: PayoutEnding = { will: 'will succeed', first: 'approve', transferMs: 0 };

/** Returns the word of `payoutEndings` with which the destination begins, if any. */
export function beginningOf(destination: Payout['destination']): string | undefined {
  const name = nameOf(destination).toLowerCase();
  return [...payoutEndings.keys()].find((word) => name.startsWith(word));
}

/** Returns the ending of a payout to this destination. */
export function payoutEnding(destination: Payout['destination']): PayoutEnding {
  return payoutEndings.get(beginningOf(destination) ?? '') ?? otherPayoutEnding;
}

/**
 * Returns the operator's next action on a payout, by the beginning of its destination (contract: Simulated customers).
 * Null means no further action.
 */
export function payoutOutcome(
  { state, destination, createdAt }: Pick<Payout, 'state' | 'destination' | 'createdAt'>,
  payAfterMs: number,
): PayoutOutcome | null {
  const at = createdAt + payAfterMs;
  const { first, transferMs } = payoutEnding(destination);
  if (state.status === 'pending') return { at, move: first };
  if (state.status !== 'processing' || transferMs === null) return null;
  // The approval can be late, for example because the gateway did not run.
  return { at: Math.max(at, state.approvedAt) + transferMs, move: 'complete' };
}

/** The field of each kind of destination that determines the ending. */
export const decidingField = { bank: 'accountName', upi: 'upiId', usdt: 'usdtAddress' } as const;

function nameOf(destination: Payout['destination']): string {
  switch (destination.payType) {
    case 'bank':
      return destination.accountName;
    case 'upi':
      return destination.upiId;
    default:
      return destination.usdtAddress;
  }
}

/** A row of the table: an amount or a destination, and the ending of the order. */
export interface SimulatedRow {
  readonly of: 'amount' | 'destination';
  /** The last digits of the amount, or the beginning of the destination. Null for all other values. */
  readonly by: string | null;
  readonly will: string;
}

/** Rows of the table of simulated outcomes (contract: Simulated customers). */
export const simulatedRows: readonly SimulatedRow[] = [
  ...rowsOf('amount', depositEndings, otherDepositEnding),
  ...rowsOf('destination', payoutEndings, otherPayoutEnding),
];

function rowsOf(
  of: SimulatedRow['of'],
  endings: ReadonlyMap<string, Ending>,
  other: Ending,
): readonly SimulatedRow[] {
  const rows = [...endings].map(([by, { will }]) => ({ of, by, will }));
  return [...rows, { of, by: null, will: other.will }];
}
