import type { PayoutCreateParams } from '@inrgate/sdk';
import { isTrc20Address, mchOrderNoPattern, type PayType } from '@inrgate/sdk/internal';
import { formatAmount, type Paise, parseAmount, type RequestField, v3Requests } from '@inrgate/sdk/protocol';
import type { Columns } from '../batch/header.ts';
import type { CsvRow, CsvTable } from '../batch/read-csv.ts';
import type { RowProblem } from '../batch/report-rows.ts';
import { destinationFields } from '../input/destination-fields.ts';
import { namedPayTypes } from './destination.ts';
import { linesText, mostLines, reasonFor } from './wording.ts';

export interface PayoutRow {
  readonly line: number;
  readonly mchOrderNo: string;
  readonly amount: Paise;
  readonly payType: PayType;
  /** Parameters of the request. */
  readonly params: PayoutCreateParams;
  readonly values: CsvRow['values'];
}

export interface BadRow {
  readonly line: number;
  readonly mchOrderNo: string | undefined;
  readonly problems: readonly RowProblem[];
}

export interface CheckedRows {
  readonly rows: readonly PayoutRow[];
  readonly bad: readonly BadRow[];
}

/** Limits of one payout, in paise. */
export interface AmountRange {
  readonly min: Paise;
  readonly max: Paise;
}

const fields = v3Requests.payout.fields.filter(({ name }) => name !== 'mchId' && name !== 'sign');

/** Columns of an import file. Their names are those of a payout's parameters. */
export const payoutColumns: Columns = {
  known: fields.map(({ name }) => name),
  needed: fields.filter(({ required }) => required).map(({ name }) => name),
};

/** Checks every row as the gateway would. Call it before any row is sent. */
export function checkRows({ rows, misfits }: CsvTable, range: AmountRange): CheckedRows {
  const lines = Map.groupBy(rows, ({ values }) => values['mchOrderNo']);
  const checked = rows.map((row) =>
    checkRow(row, { range, sameNumber: lines.get(row.values['mchOrderNo']) ?? [] }),
  );
  const unreadable = misfits.map(({ line, reason }) => ({
    line,
    mchOrderNo: undefined,
    problems: [{ line, column: null, reason }],
  }));
  return {
    rows: checked.filter((row) => 'params' in row),
    bad: [...unreadable, ...checked.filter((row) => 'problems' in row)].sort((a, b) => a.line - b.line),
  };
}

interface Around {
  readonly range: AmountRange;
  readonly sameNumber: readonly CsvRow[];
}

function checkRow({ line, values }: CsvRow, { range, sameNumber }: Around): PayoutRow | BadRow {
  const named = namedPayTypes(values);
  const found = [
    ...fields.filter(({ destination }) => destination === undefined).map((field) => malformed(field, values)),
    ...destinationProblems(named, values),
    rangeProblem(values['amount'] ?? '', range),
    values['mchOrderNo'] !== undefined && sameNumber.length > 1 && repeated(line, sameNumber),
  ];
  const problems = found.filter((one) => typeof one === 'object').map((one) => ({ line, ...one }));
  const { mchOrderNo = '', amount = '' } = values;
  const [payType] = named;
  if (problems.length > 0 || payType === undefined) {
    return { line, mchOrderNo: mchOrderNoPattern.test(mchOrderNo) ? mchOrderNo : undefined, problems };
  }
  const sent = ['mchOrderNo', 'amount', 'payType', ...destinationFields[payType]];
  const params = Object.fromEntries(Object.entries(values).filter(([name]) => sent.includes(name)));
  return {
    line,
    mchOrderNo,
    amount: parseAmount(amount),
    payType,
    // destinationProblems has checked that all fields of the destination are present.
    params: params as unknown as PayoutCreateParams,
    values,
  };
}

type Found = Omit<RowProblem, 'line'> | false | undefined;

function malformed(field: RequestField<string>, values: CsvRow['values']): Found {
  const { name, required, schema } = field;
  const value = values[name];
  if (value === undefined) return required && { column: name, reason: 'is missing' };
  if (!schema.safeParse(value).success) return { column: name, reason: reasonFor(name, value) };
  return (
    name === 'usdtAddress' &&
    !isTrc20Address(value) && { column: name, reason: 'has a wrong checksum. Copy the wallet address again' }
  );
}

/** Checks that the row contains all fields of one destination, because fields of other destinations are not sent. */
function destinationProblems(named: readonly PayType[], values: CsvRow['values']): readonly Found[] {
  const [payType, ...others] = named;
  if (others.length > 0) {
    return [
      {
        column: 'payType',
        reason: `is missing, but the row contains fields of ${named.join(' and ')}. Set payType, or remove one destination`,
      },
    ];
  }
  if (payType === undefined) {
    // Do not report an unknown payType again.
    const reason = `is missing. Fill upiId, usdtAddress, or all of ${destinationFields.bank.join(', ')}`;
    return values['payType'] === undefined ? [{ column: 'destination', reason }] : [];
  }
  return fields
    .filter(({ destination }) => destination === payType)
    .map((field) => malformed({ ...field, required: true }, values));
}

function rangeProblem(text: string, { min, max }: AmountRange): Found {
  const amount = v3Requests.payout.schema.shape.amount.safeParse(text);
  if (!amount.success) return undefined;
  const paise = parseAmount(amount.data);
  const range = `${formatAmount(min)} to ${formatAmount(max)}`;
  return (
    (paise < min || paise > max) && {
      column: 'amount',
      reason: `is outside ${range}. If your account uses other limits, set --min and --max`,
    }
  );
}

/** Issue of a repeated order number. Lists the other lines unless there are too many. */
function repeated(own: number, rows: readonly CsvRow[]): Found {
  const others = rows.length > mostLines ? [] : rows.filter(({ line }) => line !== own);
  const text =
    others.length === 0
      ? `${rows.length} lines, from line ${rows[0]?.line} to line ${rows.at(-1)?.line}`
      : linesText(others.map(({ line }) => line));
  return { column: 'mchOrderNo', reason: `is repeated on ${text}. Use a new order number for each payout` };
}
