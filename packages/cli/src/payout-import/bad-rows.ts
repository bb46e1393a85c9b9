import { type ExitCode, exitCodes } from '../failures/exit-codes.ts';
import { alarm, type Output, printable } from '../output/output.ts';
import type { BadRow } from './rows.ts';

/** Reports every row that cannot be paid, with what to write instead. */
export function reportBadRows(file: string, bad: readonly BadRow[], output: Output): ExitCode {
  const rows = bad.length === 1 ? 'one row' : `${bad.length} rows`;
  const message = `${file}: ${rows} cannot be paid, so nothing was sent`;
  const problems = bad.flatMap((row) => row.problems);
  output.failure({ error: 'invalid_rows', message, rows: problems }, () => {
    const lines = problems.map(({ line, column, reason }) => `  line ${line}: ${column} ${reason}`);
    const advice = 'Correct them, or pay the others with --skip-invalid.';
    return [`${alarm('error:')} ${printable(message)}`, ...lines, advice].join('\n');
  });
  return exitCodes.usage;
}
