import { randomInt } from 'node:crypto';
import { CheckError } from '../findings/check-error.ts';

/** Increases with each change of the stories, because a seed then describes another story. */
const storiesVersion = 1;
/** A generated seed is the version of the stories times this, plus a random part. */
const perVersion = 10_000_000_000;
/** Seeds up to here are a user's own choice and belong to no version. */
const ownLimit = 2 ** 32;

/** A new seed of this version. */
export function newSeed(): number {
  return storiesVersion * perVersion + randomInt(1_000_000);
}

/** @throws {CheckError} `invalid_option` for a seed that describes other stories in another version */
export function checkSeed(seed: number): void {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new CheckError('invalid_option', `seed ${seed} is invalid: use a whole number from 0`);
  }
  if (seed < ownLimit || Math.floor(seed / perVersion) === storiesVersion) return;
  throw new CheckError(
    'invalid_option',
    `seed ${seed} is from another version of inrgate, which has other stories. Use that version, or a seed below ${ownLimit}`,
  );
}
