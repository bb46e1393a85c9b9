import type { KeyName } from '../protocol/routes.ts';
import type { Segment } from './difference.ts';
import type { Remedy } from './remedies.ts';

/** `valid`: nothing is wrong. `explained`: the mistakes named give exactly this sign. `unexplained`: none known does. */
export type Verdict = 'valid' | 'explained' | 'unexplained';

/** What was done wrong, and how to do it right. */
export interface Mistake {
  /** Stable; `signatureMistakes` has all of them. */
  readonly id: string;
  /** What was done, with the names that it is about. */
  readonly title: string;
  /** What to do instead, in one sentence. */
  readonly fix: string;
  /** The same as a line of code. */
  readonly fixes: Remedy;
}

/** How much was tried. */
export interface Tried {
  /** Ways to make a single mistake; pairs of them count as one each. */
  readonly hypotheses: number;
  /** Different texts that were hashed. */
  readonly hashes: number;
  /** false when a limit ended the search before everything was tried. */
  readonly complete: boolean;
}

/** Where the text that the client signed leaves the right one. */
export interface Comparison {
  /** The first character that differs, counted from 1 in whole characters; null when the texts are the same. */
  readonly at: number | null;
  /** The right character there, named, such as `U+0020 SPACE`; null at the end of the text. */
  readonly expected: string | null;
  /** The client's. */
  readonly found: string | null;
  /** Whether the base string, with one of the keys, gives the received sign; null where no key was there to try. */
  readonly isWhatWasSigned: boolean | null;
}

/** What is wrong with a signature. Every text has its keys masked and can be logged. */
export interface SignatureExplanation {
  /** Whether something is wrong, and whether it is known what. */
  readonly verdict: Verdict;
  /** Empty unless explained. */
  readonly mistakes: readonly Mistake[];
  /** The text that should have been signed, the key as `***`, and its sign; null without a key to sign with. */
  readonly expected: { readonly canonical: string; readonly sign: string | null };
  /** What arrived; `canonical` is the text that was signed, where it is known. */
  readonly received: { readonly canonical?: string; readonly sign: string };
  /** Both texts in one, where both are known and differ. */
  readonly difference: readonly Segment[];
  /** The key that the sign was made with, as far as it is one of those given and unaltered; null otherwise. */
  readonly signedWith: KeyName | null;
  /** How far the search went. */
  readonly tried: Tried;
  /** The verdict in a few sentences: what was tried, and what to do next. */
  readonly summary: string;
  /** Only with a base string. */
  readonly comparison?: Comparison;
}
