import type { KeyName } from '../protocol/routes.ts';
import type { Segment } from './difference.ts';
import type { Remedy } from './remedies.ts';

/**
 * `valid`: the sign is correct. `explained`: the mistakes give exactly this sign. `unexplained`: no known mistake
 * does.
 */
export type Verdict = 'valid' | 'explained' | 'unexplained';

/** A mistake and its fix. */
export interface Mistake {
  /** Stable id; `signatureMistakes` lists all of them. */
  readonly id: string;
  /** Description of the mistake, with the affected names. */
  readonly title: string;
  /** Fix in one or two sentences. */
  readonly fix: string;
  /** The fix as a line of code in six languages. */
  readonly fixes: Remedy;
}

/** Size of the search. */
export interface Tried {
  /** Number of single mistakes and pairs that were tried. */
  readonly hypotheses: number;
  /** Number of different strings that were hashed. */
  readonly hashes: number;
  /** False if a limit ended the search early. */
  readonly complete: boolean;
}

/** First difference between the client's base string and the correct one. */
export interface Comparison {
  /** Position of the first different character, counted from 1 in whole characters; null if the strings are equal. */
  readonly at: number | null;
  /** Name of the correct character, for example `U+0020 SPACE`; null at the end of the string. */
  readonly expected: string | null;
  /** Name of the client's character. */
  readonly found: string | null;
  /** True if the base string gives the received sign with one of the keys; null if there was no key to try. */
  readonly isWhatWasSigned: boolean | null;
}

/** Diagnosis of a signature. Keys are masked in every string, so you can log it. */
export interface SignatureExplanation {
  /** Result of the diagnosis. */
  readonly verdict: Verdict;
  /** Empty unless explained. */
  readonly mistakes: readonly Mistake[];
  /** The correct base string with the key as `***`, and its sign; null without a key to sign with. */
  readonly expected: { readonly canonical: string; readonly sign: string | null };
  /** The received sign, and the base string that was signed, if known. */
  readonly received: { readonly canonical?: string; readonly sign: string };
  /** The difference of the two base strings, if both are known and differ. */
  readonly difference: readonly Segment[];
  /** The key that made the sign, if it is one of the given keys and unaltered; null otherwise. */
  readonly signedWith: KeyName | null;
  /** How far the search went. */
  readonly tried: Tried;
  /** The verdict and the next steps in a few sentences. */
  readonly summary: string;
  /** Comparison with the given base string. */
  readonly comparison?: Comparison;
}
