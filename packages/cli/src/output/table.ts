import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import { bold, fields, printable, status } from './output.ts';

export type Cell = string | number | boolean | null | undefined;

const noLines = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((part) => [`${side}${part}`, '']),
  ),
);

const longestList = 50;

/** On a narrow terminal, each row becomes a block, because truncated numbers cannot be copied. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  width: number = terminalWidth(),
): string {
  const lines = grid(headings, rows);
  const fits = lines.every((line) => stripVTControlCharacters(line).length <= width);
  return fits || rows.length === 0 ? lines.join('\n') : blocks(headings, rows);
}

export function limitedTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): readonly string[] {
  const more = rows.length - longestList;
  return [table(headings, rows.slice(0, longestList)), ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Width of the terminal, or infinity for a file or a pipe. */
export function terminalWidth(): number {
  return process.stdout.isTTY && process.stdout.columns > 0
    ? process.stdout.columns
    : Number.POSITIVE_INFINITY;
}

function blocks(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return rows
    .map((row) => fields(Object.fromEntries(headings.map((heading, column) => [heading, row[column]]))))
    .join('\n\n');
}

function grid(headings: readonly string[], rows: readonly (readonly Cell[])[]): readonly string[] {
  const isNumeric = headings.map((_, column) => rows.every((row) => /^-?[\d.]*$/.test(text(row[column]))));
  const lines = new Table({
    head: headings.map(bold),
    colAligns: isNumeric.map((numeric) => (numeric ? 'right' : 'left')),
    chars: { ...noLines, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  lines.push(...rows.map((row) => headings.map((heading, column) => shown(heading, row[column]))));
  return lines
    .toString()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd());
}

function shown(heading: string, cell: Cell): string {
  return heading === 'status' || heading === 'state' ? status(text(cell)) : printable(text(cell));
}

function text(cell: Cell): string {
  return cell === null || cell === undefined ? '' : String(cell);
}
