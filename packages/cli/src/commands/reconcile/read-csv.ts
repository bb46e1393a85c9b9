import { isUtf8 } from 'node:buffer';
import { readNamedFile } from '../../input/files.ts';
import { FaultyFile, type FileFault, UsageError } from '../../output/usage-error.ts';
import { type Columns, headerFaults } from './header.ts';
import { type CsvRecord, parseRecords } from './records.ts';

export interface CsvRow {
  readonly line: number;
  /** Values by column. Empty values are omitted. */
  readonly values: Readonly<Record<string, string>>;
}

export interface CsvTable {
  readonly rows: readonly CsvRow[];
  /** Issues of rows with a wrong number of values. */
  readonly misfits: readonly FileFault[];
}

/**
 * Reads a CSV file. Its first line names its columns. Skips blank rows.
 *
 * @throws {UsageError} with every issue, its line and the fix. The error contains no values, because a value can be an
 * account number
 */
export async function readCsv(file: string, columns: Columns): Promise<CsvTable> {
  const { records, faults } = parseRecords(decode(file, await readNamedFile(file)));
  const [header, ...others] = records;
  const names = header?.line === 1 ? header.cells : [];
  const isBroken = faults.some(({ line }) => line === 1);
  const ofHeader = isBroken ? [] : headerFaults(names, columns);
  const filled = others.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const hasNames = !isBroken && names.some((name) => columns.known.includes(name));
  const misfits = hasNames ? misfitsAmong(filled, names.length) : [];
  if (ofHeader.length > 0 || faults.length > 0) {
    throw new FaultyFile(file, [...ofHeader, ...[...faults, ...misfits].sort((a, b) => a.line - b.line)]);
  }
  if (filled.length === 0)
    throw new UsageError(`${file} contains a header but no rows. Add at least one row`);
  const rows = filled.filter(({ cells }) => cells.length === names.length);
  return { rows: rows.map(({ line, cells }) => ({ line, values: named(names, cells) })), misfits };
}

function misfitsAmong(records: readonly CsvRecord[], width: number): readonly FileFault[] {
  const misfits = records.filter(({ cells }) => cells.length !== width);
  return misfits.map(({ line, cells }) => ({
    line,
    reason:
      `the row contains ${cells.length === 1 ? 'one value' : `${cells.length} values`}, but the header contains ${width} columns. ` +
      'Put a value that contains a comma in double quotes',
  }));
}

const saveAs = 'Save the file as "CSV UTF-8 (comma delimited)"';

function decode(file: string, bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UsageError(`${file} is encoded in UTF-16. ${saveAs}`);
  }
  if (!isUtf8(bytes))
    throw new UsageError(`${file}:${foreignLine(bytes)}: the line is not valid UTF-8. ${saveAs}`);
  return new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n');
}

/** Returns the number of the first line that is not valid UTF-8. Multi-byte UTF-8 characters contain no line feed. */
function foreignLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0, end = 0; start < bytes.length; start = end + 1, line += 1) {
    end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
  }
  return line;
}

function named(names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  const entries = names.map((name, index): [string, string] => [name, cells[index] ?? '']);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
