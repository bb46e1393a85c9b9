import { invisibleIn } from './invisible.ts';

/** A piece of two texts laid over each other. */
export interface Segment {
  /** `same` in both; `removed`: the right text has it, the signed one lacks it; `added`: the other way round. */
  readonly kind: 'same' | 'removed' | 'added';
  /** What stands there; never empty. */
  readonly text: string;
  /** Characters in it that do not show or look like others, named; none in what is the same. */
  readonly invisible: readonly string[];
}

/** More cells than these are not compared one by one: the middle of the texts then counts as different. */
const maxCells = 250_000;

/** Marks where `signed` leaves `right`. The segments that are not `added` are `right`, those not `removed` `signed`. */
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

/** The pairs of a text, each with the `&` before it. */
function pairsOf(text: string): readonly string[] {
  return text.split('&').map((pair, at) => (at === 0 ? pair : `&${pair}`));
}

/** Where pairs differ, character by character; where little of them is the same, only at the ends. */
function refined(removed: string, added: string): readonly Edit[] {
  const [right, signed] = [[...removed], [...added]];
  const made = merged(edits(right, signed));
  const kept = made.reduce((length, { kind, text }) => length + (kind === 'same' ? text.length : 0), 0);
  return kept * 3 >= Math.min(removed.length, added.length) ? made : edits(right, signed, 0);
}

/** What is the same at both ends is; what lies between is compared, if it is not too long. */
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

/** By the longest common subsequence. */
function compared(right: readonly string[], signed: readonly string[], cells: number): readonly Edit[] {
  if (right.length * signed.length > cells) {
    return [edit('removed', right.join('')), edit('added', signed.join(''))];
  }
  const width = signed.length + 1;
  const lengths = new Uint16Array((right.length + 1) * width);
  for (let i = right.length - 1; i >= 0; i--) {
    for (let j = signed.length - 1; j >= 0; j--) {
      const diagonal = (lengths[(i + 1) * width + j + 1] ?? 0) + 1;
      const below = lengths[(i + 1) * width + j] ?? 0;
      const beside = lengths[i * width + j + 1] ?? 0;
      lengths[i * width + j] = right[i] === signed[j] ? diagonal : Math.max(below, beside);
    }
  }
  return walked(right, signed, (i, j) => lengths[i * width + j] ?? 0);
}

function walked(
  right: readonly string[],
  signed: readonly string[],
  lengthAt: (i: number, j: number) => number,
): readonly Edit[] {
  const made: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < right.length || j < signed.length) {
    const [one, other] = [right[i], signed[j]];
    if (one !== undefined && one === other) {
      made.push(edit('same', one));
      i += 1;
      j += 1;
    } else if (other === undefined || (one !== undefined && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      made.push(edit('removed', one ?? ''));
      i += 1;
    } else {
      made.push(edit('added', other));
      j += 1;
    }
  }
  return made;
}

/** What is the same as `[text, undefined]`; what was replaced, whatever the order of the edits, as two texts. */
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

/** Neighbours of one kind as one; nothing empty. Of a replacement, what is missing comes first. */
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
