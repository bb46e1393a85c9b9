import { CsvError, parse } from 'csv-parse/sync';
import { UsageError } from '../failures/exit-codes.ts';
import { readNamedFile } from '../input/named-file.ts';
import { type Columns, headerOf } from './header.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** Where it begins in the file; the header is line 1. */
  readonly line: number;
  /** The values by column; an empty value is left out. */
  readonly values: Readonly<Record<string, string>>;
}

/** A record as it was parsed, with the line it begins on. */
interface Raw {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads a CSV file whose first line names its columns. Blank rows are left out.
 *
 * @throws {UsageError} that names the line and what to do, and repeats no value: they may be account numbers
 */
export async function readCsv(file: string, columns: Columns): Promise<readonly CsvRow[]> {
  const records = parseRecords(file, decode(file, await readNamedFile(file)));
  const names = headerOf(file, records[0]?.cells ?? [], columns);
  const rows = records.slice(1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [ragged, ...others] = rows.filter(({ cells }) => cells.length !== names.length);
  if (ragged !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more such rows)`;
    throw new UsageError(
      `${file}:${ragged.line}: the row has ${ragged.cells.length} values, the header names ${names.length} columns; ` +
        `a value that contains a comma is written in double quotes${more}`,
    );
  }
  if (rows.length === 0) throw new UsageError(`${file}: has no rows below its header`);
  return rows.map(({ line, cells }) => ({ line, values: named(names, cells) }));
}

const saveAs = 'save it as "CSV UTF-8 (comma delimited)"';

/** Text with line feeds alone, whatever ended the lines; without a byte order mark. */
function decode(file: string, bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UsageError(`${file}: is UTF-16; ${saveAs}`);
  }
  const text = utf8(bytes);
  if (text === undefined) throw new UsageError(`${file}:${foreignLine(bytes)}: is not UTF-8; ${saveAs}`);
  return text.replace(/\r\n?/g, '\n');
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The first line that is not UTF-8. No byte of a longer UTF-8 character is a line feed. */
function foreignLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0, end = 0; start < bytes.length; start = end + 1, line += 1) {
    end = bytes.indexOf(0x0a, start);
    if (end === -1 || utf8(bytes.subarray(start, end)) === undefined) return line;
  }
  return line;
}

function parseRecords(file: string, text: string): readonly Raw[] {
  let end = 0;
  return parsed(file, text).map(({ record, info }) => {
    const line = end + 1;
    end = info.lines;
    return { line, cells: record };
  });
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parsed(file: string, text: string): readonly Parsed[] {
  try {
    const records: unknown = parse(text, {
      info: true,
      raw: true,
      record_delimiter: '\n',
      // How many values a row has is checked by the caller, who knows the line.
      relax_column_count: true,
      max_record_size: 65_536,
    });
    // The library's types leave out what `info` makes of a record.
    return records as readonly Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError(`${file}:${lineOf(error, text)}: ${explain(error.code)}`);
  }
}

/** Where the mistake is. A quote that is never closed is found at the end: its row is all that was left. */
function lineOf(error: CsvError, text: string): number {
  const { lines = 1, raw = '' } = error as { readonly lines?: number; readonly raw?: string };
  return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 1 + lineFeeds(text) - lineFeeds(raw) : lines;
}

function lineFeeds(text: string): number {
  return text.split('\n').length - 1;
}

/** In words of our own: the library's repeat the value. */
function explain(code: string): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a double quote is opened and never closed';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'something follows a closing double quote; inside quotes, a double quote is written twice';
    case 'INVALID_OPENING_QUOTE':
      return 'a double quote stands inside a value; put the value in double quotes, and write its own twice';
    default:
      return `it is no CSV (${code})`;
  }
}

function named(names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  const entries = names.map((name, index): [string, string] => [name, cells[index] ?? '']);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
