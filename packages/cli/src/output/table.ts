import Table from 'cli-table3';
import { bold, printable, status } from './output.ts';

export type Cell = string | number | boolean | null | undefined;

const noLines = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((place) => [`${side}${place}`, '']),
  ),
);

/**
 * A list for people: headings above columns that are as wide as they need to be. Numbers stand to the right, and a
 * column `status` or `state` has colours.
 */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
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
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

function shown(heading: string, cell: Cell): string {
  return heading === 'status' || heading === 'state' ? status(text(cell)) : printable(text(cell));
}

function text(cell: Cell): string {
  return cell === null || cell === undefined ? '' : String(cell);
}
