import { problemText } from '../batch/report-rows.ts';
import { explained } from '../batch/stop.ts';
import type { Journal } from './journal.ts';
import { type SendOutcome, settledBy } from './journal-entry.ts';
import type { BadRow, CheckedRows, PayoutRow } from './rows.ts';

/** Outcome of a row over all runs. An `invalid` row was skipped. */
export type RowOutcome = SendOutcome['event'] | 'invalid';

export interface ResultRow {
  readonly mchOrderNo: string;
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly orderNo: string;
  readonly status: string;
  readonly fee: string;
  readonly totalDebit: string;
  readonly error: string;
  /** Code of the gateway or of the import. The result file does not contain it. */
  readonly errorCode: string;
}

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

export function resultRows({ rows, bad }: CheckedRows, journal: Journal): readonly ResultRow[] {
  const results = [...rows.map((row) => resultOf(row, journal)), ...bad.map(invalidResult)];
  return results.sort((a, b) => a.line - b.line);
}

function resultOf({ mchOrderNo, line }: PayoutRow, journal: Journal): ResultRow {
  const state = journal.states.get(mchOrderNo);
  // In this case, the run was killed after it recorded an intent and before it recorded the outcome.
  const answer = state?.answer ?? { event: 'not_sent', error: '' };
  const { status = '', fee, totalDebit } = 'status' in answer ? answer : {};
  return {
    mchOrderNo,
    line,
    // Earlier versions recorded a rejection even if an earlier attempt may have paid the row.
    outcome: state?.open ? 'unknown' : answer.event,
    // Omit the number of a payout with the order number of a rejected row, because the payout is not the row's.
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
  const error = `existing_payout: The gateway already stored a payout with this order number${since}. This import did not send that payout.`;
  return { error, errorCode: 'existing_payout' };
}

const day = 86_400_000;

/** Formats the age of a payout, for example `, 31 days`. Returns an empty string below one day. */
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

/** Meanings of the codes that the import itself assigns. */
const ownCodes = {
  older_payout:
    'The gateway stored a payout with this order number a day or more before this import sent the row.',
  other_amount: 'The gateway’s payout with this order number uses another amount.',
  other_pay_type: 'The gateway’s payout with this order number uses another kind of destination.',
};
