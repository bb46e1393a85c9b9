import { CsvError, parse } from 'csv-parse/sync';
import type { FileFault } from '../output/usage-error.ts';

/** A record as it was parsed, with the line it begins on. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The records of a file whose lines end in line feeds, and each row that is none. No fault repeats a value. */
export function parseRecords(text: string): {
  readonly records: readonly CsvRecord[];
  readonly faults: readonly FileFault[];
} {
  const starts = lineStarts(text);
  const records: CsvRecord[] = [];
  const faults: FileFault[] = [];
  for (let line = 1; line <= starts.length; ) {
    const rest = text.slice(starts[line - 1]);
    const result = parsed(rest);
    if ('records' in result) {
      records.push(...withLines(result.records, line));
      break;
    }
    // The library gives no record before a mistake, and none after it: the rest is read as if the row were not there.
    const { error } = result;
    const { found, begins } = linesOfMistake(error, rest);
    const row = begins === found ? '' : `; the row begins on line ${line + begins - 1}`;
    faults.push({ line: line + found - 1, reason: `${explain(error.code)}${row}` });
    const before = parsed(text.slice(starts[line - 1], starts[line + begins - 2]));
    if ('records' in before) records.push(...withLines(before.records, line));
    line += found;
  }
  return { records, faults };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1 && end + 1 < text.length; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

/** What the library makes of a record, with the lines up to its end. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parsed(text: string): { readonly records: readonly Parsed[] } | { readonly error: CsvError } {
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
    return { records: records as readonly Parsed[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { error };
  }
}

/** A record begins where the one before it has ended. */
function withLines(records: readonly Parsed[], first: number): readonly CsvRecord[] {
  let end = 0;
  return records.map(({ record, info }) => {
    const line = first + end;
    end = info.lines;
    return { line, cells: record };
  });
}

/**
 * The lines, from 1, of a mistake and of the row it is in. A quote that is never closed is found at the end: its row is
 * all that was left.
 */
function linesOfMistake(error: CsvError, text: string): { readonly found: number; readonly begins: number } {
  const { lines = 1, raw = '' } = error as { readonly lines?: number; readonly raw?: string };
  const ofRow = lineFeeds(raw);
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return { found: lines, begins: lines - ofRow };
  const opened = 1 + lineFeeds(text) - ofRow;
  return { found: opened, begins: opened };
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
