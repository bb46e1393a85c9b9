import { createHash } from 'node:crypto';

export interface Draw {
  readonly count: number;
  readonly seed: number;
}

interface Keyed {
  readonly key: string;
  readonly file: string;
}

/**
 * Draws the first mutants in an order that depends only on the seed and their own keys. A change of one source
 * therefore keeps the other mutants in the draw, and a larger draw contains a smaller draw.
 */
export function drawn<T extends Keyed>(mutants: readonly T[], { count, seed }: Draw): readonly T[] {
  const place = ({ file, key }: T) => createHash('sha256').update(`${seed}\0${file}\0${key}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, place: place(mutant) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Standard score of a two-sided confidence level of 95 %. */
const z = 1.96;

/**
 * Returns half of the width of the 95 % confidence interval for the share that a draw estimates, in percentage points.
 * Uses Wilson's interval, because the share is near 100 %, with a correction for a finite population.
 */
export function marginOfError(killed: number, tried: number, mutants: number): number {
  if (tried >= mutants) return 0;
  const n = (tried * (mutants - 1)) / (mutants - tried);
  const share = killed / tried;
  return (100 * z * Math.sqrt((share * (1 - share)) / n + (z / (2 * n)) ** 2)) / (1 + z ** 2 / n);
}
