import { problemText } from '../batch/report-rows.ts';
import { explained } from '../batch/stop.ts';
import type { Journal } from './journal.ts';
import { type SendOutcome, settledBy } from './journal-entry.ts';
import type { BadRow, CheckedRows, PayoutRow } from './rows.ts';

/** What became of a row, of all runs so far. `invalid`: skipped, because it cannot be paid. */
export type RowOutcome = SendOutcome['event'] | 'invalid';

/** A row of the result file. */
export interface ResultRow {
  readonly mchOrderNo: string;
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly orderNo: string;
  readonly status: string;
  readonly fee: string;
  readonly totalDebit: string;
  /** The code with what it means, or what is wrong with the row. */
  readonly error: string;
  /** The code alone, the gateway's or the import's own; not a column of the file. */
  readonly errorCode: string;
}

/** The columns of the result file. */
export const resultColumns = [
  'mchOrderNo',
  'line',
  'outcome',
  'orderNo',
  'status',
  'fee',
  'totalDebit',
  'error',
] as const satisfies readonly (keyof ResultRow)[];

/** Every row of the file, in its order. */
export function resultRows({ rows, bad }: CheckedRows, journal: Journal): readonly ResultRow[] {
  const results = [...rows.map((row) => resultOf(row, journal)), ...bad.map(invalidResult)];
  return results.sort((a, b) => a.line - b.line);
}

function resultOf({ mchOrderNo, line }: PayoutRow, journal: Journal): ResultRow {
  const state = journal.states.get(mchOrderNo);
  // An intent without an answer: the run was killed.
  const answer = state?.answer ?? { event: 'not_sent', error: '' };
  const { status = '', fee, totalDebit } = 'status' in answer ? answer : {};
  return {
    mchOrderNo,
    line,
    // The journals of earlier versions hold refusals of rows that an earlier attempt may have paid.
    outcome: state?.open ? 'unknown' : answer.event,
    // What has a refused row's number is not the row's.
    orderNo: ('orderNo' in answer && answer.event !== 'refused' && answer.orderNo) || '',
    status,
    fee: fee ?? '',
    totalDebit: totalDebit ?? '',
    ...errorOf(answer),
  };
}

function errorOf(answer: SendOutcome): Pick<ResultRow, 'error' | 'errorCode'> {
  if ('error' in answer) return { error: meaningOf(answer.error), errorCode: answer.error };
  if (answer.event !== 'duplicate' || settledBy(answer) !== undefined) return { error: '', errorCode: '' };
  const since = answer.createdAt === null ? '' : ` since ${answer.createdAt}${ageText(answer.createdAt)}`;
  const error = `existing_payout: The gateway has had a payout of this order number${since}, and this import did not send it.`;
  return { error, errorCode: 'existing_payout' };
}

const day = 86_400_000;

/** `, 31 days`; empty for what is younger than a day. */
function ageText(createdAt: string): string {
  const days = Math.floor((Date.now() - Date.parse(createdAt)) / day);
  return days >= 1 ? `, ${days} ${days === 1 ? 'day' : 'days'}` : '';
}

function invalidResult({ mchOrderNo = '', line, problems }: BadRow): ResultRow {
  const error = problems.map(problemText).join('; ');
  const none = { orderNo: '', status: '', fee: '', totalDebit: '' };
  return { mchOrderNo, line, outcome: 'invalid', ...none, error, errorCode: '' };
}

function meaningOf(code: string): string {
  return code in ownCodes ? `${code}: ${ownCodes[code as keyof typeof ownCodes]}` : explained(code);
}

/** The codes that are not the gateway's. */
const ownCodes = {
  older_payout:
    'The payout that the gateway has under this order number existed a day or more before this import sent it.',
  other_amount: 'The withdrawal that the gateway has under this number is of another amount.',
  other_pay_type:
    'The withdrawal that the gateway has under this number goes to another kind of destination.',
};
