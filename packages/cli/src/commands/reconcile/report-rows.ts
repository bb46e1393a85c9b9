import { type ExitCode, exitCodes } from '../../output/exit-codes.ts';
import { alarm, type Output, printable } from '../../output/output.ts';

/** An issue of a row. Contains no value of the row. */
export interface RowProblem {
  readonly line: number;
  /** Name of the column, or null for an issue of the whole row. */
  readonly column: string | null;
  /** Rest of the sentence that begins with the column's name. */
  readonly reason: string;
}

function problemText({ column, reason }: Pick<RowProblem, 'column' | 'reason'>): string {
  return column === null ? reason : `${column} ${reason}`;
}

export interface RowReport {
  readonly what: string;
  readonly advice?: string;
}

export function reportRows(
  file: string,
  problems: readonly RowProblem[],
  { what, advice }: RowReport,
  output: Output,
): ExitCode {
  const count = new Set(problems.map(({ line }) => line)).size;
  const message = `${file}: ${count === 1 ? 'one row' : `${count} rows`} ${what}`;
  output.failure({ error: 'invalid_rows', message, rows: problems }, () => {
    const lines = problems.map((problem) => `  line ${problem.line}: ${problemText(problem)}`);
    const last = advice === undefined ? [] : [advice];
    return [`${alarm('error:')} ${printable(message)}`, ...lines, ...last].join('\n');
  });
  return exitCodes.usage;
}
