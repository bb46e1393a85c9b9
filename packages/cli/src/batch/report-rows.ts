import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { alarm, type Output, printable } from '../output/output.ts';

/** What is wrong with a row. Never holds a value. */
export interface RowProblem {
  readonly line: number;
  /** null for what is wrong with the row itself. */
  readonly column: string | null;
  /** Follows the name of the column in a sentence. */
  readonly reason: string;
}

/** A problem as a sentence: the column, and what is wrong. */
export function problemText({ column, reason }: Pick<RowProblem, 'column' | 'reason'>): string {
  return column === null ? reason : `${column} ${reason}`;
}

/** What cannot be done with the rows, and what to do. */
export interface RowReport {
  /** `cannot be paid, so nothing was sent` */
  readonly what: string;
  readonly advice?: string;
}

/** Reports everything that is wrong with the rows of a file. */
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
