import { amountPattern, mchOrderNoPattern, payinStatus, payoutStatus } from '@inrgate/sdk/internal';
import type { Columns } from '../batch/header.ts';
import type { CsvRow, CsvTable } from '../batch/read-csv.ts';
import type { RowProblem } from '../batch/report-rows.ts';
import { allDestinationFields } from '../input/destination-fields.ts';

/** The kinds of order that a list can hold, as `type` names them. */
export const orderTypes = ['payin', 'payout'] as const;
/** A kind of order that a list can hold. */
export type OrderType = (typeof orderTypes)[number];

/** An order as the merchant's list has it. */
export interface ListedOrder {
  readonly line: number;
  readonly type: OrderType;
  readonly mchOrderNo: string;
  /** What is to be compared; what the list leaves empty is not. */
  readonly values: Partial<Readonly<Record<ComparedField, string>>>;
}

/** The fields of an order that can be compared, with the kinds of order that have them. */
const compared = {
  orderNo: orderTypes,
  status: orderTypes,
  amount: orderTypes,
  paidAmount: ['payin'],
  fee: orderTypes,
  netAmount: ['payin'],
  totalDebit: ['payout'],
  tradeType: ['payin'],
  payType: ['payout'],
  utr: ['payin'],
  txid: ['payout'],
} as const satisfies Record<string, readonly OrderType[]>;

export type ComparedField = keyof typeof compared;

/** All of them, in the order of the result file. */
export const comparedFields = Object.keys(compared) as readonly ComparedField[];

/** The columns of a list; a destination is not compared, but the file that withdrawals were imported from is a list too. */
export const listColumns: Columns = {
  known: ['type', 'mchOrderNo', ...comparedFields, ...allDestinationFields],
  needed: ['mchOrderNo'],
};

/** Reads the orders of a list; `type` is that of the rows that name none. */
export function listedOrders(
  { rows, misfits }: CsvTable,
  type: OrderType | undefined,
): { readonly orders: readonly ListedOrder[]; readonly problems: readonly RowProblem[] } {
  const read = rows.map((row) => listedOrder(row, type));
  const orders = read.filter((order) => 'type' in order);
  const repeats = [...Map.groupBy(orders, (order) => `${order.type} ${order.mchOrderNo}`).values()];
  const repeated = repeats.flatMap(([first, ...others]) =>
    others.map(({ line }) => ({
      line,
      column: 'mchOrderNo',
      reason: `stands on line ${first?.line} already`,
    })),
  );
  const problems: RowProblem[] = [
    ...misfits.map((misfit) => ({ ...misfit, column: null })),
    ...read.flatMap((one) => ('type' in one ? [] : one)),
    ...repeated,
  ];
  return { orders, problems: problems.sort((a, b) => a.line - b.line) };
}

/** An order, or everything that is wrong with its row. */
function listedOrder(
  { line, values }: CsvRow,
  otherwise: OrderType | undefined,
): ListedOrder | readonly RowProblem[] {
  const { mchOrderNo, type: said = otherwise } = values;
  const type = orderTypes.find((one) => one === said);
  const found = [
    { column: 'mchOrderNo', reason: wrongNumber(mchOrderNo) },
    { column: 'type', reason: wrongType(said) },
    // Of what kind of order is not known, its fields cannot be told.
    ...comparedFields.map((column) => ({ column, reason: type && wrong(type, column, values[column]) })),
  ];
  const problems = found.flatMap(({ column, reason }) =>
    reason === undefined ? [] : [{ line, column, reason }],
  );
  if (problems.length > 0 || type === undefined || mchOrderNo === undefined) return problems;
  const given = comparedFields.filter((field) => values[field] !== undefined);
  return {
    line,
    type,
    mchOrderNo,
    values: Object.fromEntries(given.map((field) => [field, values[field] ?? ''])),
  };
}

function wrongNumber(mchOrderNo: string | undefined): string | undefined {
  if (mchOrderNo === undefined) return 'is missing';
  return mchOrderNoPattern.test(mchOrderNo) ? undefined : 'is not 1 to 100 letters, digits and _ - . : # /';
}

function wrongType(said: string | undefined): string | undefined {
  if (said === undefined) return 'is missing: add the column, or give --type';
  return orderTypes.some((type) => type === said) ? undefined : 'is not payin or payout';
}

const amounts: ReadonlySet<ComparedField> = new Set([
  'amount',
  'paidAmount',
  'fee',
  'netAmount',
  'totalDebit',
]);

/** A value in words of the merchant's own would differ in every row. */
function wrong(type: OrderType, field: ComparedField, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const owners: readonly OrderType[] = compared[field];
  if (!owners.includes(type)) return `is not a field of a ${type}`;
  if (amounts.has(field) && !amountPattern.test(value)) {
    return 'is not an amount with two decimals, such as 500.00';
  }
  if (field !== 'status') return undefined;
  const known: readonly string[] = type === 'payin' ? payinStatus.options : payoutStatus.options;
  return known.includes(value.toLowerCase()) ? undefined : `is none of ${known.join(', ')}`;
}
