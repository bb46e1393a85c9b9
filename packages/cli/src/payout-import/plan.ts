import { istDay } from '@inrgate/sdk/internal';
import { type Paise, parseAmount, payoutFee } from '@inrgate/sdk/protocol';
import { UsageError } from '../output/usage-error.ts';
import type { Journal } from './journal.ts';
import { type RowState, settledBy } from './journal-entry.ts';
import type { BadRow, PayoutRow } from './rows.ts';

export interface Plan {
  /**
   * Rows to send, in the order of the file: rows that were not sent, were rejected, have an unknown outcome, or
   * conflict with an existing payout.
   */
  readonly left: readonly PayoutRow[];
  readonly settled: readonly PayoutRow[];
}

/** Totals of payouts, in paise. */
export interface Totals {
  readonly amount: Paise;
  readonly fee: Paise;
  /** Amounts plus fees, as the gateway debits them from the balance. */
  readonly totalDebit: Paise;
}

/**
 * Compares the file with its journal.
 *
 * @param repeat true if the user has checked the removed rows
 * @throws {UsageError} for a row that was changed after it was sent, or for a removed row of unknown outcome, because
 * the import can no longer query its payout. The user must check this payout at the gateway
 */
export function planFor(file: string, rows: readonly PayoutRow[], journal: Journal, repeat: boolean): Plan {
  const { states } = journal;
  for (const { line, mchOrderNo, values } of rows) {
    const state = states.get(mchOrderNo);
    if (state === undefined || !mayExist(state) || state.digest === journal.digest(values)) continue;
    throw new UsageError(
      `${file}:${line}: ${mchOrderNo} was already sent from line ${state.line} with different values. ` +
        'Restore the row. For another payment, add a row with a new order number',
    );
  }
  const numbers = new Set(rows.map(({ mchOrderNo }) => mchOrderNo));
  for (const [mchOrderNo, state] of states) {
    if (repeat || !state.open || isDoubtful(state) || numbers.has(mchOrderNo)) continue;
    throw new UsageError(
      `${file}: ${mchOrderNo}, formerly on line ${state.line}, is missing from the file, and its outcome is unknown. ` +
        'Restore the row, so that the import queries the payout. If the merchant dashboard shows that the payout was not paid, use ' +
        '--repeat',
    );
  }
  const exists = ({ mchOrderNo }: PayoutRow) => settledBy(states.get(mchOrderNo)?.answer) !== undefined;
  return { left: rows.filter((row) => !exists(row)), settled: rows.filter(exists) };
}

/**
 * Prevents that a sent row is skipped, because the result would report the row as invalid.
 *
 * @throws {UsageError} for the first such row
 */
export function refuseLeftOut(file: string, bad: readonly BadRow[], { states }: Journal): void {
  for (const { line, mchOrderNo = '' } of bad) {
    const state = states.get(mchOrderNo);
    if (state === undefined || !mayExist(state)) continue;
    throw new UsageError(
      `${file}:${line}: ${mchOrderNo} was already sent, so --skip-invalid cannot skip the row. Restore the row, and use the ` +
        '--min and --max of the run that sent the row',
    );
  }
}

/**
 * Rejects a row that may repeat an earlier payout under a new order number. This is the case if the old order number is
 * no longer in the file. Otherwise the gateway could pay the row twice.
 *
 * @throws {UsageError} for the first such row
 */
export function refuseRenumbered(file: string, { left, settled }: Plan, journal: Journal): void {
  const numbers = new Set([...left, ...settled].map(({ mchOrderNo }) => mchOrderNo));
  const gone = new Map<string, Gone>();
  for (const [mchOrderNo, state] of journal.states) {
    const paid = paidBy(state);
    if (paid === undefined || numbers.has(mchOrderNo)) continue;
    // A row that was certainly paid takes precedence.
    if (gone.get(state.payment)?.paid !== 'has paid') gone.set(state.payment, { mchOrderNo, paid });
  }
  if (gone.size === 0) return;
  for (const row of left) {
    const before = gone.get(journal.payment(row));
    if (before === undefined) continue;
    const { mchOrderNo: number } = before;
    throw new UsageError(
      `${file}:${row.line}: ${row.mchOrderNo} has the same amount and destination as ${number}. This import ${before.paid} ` +
        `${number}, which is missing from the file. If you changed the order number, restore the old order number. To pay the beneficiary again, use --repeat`,
    );
  }
}

interface Gone {
  readonly mchOrderNo: string;
  readonly paid: 'has paid' | 'may have paid';
}

/** Describes whether a removed row was paid. Returns undefined if it certainly was not paid. */
function paidBy(state: RowState): Gone['paid'] | undefined {
  const order = settledBy(state.answer);
  if (order !== undefined) return order.status === 'failed' ? undefined : 'has paid';
  const { answer } = state;
  // A payout that another run or file created may still be the row's.
  const isTaken = answer?.event === 'duplicate' && answer.status !== 'failed';
  return isTaken || isDoubtful(state) || isUnfound(state) ? 'may have paid' : undefined;
}

/**
 * Returns true if the gateway has a payout with this order number that differs from the row. The user must check this
 * payout.
 */
function isDoubtful({ answer }: RowState): boolean {
  return answer?.event === 'unknown' && answer.orderNo !== undefined;
}

/** Returns true if the gateway rejected the row as a duplicate, but a query did not find the other payout. */
function isUnfound({ answer }: RowState): boolean {
  return answer?.event === 'refused' && answer.error === 'duplicate_order' && answer.orderNo === undefined;
}

function mayExist(state: RowState): boolean {
  return state.open || settledBy(state.answer) !== undefined;
}

export function totalsOf(rows: readonly PayoutRow[]): Totals {
  const amount = sum(rows.map((row) => row.amount));
  const fee = sum(rows.map((row) => payoutFee(row.amount)));
  return { amount, fee, totalDebit: amount + fee };
}

/**
 * Total in paise that this import has paid today. The total counts towards the daily limit (interpretation: Money and
 * time).
 */
export function withdrawnToday({ settled }: Plan, journal: Journal, now: number): Paise {
  const today = settled.filter(({ mchOrderNo }) => {
    const order = settledBy(journal.states.get(mchOrderNo)?.answer);
    return order !== undefined && order.status !== 'failed' && dayOf(order.createdAt ?? '') === istDay(now);
  });
  return sum(today.map(({ amount }) => amount));
}

const zoned = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Returns the IST day of a time in any time zone. A time without a time zone is IST. */
function dayOf(time: string): string {
  const at = zoned.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) ? time.slice(0, istDay(0).length) : istDay(at);
}

/** Counts how many rows, from the first row, the balance covers. */
export function coveredBy(available: string, rows: readonly PayoutRow[]): number {
  if (available.startsWith('-')) return 0;
  let rest = parseAmount(available);
  const first = rows.findIndex(({ amount }) => {
    rest -= amount + payoutFee(amount);
    return rest < 0n;
  });
  return first === -1 ? rows.length : first;
}

function sum(amounts: readonly Paise[]): Paise {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
