import { styleText } from 'node:util';
import type { DifferenceSegment } from '@inrgate/sdk/doctor';
import { printable } from '../output/output.ts';
import { terminalWidth } from '../output/table.ts';

interface Cell {
  readonly shown: string;
  readonly width: number;
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
  const [signed = '', right = ''] = sides.map((side) => onlyOf(side, segments));
  const sorted = (text: string) => text.split('&').sort().join('&');
  if (sorted(signed) === sorted(right)) {
    const plain = (text: string): DifferenceSegment => ({ kind: 'same', text, invisible: [] });
    return [
      ...textOf('added', [plain(signed)], width),
      ...textOf('removed', [plain(right)], width),
      `${indent}Both strings contain the same parameters in a different order.`,
    ];
  }
  return [...sides.flatMap((side) => textOf(side, segments, width)), ...unseen(segments)];
}

function onlyOf(side: Side, segments: readonly DifferenceSegment[]): string {
  return segments.flatMap(({ kind, text }) => (kind === 'same' || kind === side ? [text] : [])).join('');
}

/** Indent that equals the width of the labels. */
const indent = ' '.repeat('  right sign  '.length);

function textOf(side: Side, segments: readonly DifferenceSegment[], width: number): readonly string[] {
  const cells = segments
    .filter(({ kind }) => kind === 'same' || kind === side)
    .flatMap(({ kind, text }) => [...text].map((character) => cellOf(character, kind !== 'same')));
  return rowsOf(cells, Math.max(20, width - indent.length)).flatMap((row, at) => {
    const label = `  ${at === 0 ? labels[side] : ''}`.padEnd(indent.length);
    const line = row.map(({ shown, isMarked }) => (isMarked ? styleText(colours[side], shown) : shown));
    const marks = row.map((cell) => (cell.isMarked ? '^' : ' ').repeat(cell.width)).join('');
    const below = marks.trim() === '' ? [] : [`${indent}${marks.trimEnd()}`];
    return [`${label}${line.join('')}`, ...below];
  });
}

function rowsOf(cells: readonly Cell[], width: number): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  let left = 0;
  for (const cell of cells) {
    if (rows.length === 0 || cell.width > left) {
      rows.push([]);
      left = width;
    }
    rows.at(-1)?.push(cell);
    left -= cell.width;
  }
  return rows;
}

function cellOf(character: string, isMarked: boolean): Cell {
  const shown = isMarked ? writtenOut(character) : printable(character);
  return { shown, width: shown === character ? widthOf(character) : shown.length, isMarked };
}

/** Describes an invisible character in a difference. */
function writtenOut(character: string): string {
  const isUnseen = character !== ' ' && /[\p{Zs}\p{M}]/u.test(character);
  return isUnseen ? `\\u{${character.codePointAt(0)?.toString(16)}}` : printable(character);
}

const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/u;

/** Returns the width of a character in terminal columns. */
function widthOf(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

function unseen(segments: readonly DifferenceSegment[]): readonly string[] {
  const named = segments.flatMap(({ kind, invisible }) =>
    invisible.map((name) => `${kind === 'added' ? 'signed but not sent' : 'sent but not signed'}: ${name}`),
  );
  return [...new Set(named)].map((line) => `${indent}${printable(line)}`);
}
