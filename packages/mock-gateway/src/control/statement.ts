import { formatIst, harmlessCell, istDay } from '@inrgate/sdk/internal';
import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { merchantReference } from '../domain/deposit.ts';
import { availableAccount, type LedgerTransaction } from '../domain/ledger.ts';
import type { ControlDeps } from './deps.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Length of an IST day in milliseconds. */
export const dayMs = 86_400_000;

/** Calendar day in IST. The default is today. */
export const statementFilter = z.strictObject({
  date: z
    .string()
    .refine(isDay, 'must be a calendar day, for example "2026-11-20"')
    .meta({ format: 'date' })
    .optional(),
});

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && istDay(startOfDay(text) || 0) === text;
}

/** Start of an IST day in epoch milliseconds, or NaN for an invalid day. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`);
}

type Statement = ControlResponse<'Statement'>;

/**
 * Returns the changes in a merchant's available balance on one IST day, oldest first, with opening and closing balance.
 */
export async function merchantStatement(
  { ports, clock }: ControlDeps,
  mchId: string,
  { date = istDay(clock.now()) }: z.output<typeof statementFilter>,
): Promise<Statement> {
  const from = startOfDay(date);
  const transactions = await ports.store.ledger.transactions({ mchId });
  const net = ({ postings }: LedgerTransaction): Paise =>
    postings.find(({ account }) => account === availableAccount(mchId))?.amount ?? 0n;
  const before = transactions.filter(({ at }) => at < from);
  const ofDay = transactions.filter(({ at }) => at >= from && at < from + dayMs);
  const opening = before.reduce((sum, transaction) => sum + net(transaction), 0n);
  const orders = await Promise.all(ofDay.map((transaction) => orderOf(ports.store, transaction)));
  let balance = opening;
  const entries = ofDay.map((transaction, at): Statement['entries'][number] => {
    const moved = net(transaction);
    balance += moved;
    const { mchOrderNo, amount, fee } = orders[at] ?? { mchOrderNo: null, amount: moved, fee: 0n };
    const { kind, orderNo } = transaction;
    return {
      time: formatIst(transaction.at),
      ...{ kind, mchOrderNo, orderNo },
      ...{ amount: formatAmount(amount), fee: formatAmount(fee) },
      ...{ net: formatAmount(moved), balance: formatAmount(balance) },
    };
  });
  return {
    ...{ mchId, date, openingBalance: formatAmount(opening) },
    ...{ entries, closingBalance: formatAmount(balance) },
  };
}

const columns = ['time', 'kind', 'mchOrderNo', 'orderNo', 'amount', 'fee', 'net', 'balance'] as const;

/**
 * The entries as CSV, between a row for the opening balance and a row for the closing balance. A spreadsheet runs no
 * cell as a formula.
 */
export function statementCsv({ openingBalance, entries, closingBalance }: Statement): string {
  type Row = Partial<Readonly<Record<(typeof columns)[number], string | null>>>;
  const rows: readonly Row[] = [
    { kind: 'openingBalance', balance: openingBalance },
    ...entries,
    { kind: 'closingBalance', balance: closingBalance },
  ];
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

function cell(text: string): string {
  const safe = harmlessCell(text);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The order of a ledger transaction, or null for a top-up. */
async function orderOf(
  { deposits, payouts }: ControlDeps['ports']['store'],
  { kind, orderNo }: LedgerTransaction,
) {
  if (orderNo === null) return null;
  if (kind !== 'payin' && kind !== 'link') return payouts.get(orderNo);
  const deposit = await deposits.get(orderNo);
  return deposit === null ? null : { ...deposit, mchOrderNo: merchantReference(deposit) };
}
