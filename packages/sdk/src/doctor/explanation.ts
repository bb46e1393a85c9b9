import type { KeyName } from '../protocol/routes.ts';
import type { Segment } from './difference.ts';
import type { Remedy } from './remedies.ts';

/**
 * Verdict of a diagnosis. `valid`: the sign is correct. `explained`: the listed mistakes produce exactly this sign.
 * `unexplained`: no known mistake produces it.
 */
export type Verdict = 'valid' | 'explained' | 'unexplained';

/** A mistake and its fix. */
export interface Mistake {
  /** Stable identifier. `signatureMistakes` lists all mistakes. */
  readonly id: string;
  /** Description of the mistake, with the names of the affected parameters. */
  readonly title: string;
  /** Fix in one or two sentences. */
  readonly fix: string;
  /** The fix as a line of code in six languages. */
  readonly fixes: Remedy;
}

/** Size of the search. */
export interface Tried {
  /** Number of single mistakes and pairs of mistakes that the search tried. */
  readonly hypotheses: number;
  /** Number of different strings that the search hashed. */
  readonly hashes: number;
  /** False if a limit ended the search early. */
  readonly complete: boolean;
}

/** First difference between the client's base string and the correct one. */
export interface Comparison {
  /** Position of the first different character, in whole characters from 1, or null if the strings are equal. */
  readonly at: number | null;
  /** Name of the correct character, for example `U+0020 SPACE`, or null at the end of the string. */
  readonly expected: string | null;
  /** Name of the client's character, or null at the end of the string. */
  readonly found: string | null;
  /** True if the given base string produces the received sign with one of the keys. Null if no key was given. */
  readonly isWhatWasSigned: boolean | null;
}

/** Diagnosis of a signature. The doctor masks the keys in every string, so you can log the diagnosis. */
export interface SignatureExplanation {
  /** Result of the diagnosis. */
  readonly verdict: Verdict;
  /** The mistakes that explain the sign. Empty unless the verdict is `explained`. */
  readonly mistakes: readonly Mistake[];
  /** The correct base string with the key as `***`, and its sign, or null if no key was given. */
  readonly expected: { readonly canonical: string; readonly sign: string | null };
  /** The received sign, and the base string that the client signed, if known. */
  readonly received: { readonly canonical?: string; readonly sign: string };
  /** The difference between the two base strings. Empty if they are equal, or if either string is unknown. */
  readonly difference: readonly Segment[];
  /** Name of the unaltered key that produced the sign, or null if no given key did. */
  readonly signedWith: KeyName | null;
  /** Size of the search. */
  readonly tried: Tried;
  /** The verdict and the next steps in a few sentences. */
  readonly summary: string;
  /** Comparison with the given base string. */
  readonly comparison?: Comparison;
}
