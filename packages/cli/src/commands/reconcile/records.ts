import { CsvError, parse } from 'csv-parse/sync';
import type { FileFault } from '../../output/usage-error.ts';

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Characters of the first part that is parsed after the beginning or a mistake. Each correct part doubles the next. */
const firstPart = 8_192;

/**
 * Parses the records of a file with line feeds. Also returns the malformed rows, with reasons that contain no value.
 */
export function parseRecords(text: string): {
  readonly records: readonly CsvRecord[];
  readonly faults: readonly FileFault[];
} {
  const starts = lineStarts(text);
  const records: CsvRecord[] = [];
  const faults: FileFault[] = [];
  let size = firstPart;
  for (let line = 1; line <= starts.length; ) {
    const start = starts[line - 1] ?? 0;
    let next = line + 1;
    while ((starts[next - 1] ?? start + size) < start + size) next += 1;
    const part = text.slice(start, starts[next - 1]);
    const result = parsed(part);
    // The rest of a quoted value can be in the next part.
    const isOpen = 'error' in result && result.error.code === 'CSV_QUOTE_NOT_CLOSED' && next <= starts.length;
    if ('records' in result || isOpen) {
      if ('records' in result) {
        for (const record of withLines(result.records, line)) records.push(record);
        line = next;
      }
      size *= 2;
      continue;
    }
    // The library rejects the whole part because of one mistake, so parse the lines before and after the invalid row.
    size = firstPart;
    const { error } = result;
    const { found, begins } = linesOfMistake(error, part);
    const row = begins === found ? '' : ` (the row begins on line ${line + begins - 1})`;
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

/** A record as the library returns it, with its last line. */
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
      // The caller checks the number of values, because only the caller has the line number.
      relax_column_count: true,
      max_record_size: 65_536,
    });
    // The library's types omit `info`.
    return { records: records as readonly Parsed[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { error };
  }
}

/** Adds the first line of each record, which follows the last line of the previous record. */
function withLines(records: readonly Parsed[], first: number): readonly CsvRecord[] {
  let end = 0;
  return records.map(({ record, info }) => {
    const line = first + end;
    end = info.lines;
    return { line, cells: record };
  });
}

/**
 * Returns the line of a mistake and the first line of its row, counted from 1. The library reports an unclosed quote at
 * the end of the file, so the row is the rest of the file.
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

/** Returns the message for an error code. The library's own messages contain the value. */
function explain(code: string): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a closing double quote is missing';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'characters follow a closing double quote. Inside quotes, write each double quote twice';
    case 'INVALID_OPENING_QUOTE':
      return 'a value contains a double quote. Enclose the value in double quotes, and write the inner quote twice';
    default:
      return `the row is not valid CSV (${code})`;
  }
}
