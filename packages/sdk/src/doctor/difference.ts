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
  const pairs = edits(pairsOf(right), pairsOf(signed));
  const pieces = runsOf(pairs).flatMap(([removed, added]) =>
    typeof removed === 'string' && added === undefined
      ? [edit('same', removed)]
      : refined(removed ?? '', added ?? ''),
  );
  return merged(pieces).map(({ kind, text }) => ({
    kind,
    text,
    invisible: kind === 'same' ? [] : invisibleIn(text),
  }));
}

interface Edit {
  readonly kind: Segment['kind'];
  readonly text: string;
}

function edit(kind: Segment['kind'], text: string): Edit {
  return { kind, text };
}

/** The pairs of a string. Each pair includes the `&` before it. */
function pairsOf(text: string): readonly string[] {
  return text.split('&').map((pair, at) => (at === 0 ? pair : `&${pair}`));
}

/** Compares only the beginnings and ends if the pairs have little in common. */
function refined(removed: string, added: string): readonly Edit[] {
  const [right, signed] = [charactersOf(removed), charactersOf(added)];
  const made = merged(edits(right, signed));
  const kept = made.reduce((length, { kind, text }) => length + (kind === 'same' ? text.length : 0), 0);
  return kept * 3 >= Math.min(removed.length, added.length) ? made : edits(right, signed, 0);
}

/** Characters of a string. A percent-encoded byte is one, because half of `%2F` is nothing that a reader could compare. */
function charactersOf(text: string): readonly string[] {
  return text.match(/%[\da-f]{2}|./gisu) ?? [];
}

/** Keeps the common beginning and end. Compares the middle unless it is too long. */
function edits(right: readonly string[], signed: readonly string[], cells = maxCells): readonly Edit[] {
  let start = 0;
  while (start < right.length && start < signed.length && right[start] === signed[start]) start += 1;
  let end = 0;
  const most = Math.min(right.length, signed.length) - start;
  while (end < most && right[right.length - 1 - end] === signed[signed.length - 1 - end]) end += 1;
  return [
    ...right.slice(0, start).map((text) => edit('same', text)),
    ...compared(right.slice(start, right.length - end), signed.slice(start, signed.length - end), cells),
    ...right.slice(right.length - end).map((text) => edit('same', text)),
  ];
}

function compared(right: readonly string[], signed: readonly string[], cells: number): readonly Edit[] {
  if (right.length * signed.length > cells) {
    return [edit('removed', right.join('')), edit('added', signed.join(''))];
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
  const made: Edit[] = [];
  for (let i = 0, j = 0; i < right.length || j < signed.length; ) {
    const [one, other] = [right[i], signed[j]];
    if (one !== undefined && one === other) made.push(edit('same', one));
    else if (other === undefined || (one !== undefined && lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      made.push(edit('removed', one ?? ''));
    else made.push(edit('added', other));
    if (made.at(-1)?.kind !== 'added') i += 1;
    if (made.at(-1)?.kind !== 'removed') j += 1;
  }
  return made;
}

/** Common parts as `[text, undefined]`, and replaced parts as two strings. */
function runsOf(made: readonly Edit[]): readonly (readonly [string, string | undefined])[] {
  const runs: (readonly [string, string | undefined])[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '' || added !== '') runs.push([removed, added]);
    removed = '';
    added = '';
  };
  for (const { kind, text } of made) {
    if (kind === 'removed') removed += text;
    if (kind === 'added') added += text;
    if (kind !== 'same') continue;
    flush();
    runs.push([text, undefined]);
  }
  flush();
  return runs;
}

/** Merges adjacent edits of one kind and drops empty edits. In a replacement, the removed part comes first. */
function merged(made: readonly Edit[]): readonly Edit[] {
  return runsOf(made)
    .flatMap(([removed, added]) =>
      added === undefined ? [edit('same', removed)] : [edit('removed', removed), edit('added', added)],
    )
    .filter(({ text }) => text !== '')
    .reduce<Edit[]>((kept, next) => {
      const last = kept.at(-1);
      if (last?.kind === next.kind) kept.splice(-1, 1, edit(next.kind, last.text + next.text));
      else kept.push(next);
      return kept;
    }, []);
}
