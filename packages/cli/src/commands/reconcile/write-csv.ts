import { existsSync } from 'node:fs';
import { access, constants, readFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { replaceFile, unwritable } from '../../input/files.ts';
import { systemCodeOf, UsageError } from '../../output/usage-error.ts';

export interface CsvFile {
  readonly file: string;
  readonly columns: readonly string[];
}

/** Name of the result file: `payouts.result.csv` next to `payouts.csv`. */
export function resultFile(file: string, kind: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, ext.toLowerCase() === '.csv' ? `${name}.${kind}${ext}` : `${name}${ext}.${kind}.csv`);
}

/**
 * Writes rows as CSV below a header, atomically. Only the file's owner can read it, because it contains payments. A
 * spreadsheet runs no value as a formula.
 */
export function writeCsv(
  { file, columns }: CsvFile,
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): void {
  const cells = rows.map((row) => columns.map((column) => harmlessCell(String(row[column] ?? ''))));
  try {
    replaceFile(file, stringify(cells, { header: true, columns: [...columns], record_delimiter: '\n' }));
  } catch (cause) {
    throw new Error(`${file} cannot be written (${systemCodeOf(cause)})`, { cause });
  }
}

/** Adds an apostrophe before a string that a spreadsheet would run as a formula, but not before `-1`. */
export function harmlessCell(text: string): string {
  return /^(?:[=+@\t\r]|-.*[^\w\-.:#/])/s.test(text) ? `'${text}` : text;
}

/**
 * Checks before the batch that the result file is writable. The file must not exist, or must be the result of an
 * earlier run.
 *
 * @throws {UsageError}
 */
export async function checkTarget({ file, columns }: CsvFile): Promise<void> {
  const content = await access(path.dirname(file), constants.W_OK)
    .then(() => (existsSync(file) ? readFile(file, 'utf8') : ''))
    .catch((cause: unknown) => {
      throw unwritable(file, cause);
    });
  if (content === '' || content.startsWith(`${columns.join(',')}\n`)) return;
  throw new UsageError(
    `${file} exists and is not a result file of an earlier run. Use another file with --output, or move the existing file`,
  );
}
