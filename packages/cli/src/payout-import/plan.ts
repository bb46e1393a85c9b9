import { istDay } from '@inrgate/sdk/internal';
import { type Paise, parseAmount, payoutFee } from '@inrgate/sdk/protocol';
import { UsageError } from '../output/usage-error.ts';
import type { Journal } from './journal.ts';
import { type RowState, settledBy } from './journal-entry.ts';
import type { BadRow, PayoutRow } from './rows.ts';

/** What is left to do. */
export interface Plan {
  /** Not sent yet, refused, of unknown outcome, or under the number of an existing payout; in the order of the file. */
  readonly left: readonly PayoutRow[];
  /** Rows whose payout exists. */
  readonly settled: readonly PayoutRow[];
}

/** The money of withdrawals, in paise. */
export interface Totals {
  readonly amount: Paise;
  readonly fee: Paise;
  /** Amounts and fees: what is debited from the balance. */
  readonly totalDebit: Paise;
}

/**
 * Compares the file with its journal.
 *
 * @param repeat whether a person has looked at the rows that are gone
 * @throws {UsageError} for a row that was changed after it was sent, and for one of unknown outcome that is gone:
 * what became of it could not be found out any more. Where the gateway has told of a withdrawal, only a person can
 */
export function planFor(file: string, rows: readonly PayoutRow[], journal: Journal, repeat: boolean): Plan {
  const { states } = journal;
  for (const { line, mchOrderNo, values } of rows) {
    const state = states.get(mchOrderNo);
    if (state === undefined || !mayExist(state) || state.digest === journal.digest(values)) continue;
    throw new UsageError(
      `${file}:${line}: ${mchOrderNo} was sent before with other content (it stood on line ${state.line} then); ` +
        'put the row back as it was, and give what is to be paid besides it a number of its own',
    );
  }
  const numbers = new Set(rows.map(({ mchOrderNo }) => mchOrderNo));
  for (const [mchOrderNo, state] of states) {
    if (repeat || !state.open || isDoubtful(state) || numbers.has(mchOrderNo)) continue;
    throw new UsageError(
      `${file}: ${mchOrderNo}, which was on line ${state.line}, is not in the file any more, and its outcome is ` +
        'unknown. Put the row back, and the import finds out. If the merchant dashboard shows that it was not paid, ' +
        'give --repeat',
    );
  }
  const exists = ({ mchOrderNo }: PayoutRow) => settledBy(states.get(mchOrderNo)?.answer) !== undefined;
  return { left: rows.filter((row) => !exists(row)), settled: rows.filter(exists) };
}

/**
 * A row that was sent is never left out: the result would report it as one that cannot be paid.
 *
 * @throws {UsageError} for the first such row
 */
export function refuseLeftOut(file: string, bad: readonly BadRow[], { states }: Journal): void {
  for (const { line, mchOrderNo = '' } of bad) {
    const state = states.get(mchOrderNo);
    if (state === undefined || !mayExist(state)) continue;
    throw new UsageError(
      `${file}:${line}: ${mchOrderNo} was sent before, so --skip-invalid cannot leave it out. Put the row back as it ` +
        'was, and give the --min and --max of that run',
    );
  }
}

/**
 * Of a withdrawal that was made, or may have been, and whose number is not in the file any more, another row may be what it has become:
 * with its new number it would be paid a second time.
 *
 * @throws {UsageError} for the first such row
 */
export function refuseRenumbered(file: string, { left, settled }: Plan, journal: Journal): void {
  const numbers = new Set([...left, ...settled].map(({ mchOrderNo }) => mchOrderNo));
  const gone = new Map<string, Gone>();
  for (const [mchOrderNo, state] of journal.states) {
    const paid = paidBy(state);
    if (paid === undefined || numbers.has(mchOrderNo)) continue;
    // What is certain is what is told.
    if (gone.get(state.payment)?.paid !== 'has paid') gone.set(state.payment, { mchOrderNo, paid });
  }
  if (gone.size === 0) return;
  for (const row of left) {
    const [written, earlier] = journal.payments(row);
    const before = gone.get(written) ?? gone.get(earlier);
    if (before === undefined) continue;
    const { mchOrderNo: number } = before;
    throw new UsageError(
      `${file}:${row.line}: ${row.mchOrderNo} pays what ${number} ${before.paid}, the same amount to the same destination, ` +
        `and ${number} is not in the file any more. If the row was given another number, put the old one back; if ` +
        'it is to be paid once more, give --repeat',
    );
  }
}

interface Gone {
  readonly mchOrderNo: string;
  readonly paid: 'has paid' | 'may have paid';
}

/** Whether a row that is gone has moved its money; undefined when it is certain that it has not. */
function paidBy(state: RowState): Gone['paid'] | undefined {
  const order = settledBy(state.answer);
  if (order !== undefined) return order.status === 'failed' ? undefined : 'has paid';
  const { answer } = state;
  // The payout of another run, or of another file, may be the row's all the same.
  const isTaken = answer?.event === 'duplicate' && answer.status !== 'failed';
  return isTaken || isDoubtful(state) || wasMisread(state) ? 'may have paid' : undefined;
}

/** The gateway has a withdrawal of this number that is not quite the row's: a person has to look at it. */
function isDoubtful({ answer }: RowState): boolean {
  return answer?.event === 'unknown' && answer.orderNo !== undefined;
}

/**
 * Earlier versions called a row refused whose withdrawal the gateway had accepted and wrote otherwise (`1000.0`, `UPI`).
 * Now a duplicate_order is looked at, and the other withdrawal's number is kept with it.
 */
function wasMisread({ answer }: RowState): boolean {
  return answer?.event === 'refused' && answer.error === 'duplicate_order' && answer.orderNo === undefined;
}

function mayExist(state: RowState): boolean {
  return state.open || settledBy(state.answer) !== undefined;
}

export function totalsOf(rows: readonly PayoutRow[]): Totals {
  const amount = sum(rows.map((row) => row.amount));
  // The fee is rounded for each withdrawal.
  const fee = sum(rows.map((row) => payoutFee(row.amount)));
  return { amount, fee, totalDebit: amount + fee };
}

/** What this import has withdrawn today, which counts towards the daily limit (reading: Money and time). */
export function withdrawnToday({ settled }: Plan, journal: Journal, now: number): Paise {
  const today = settled.filter(({ mchOrderNo }) => {
    const order = settledBy(journal.states.get(mchOrderNo)?.answer);
    return order !== undefined && order.status !== 'failed' && dayOf(order.createdAt ?? '') === istDay(now);
  });
  return sum(today.map(({ amount }) => amount));
}

const zoned = /(?:Z|[+-]\d\d:?\d\d)$/;

/** The day in India of a time, whatever zone it is written in; without one it is taken for IST. */
function dayOf(time: string): string {
  const at = zoned.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) ? time.slice(0, istDay(0).length) : istDay(at);
}

/** How many of the first rows the balance covers. */
export function coveredBy(available: string, rows: readonly PayoutRow[]): number {
  // Below zero it covers none.
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
