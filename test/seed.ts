import { randomInt } from 'node:crypto';

/**
 * The seed of a test that draws at random: `INRGATE_SEED` where it is set, else another each time. It is printed, so that
 * a failure can be repeated.
 */
export function printedSeed(): number {
  const given = process.env['INRGATE_SEED'];
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`INRGATE_SEED is not an integer: ${given}`);
  process.stdout.write(`seed ${seed}; INRGATE_SEED=${seed} repeats this run\n`);
  return seed;
}
