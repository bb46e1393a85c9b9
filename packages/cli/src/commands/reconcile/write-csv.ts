import { access, constants, open } from 'node:fs/promises';
import path from 'node:path';
import { harmlessCell } from '@inrgate/sdk/internal';
import { stringify } from 'csv-stringify/sync';
import { replaceFile, unwritable } from '../../input/files.ts';
import { systemCodeOf } from '../../output/system-code.ts';
import { UsageError } from '../../output/usage-error.ts';

export interface CsvFile {
  readonly file: string;
  readonly columns: readonly string[];
}

/** Name of the result file: `payouts.result.csv` next to `payouts.csv`. */
export function resultFile(file: string, kind: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, ext.toLowerCase() === '.csv' ? `${name}.${kind}${ext}` : `${name}${ext}.${kind}.csv`);
}

/** Formats rows as CSV below a header. A spreadsheet runs no value as a formula. */
function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): string {
  return stringify(
    rows.map((row) => columns.map((column) => harmlessCell(String(row[column] ?? '')))),
    { header: true, columns: [...columns], record_delimiter: '\n' },
  );
}

/** Writes the file atomically. Only the file's owner can read it, because it contains payments. */
export async function writeCsv(
  { file, columns }: CsvFile,
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): Promise<void> {
  try {
    replaceFile(file, csvText(columns, rows));
  } catch (cause) {
    throw new Error(`${file} cannot be written (${systemCodeOf(cause)})`, { cause });
  }
}

/**
 * Checks before the batch that the result file is writable. The file must not exist, or must be the result of an
 * earlier run.
 *
 * @throws {UsageError}
 */
export async function checkTarget({ file, columns }: CsvFile): Promise<void> {
  try {
    await access(path.dirname(file), constants.W_OK);
  } catch (cause) {
    throw unwritable(file, cause);
  }
  const beginning = await beginningOf(file, columns.join(',').length + 1);
  if (beginning === undefined || beginning === '' || beginning === `${columns.join(',')}\n`) return;
  throw new UsageError(
    `${file} exists and is not a result file of an earlier run. Use another file with --output, or move the existing file`,
  );
}

async function beginningOf(file: string, length: number): Promise<string | undefined> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return undefined;
    throw unwritable(file, cause);
  }
}
