import { randomInt } from 'node:crypto';
import { invalidOption } from '../findings/check-error.ts';

/** Version of the stories. Increase the version with each change, because the same seed then selects other stories. */
const storiesVersion = 1;
/** Factor of the version in a generated seed. The random part is smaller. */
const perVersion = 10_000_000_000;
/** Upper bound of the seeds that a user may choose, which belong to no version. */
const ownLimit = 2 ** 32;

export function newSeed(): number {
  return storiesVersion * perVersion + randomInt(1_000_000);
}

/** @throws {CheckError} `invalid_option` for a seed of another version of the stories */
export function checkSeed(seed: number): void {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    invalidOption(`seed ${seed} is invalid: use a whole number of at least 0`);
  }
  if (seed < ownLimit || Math.floor(seed / perVersion) === storiesVersion) return;
  invalidOption(
    `seed ${seed} is from another version of inrgate with other stories. Use that version, or a seed below ${ownLimit}`,
  );
}
