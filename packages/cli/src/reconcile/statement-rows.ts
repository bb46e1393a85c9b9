import { amountPattern } from '@inrgate/sdk/internal';
import type { CsvRow, CsvTable } from '../batch/read-csv.ts';
import type { RowProblem } from '../batch/report-rows.ts';

/** Columns that occur only in a statement. */
export const statementColumns = ['time', 'kind', 'net', 'balance'] as const;

/** Kinds of statement rows that `reconcile` skips: rows without an order, and links, because v3 cannot query links. */
const skipped = ['openingBalance', 'closingBalance', 'credit', 'link'];

/** Status of a payout, by the kind of its last entry. */
const payoutStatusOf: Readonly<Record<string, { readonly status?: string }>> = {
  hold: {},
  capture: { status: 'success' },
  release: { status: 'failed' },
};

const kinds = [...skipped, 'payin', ...Object.keys(payoutStatusOf)];

interface Orders {
  readonly table: CsvTable;
  readonly problems: readonly RowProblem[];
}

export function isStatement({ rows }: CsvTable): boolean {
  return rows.some(({ values }) => values['kind'] !== undefined);
}

/** Converts the orders in a statement to rows of a list. Joins the entries of a payout in one row. */
export function ordersOfStatement({ rows, misfits }: CsvTable): Orders {
  const problems = rows.flatMap(problemsOf);
  const wrong = new Set(problems.map(({ line }) => line));
  const entries = rows.filter(
    ({ line, values }) => !wrong.has(line) && !skipped.includes(values['kind'] ?? ''),
  );
  const payouts = entries.filter(({ values }) => (values['kind'] ?? '') in payoutStatusOf);
  const groups = Map.groupBy(payouts, ({ line, values }) => values['mchOrderNo'] ?? line);
  const orders = [
    ...entries.filter(({ values }) => values['kind'] === 'payin').map(payinRow),
    ...[...groups.values()].map(payoutRow),
  ];
  return { table: { rows: orders.toSorted((one, other) => one.line - other.line), misfits }, problems };
}

function problemsOf({ line, values: { kind = '', net = '0.00' } }: CsvRow): readonly RowProblem[] {
  if (!kinds.includes(kind)) return [{ line, column: 'kind', reason: `must be one of ${kinds.join(', ')}` }];
  const isAmount = amountPattern.test(kind === 'payin' ? net : net.replace(/^-/, ''));
  return isAmount
    ? []
    : [{ line, column: 'net', reason: 'must be an amount with two decimals, for example 445.00' }];
}

function payinRow({ line, values }: CsvRow): CsvRow {
  const { net, ...order } = withoutEntry(values);
  return {
    line,
    values: { ...order, type: 'payin', status: 'success', ...(net !== undefined && { netAmount: net }) },
  };
}

function payoutRow(entries: readonly CsvRow[]): CsvRow {
  const [first, last] = [entries[0], entries.at(-1)];
  const { net, ...order } = withoutEntry(first?.values ?? {});
  const { kind = '' } = last?.values ?? {};
  // A capture does not change the balance.
  const debit = net?.replace(/^-/, '');
  const totalDebit = debit !== undefined && debit !== '0.00' ? { totalDebit: debit } : {};
  return {
    line: first?.line ?? 0,
    values: { ...order, type: 'payout', ...payoutStatusOf[kind], ...totalDebit },
  };
}

function withoutEntry(values: CsvRow['values']): CsvRow['values'] {
  const { time: _time, kind: _kind, balance: _balance, ...others } = values;
  return others;
}
