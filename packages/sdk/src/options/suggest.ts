/** Returns a suggestion for a misspelt word, ` (Did you mean usdt?)`, or an empty string. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  if (near.length === 0) return '';
  return ` (Did you mean ${near.length === 1 ? '' : 'one of '}${near.join(', ')}?)`;
}

/** Maximum number of typing mistakes in a word. */
const maxSlips = 3;

function nearest(word: string, candidates: readonly string[]): readonly string[] {
  const rated = candidates.map((candidate) => ({ candidate, slips: slips(word, candidate) }));
  const close = rated.filter(
    ({ candidate, slips: count }) =>
      (count <= maxSlips || word.startsWith(candidate)) &&
      count < 0.6 * Math.max(word.length, candidate.length),
  );
  const fewest = Math.min(...close.map(({ slips: count }) => count));
  return close.filter(({ slips: count }) => count === fewest).map(({ candidate }) => candidate);
}

/** Counts added, missing, wrong and swapped letters, ignoring case (restricted Damerau-Levenshtein distance). */
function slips(from: string, to: string): number {
  const a = from.toLowerCase();
  const b = to.toLowerCase();
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + same,
          swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
