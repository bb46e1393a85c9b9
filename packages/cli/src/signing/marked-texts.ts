import { styleText } from 'node:util';
import type { DifferenceSegment } from '@inrgate/sdk/doctor';
import { printable } from '../output/output.ts';
import { terminalWidth } from '../output/table.ts';

/** A shown character, which can be an escape of several characters. */
interface Cell {
  readonly shown: string;
  readonly isMarked: boolean;
}

const labels = { added: 'signed', removed: 'right' } as const;
const colours = { added: 'red', removed: 'green' } as const;
type Side = keyof typeof labels;

/**
 * Shows the signed string above the correct string. Differences are coloured, and marked with `^` for terminals without
 * colours. A different order of parameters is not marked. Long strings wrap with their marks.
 */
export function markedTexts(
  segments: readonly DifferenceSegment[],
  width: number = terminalWidth(),
): readonly string[] {
  const sides: readonly Side[] = ['added', 'removed'];
  const texts = sides.map((side) =>
    segmentsOf(side, segments)
      .map(({ text }) => text)
      .join(''),
  );
  const [signed, right] = texts.map((text) => text.split('&').sort().join('&'));
  const isOrder = signed === right;
  const shown = isOrder ? segments.map((segment) => ({ ...segment, isPlain: true })) : segments;
  const lines = sides.flatMap((side) => textOf(side, shown, width));
  const order = `${indent}Both strings contain the same parameters in a different order.`;
  return [...lines, ...(isOrder ? [order] : unseen(segments))];
}

function segmentsOf<Segment extends DifferenceSegment>(side: Side, segments: readonly Segment[]) {
  return segments.filter(({ kind }) => kind === 'same' || kind === side);
}

const indent = ' '.repeat('  right sign  '.length);

function textOf(
  side: Side,
  segments: readonly (DifferenceSegment & { readonly isPlain?: boolean })[],
  width: number,
): readonly string[] {
  const cells = segmentsOf(side, segments).flatMap(({ kind, text, isPlain = kind === 'same' }) =>
    [...text].map((character) => ({
      shown: isPlain ? printable(character) : writtenOut(character),
      isMarked: !isPlain,
    })),
  );
  return rowsOf(cells, Math.max(20, width - indent.length)).flatMap((row, at) => {
    const label = `  ${at === 0 ? labels[side] : ''}`.padEnd(indent.length);
    const line = row.map(({ shown, isMarked }) => (isMarked ? styleText(colours[side], shown) : shown));
    const marks = row.map(({ shown, isMarked }) => (isMarked ? '^' : ' ').repeat(shown.length)).join('');
    const below = marks.trim() === '' ? [] : [`${indent}${marks.trimEnd()}`];
    return [`${label}${line.join('')}`, ...below];
  });
}

function rowsOf(cells: readonly Cell[], width: number): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  let left = 0;
  for (const cell of cells) {
    if (rows.length === 0 || cell.shown.length > left) {
      rows.push([]);
      left = width;
    }
    rows.at(-1)?.push(cell);
    left -= cell.shown.length;
  }
  return rows;
}

function writtenOut(character: string): string {
  const isUnseen = character !== ' ' && /[\p{Zs}\p{M}]/u.test(character);
  return isUnseen ? `\\u{${character.codePointAt(0)?.toString(16)}}` : printable(character);
}

function unseen(segments: readonly DifferenceSegment[]): readonly string[] {
  const named = segments.flatMap(({ kind, invisible }) =>
    invisible.map((name) => `${kind === 'added' ? 'signed but not sent' : 'sent but not signed'}: ${name}`),
  );
  return [...new Set(named)].map((line) => `${indent}${printable(line)}`);
}
