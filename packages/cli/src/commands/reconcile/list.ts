import { amountPattern, mchOrderNoPattern, payinStatus, payoutStatus } from '@inrgate/sdk/internal';
import { allDestinationFields } from '../../signing/detect.ts';
import type { Columns, CsvRow, CsvTable } from './read-csv.ts';

export const orderTypes = ['payin', 'payout'] as const;
export type OrderType = (typeof orderTypes)[number];

export interface ListedOrder {
  readonly line: number;
  readonly type: OrderType;
  readonly mchOrderNo: string;
  /** Values of the row to compare. Empty values are omitted. */
  readonly values: Partial<Readonly<Record<ComparedField, string>>>;
}

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

export const comparedFields = Object.keys(compared) as readonly ComparedField[];

export const amountFields: ReadonlySet<ComparedField> = new Set([
  ...(['amount', 'paidAmount', 'fee', 'netAmount', 'totalDebit'] as const),
]);

export const listColumns: Columns = {
  known: ['type', 'mchOrderNo', ...comparedFields, ...allDestinationFields],
  needed: ['mchOrderNo'],
};

/** An issue of a row. Contains no value of the row. */
export interface RowProblem {
  readonly line: number;
  /** Name of the column, or null for an issue of the whole row. */
  readonly column: string | null;
  /** Rest of the sentence that begins with the column's name. */
  readonly reason: string;
}

/** Reads the orders of a list. `type` is the default type of a row. */
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
      reason: `is repeated from line ${first?.line}`,
    })),
  );
  const problems: RowProblem[] = [
    ...misfits.map((misfit) => ({ ...misfit, column: null })),
    ...read.flatMap((one) => ('type' in one ? [] : one)),
    ...repeated,
  ];
  return { orders, problems: problems.sort((a, b) => a.line - b.line) };
}

function listedOrder(
  { line, values }: CsvRow,
  otherwise: OrderType | undefined,
): ListedOrder | readonly RowProblem[] {
  const { mchOrderNo, type: said = otherwise } = values;
  const type = orderTypes.find((one) => one === said);
  const found = [
    { column: 'mchOrderNo', reason: wrongNumber(mchOrderNo) },
    { column: 'type', reason: wrongType(said) },
    // Check the other fields only if the type is known.
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
  return mchOrderNoPattern.test(mchOrderNo) ? undefined : 'must be 1 to 100 letters, digits and _ - . : # /';
}

function wrongType(said: string | undefined): string | undefined {
  if (said === undefined) return 'is missing. Add the column, or use --type';
  return orderTypes.some((type) => type === said) ? undefined : 'must be payin or payout';
}

/** Issue of an unknown value. Example: the merchant's own word for a status, which would differ in every row. */
function wrong(type: OrderType, field: ComparedField, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const owners: readonly OrderType[] = compared[field];
  if (!owners.includes(type)) return `is not a field of a ${type}`;
  if (amountFields.has(field) && !amountPattern.test(value)) {
    return 'must be an amount with two decimals, for example 500.00';
  }
  if (field !== 'status') return undefined;
  const known: readonly string[] = type === 'payin' ? payinStatus.options : payoutStatus.options;
  return known.includes(value.toLowerCase()) ? undefined : `must be one of ${known.join(', ')}`;
}
