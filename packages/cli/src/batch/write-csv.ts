import { randomUUID } from 'node:crypto';
import { access, constants, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';

/** A CSV file to be written, by the names of its columns. */
export interface CsvFile {
  readonly file: string;
  readonly columns: readonly string[];
}

/** Where the result of a file goes: `payouts.csv` has `payouts.result.csv` beside it. */
export function resultFile(file: string, kind: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, ext.toLowerCase() === '.csv' ? `${name}.${kind}${ext}` : `${name}${ext}.${kind}.csv`);
}

/** Writes the file whole or not at all, for its owner's eyes alone: it says who was paid how much. */
export async function writeCsv(
  { file, columns }: CsvFile,
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): Promise<void> {
  const content = stringify(
    rows.map((row) => columns.map((column) => harmless(row[column] ?? ''))),
    { header: true, columns: [...columns], record_delimiter: '\n' },
  );
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new Error(`${file}: it cannot be written (${systemCodeOf(cause)})`, { cause });
  }
}

/**
 * Sees, before the work is done, that its result can be written, and replaces only an earlier result.
 *
 * @throws {UsageError}
 */
export async function checkTarget({ file, columns }: CsvFile): Promise<void> {
  try {
    await access(path.dirname(file), constants.W_OK);
  } catch (cause) {
    throw new UsageError(`${file}: it cannot be written (${systemCodeOf(cause)})`, { cause });
  }
  const beginning = await beginningOf(file, columns.join(',').length + 1);
  if (beginning === undefined || beginning === '' || beginning === `${columns.join(',')}\n`) return;
  throw new UsageError(
    `${file}: exists and is no earlier result; name another file with --output, or move it away`,
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
    throw new UsageError(`${file}: it cannot be written (${systemCodeOf(cause)})`, { cause });
  }
}

/**
 * Text from elsewhere that a spreadsheet would run as a formula gets an apostrophe before it; not so an order number
 * that begins with a minus, which is no formula that does anything.
 */
function harmless(value: string | number): string {
  const text = String(value);
  return /^(?:[=+@\t\r]|-.*[^\w\-.:#/])/s.test(text) ? `'${text}` : text;
}
