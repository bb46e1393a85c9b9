import { invisibleIn } from './invisible.ts';

export interface Segment {
  /** `same` occurs in both strings, `removed` only in the correct string, and `added` only in the signed string. */
  readonly kind: 'same' | 'removed' | 'added';
  /** The segment's characters. Never empty. */
  readonly text: string;
  /** Names of invisible or misleading characters in the segment, or an empty list for `same`. */
  readonly invisible: readonly string[];
}

/**
 * Maximum number of comparisons of two parts. Above this number, the whole middle of the strings counts as different.
 */
const maxCells = 250_000;

/**
 * The difference between `signed` and `right`. All segments except `added` form `right`. All segments except `removed`
 * form `signed`.
 */
export function difference(right: string, signed: string): readonly Segment[] {
  const runs: Run[] = [];
  for (const { same, removed, added } of compared(pairsOf(right), pairsOf(signed))) {
    append(runs, 'same', same);
    for (const part of refined(removed, added)) for (const kind of kinds) append(runs, kind, part[kind]);
  }
  return runs.flatMap((run) =>
    kinds
      .map((kind) => ({
        kind,
        text: run[kind],
        // A character that the other string contains as an escape is not what differs.
        invisible:
          kind === 'same' || /%[\da-f]{2}|\\u[\da-f]{4}/i.test(run.added) ? [] : invisibleIn(run[kind]),
      }))
      .filter(({ text }) => text !== ''),
  );
}

const kinds = ['same', 'removed', 'added'] as const;

/** A common part, followed by the different parts of both strings. */
type Run = Record<Segment['kind'], string>;

function append(runs: Run[], kind: Segment['kind'], text: string): void {
  const last = runs.at(-1);
  if (text === '') return;
  if (last === undefined || (kind === 'same' && last.removed + last.added !== ''))
    runs.push({ same: '', removed: '', added: '', [kind]: text });
  else last[kind] += text;
}

/** The pairs of a string. Each pair includes the `&` before it. */
function pairsOf(text: string): readonly string[] {
  return text.split('&').map((pair, at) => (at === 0 ? pair : `&${pair}`));
}

/** Compares only the beginnings and ends if the pairs have little in common. */
function refined(removed: string, added: string): readonly Run[] {
  const [right, signed] = [charactersOf(removed), charactersOf(added)];
  const runs = compared(right, signed);
  const kept = runs.reduce((length, { same }) => length + same.length, 0);
  return kept * 3 >= Math.min(removed.length, added.length) ? runs : compared(right, signed, 0);
}

/** Characters of a string. A percent-encoded byte is one, because half of `%2F` is nothing that a reader could compare. */
function charactersOf(text: string): readonly string[] {
  return text.match(/%[\da-f]{2}|./gisu) ?? [];
}

/** Keeps the common beginning and end. Compares the middle unless it is too long. */
function compared(right: readonly string[], signed: readonly string[], cells = maxCells): readonly Run[] {
  const most = Math.min(right.length, signed.length);
  let start = 0;
  while (start < most && right[start] === signed[start]) start += 1;
  let end = 0;
  while (end < most - start && right.at(-1 - end) === signed.at(-1 - end)) end += 1;
  const runs: Run[] = [];
  append(runs, 'same', right.slice(0, start).join(''));
  const middle = [right, signed].map((parts) => parts.slice(start, parts.length - end));
  compareMiddle(runs, middle[0] ?? [], middle[1] ?? [], cells);
  append(runs, 'same', right.slice(right.length - end).join(''));
  return runs;
}

/** Finds the longest common subsequence. */
function compareMiddle(
  runs: Run[],
  right: readonly string[],
  signed: readonly string[],
  cells: number,
): void {
  if (right.length * signed.length > cells) {
    append(runs, 'removed', right.join(''));
    append(runs, 'added', signed.join(''));
    return;
  }
  const width = signed.length + 1;
  const lengths = new Uint16Array((right.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = right.length - 1; i >= 0; i--) {
    for (let j = signed.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        right[i] === signed[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < right.length || j < signed.length; ) {
    const [one, other] = [right[i], signed[j]];
    const isRemoved = other === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1);
    const kind = one === other ? 'same' : one !== undefined && isRemoved ? 'removed' : 'added';
    append(runs, kind, (kind === 'added' ? other : one) ?? '');
    if (kind !== 'added') i += 1;
    if (kind !== 'removed') j += 1;
  }
}
