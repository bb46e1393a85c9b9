import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { readNamedFile } from '../../input/files.ts';
import { FaultyFile, type FileFault, UsageError } from '../../output/usage-error.ts';

export interface Columns {
  readonly known: readonly string[];
  readonly needed: readonly string[];
}

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
 * @throws {UsageError} with the line and the fix. The error contains no values, because a value can be an account number
 */
export async function readCsv(file: string, columns: Columns): Promise<CsvTable> {
  const [header, ...others] = recordsOf(file, decode(file, await readNamedFile(file)));
  const names = header?.line === 1 ? header.cells : [];
  const filled = others.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const hasNames = names.some((name) => columns.known.includes(name));
  const misfits = hasNames ? filled.flatMap((record) => misfit(record, names.length)) : [];
  const reasons = hasNames ? columnFaults(names, columns) : [notAHeader(names, columns)];
  if (reasons.length > 0)
    throw new FaultyFile(file, [...reasons.map((reason) => ({ line: 1, reason })), ...misfits]);
  if (filled.length === 0)
    throw new UsageError(`${file} contains a header but no rows. Add at least one row`);
  const rows = filled.filter(({ cells }) => cells.length === names.length);
  return { rows: rows.map(({ line, cells }) => ({ line, values: named(names, cells) })), misfits };
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
  const lines = bytes.toString('latin1').split('\n');
  return 1 + lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** @throws {FaultyFile} for the first malformed row */
function recordsOf(file: string, text: string): readonly CsvRecord[] {
  try {
    // The caller checks the number of values, because only the caller has the line number. The library's types omit `info`.
    const records = parse(text, {
      ...{ info: true, raw: true, record_delimiter: '\n', relax_column_count: true, max_record_size: 65_536 },
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: { lines: number } }[];
    // A record begins after the last line of the previous record.
    return records.map(({ record: cells }, at) => ({ line: 1 + (records[at - 1]?.info.lines ?? 0), cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FaultyFile(file, [malformed(error, text)]);
  }
}

function malformed({ code, ...facts }: CsvError, text: string): FileFault {
  const { lines = 1, raw = '' } = facts as { readonly lines?: number; readonly raw?: string };
  const ofRow = lineFeeds(raw);
  // The library reports an unclosed quote at the end of the file, so the row is the rest of the file.
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return { line: 1 + lineFeeds(text) - ofRow, reason: 'a closing double quote is missing' };
  const row = ofRow === 0 ? '' : ` (the row begins on line ${lines - ofRow})`;
  return { line: lines, reason: `${reasons[code] ?? `the row is not valid CSV (${code})`}${row}` };
}

/** Messages by error code. The library's own messages contain the value. */
const reasons: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE:
    'characters follow a closing double quote. Inside quotes, write each double quote twice',
  INVALID_OPENING_QUOTE:
    'a value contains a double quote. Enclose the value in double quotes, and write the inner quote twice',
};

function lineFeeds(text: string): number {
  return text.split('\n').length - 1;
}

function misfit({ line, cells }: CsvRecord, width: number): readonly FileFault[] {
  if (cells.length === width) return [];
  const values = cells.length === 1 ? 'one value' : `${cells.length} values`;
  const advice = 'Put a value that contains a comma in double quotes';
  return [
    { line, reason: `the row contains ${values}, but the header contains ${width} columns. ${advice}` },
  ];
}

function columnFaults(names: readonly string[], { known, needed }: Columns): readonly string[] {
  const meant = (name: string) => known.find((one) => plain(one) === plain(name));
  const found = names.flatMap((name, index) => {
    if (name === '') return [`the name of column ${index + 1} is empty. Name the column or remove it`];
    if (!known.includes(name)) {
      const hint =
        meant(name) === undefined ? `Allowed: ${known.join(', ')}` : `Did you mean ${meant(name)}?`;
      return [`unknown column ${JSON.stringify(name)}. ${hint}`];
    }
    return names.indexOf(name) === index
      ? []
      : [`the column ${name} is repeated. Remove one of the two columns`];
  });
  // Do not report a misspelt column as missing.
  const missing = needed.filter((name) => !names.some((given) => meant(given) === name));
  return [...found, ...missing.map((name) => `the column ${name} is missing`)];
}

/** If no name is known, the line is a row of values, and no message may show them. */
function notAHeader(names: readonly string[], { known, needed }: Columns): string {
  for (const [separator, title] of Object.entries({ ';': 'semicolons', '\t': 'tabs', '|': 'bars' })) {
    if (names.some((name) => name.split(separator).some((part) => known.includes(part)))) {
      return `the values are separated by ${title}. Save the file with commas between the values`;
    }
  }
  return `the first line must name the columns. Required: ${needed.join(', ')}. Allowed: ${known.join(', ')}`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function named(names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  const entries = names.map((name, index): [string, string] => [name, cells[index] ?? '']);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
