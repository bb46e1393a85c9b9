import type { FlatParams } from '../protocol/flat-parser.ts';
import type { KeyName } from '../protocol/routes.ts';
import type { Signable } from '../protocol/signature.ts';
import type { Segment } from './difference.ts';
import type { Operation } from './operations.ts';
import type { Remedy } from './remedies.ts';

/** A merchant's keys, with several keys of one kind during a key change. An empty key counts as absent. */
export interface ExplainKeys {
  /** The API Key. It signs pay-ins, their queries and their callbacks. */
  readonly mchKey?: string | readonly string[] | undefined;
  /** The API Secret. It signs all other operations. */
  readonly mchSecret?: string | readonly string[] | undefined;
}

/** Another merchant, whose keys the client may have used by mistake. */
export interface OtherMerchant extends ExplainKeys {
  /** Merchant ID. The result contains this ID if the key belongs to this merchant. */
  readonly mchId?: string | undefined;
}

export interface ShownParameter {
  readonly name: string;
  readonly text: string;
}

/** Parameters with their `sign`, as strings in the order received, or the result of `parseFlat`. */
export type SignedParameters = Signable | FlatParams;

export interface ExplainOptions {
  /** The keys to try. Results never contain them. */
  readonly keys: ExplainKeys;
  /** The signed operation. If it is omitted, the search accepts either key. */
  readonly operation?: Operation | undefined;
  /** The `Content-Type` header of the parameters. In a form, a `+` can become a space. */
  readonly contentType?: string | null | undefined;
  /** The received sign. The default is the parameter `sign`. */
  readonly sign?: string | undefined;
  /** The Merchant ID. Required only if the parameters contain no Merchant ID. */
  readonly mchId?: string | undefined;
  /** The callback URL that the merchant saved, because a client may sign it without sending it. */
  readonly callbackUrl?: string | null | undefined;
  /** Other merchants whose keys the search tries too, each key with a single mistake. */
  readonly otherMerchants?: readonly OtherMerchant[] | undefined;
  /**
   * The string that the client hashed, with or without the key. The doctor compares this string with the correct one,
   * character by character. A line break at its end may belong to the file, so the doctor tries the string with and
   * without it.
   */
  readonly baseString?: string | Uint8Array | undefined;
  /**
   * Function that replaces a parameter in every string of the result. Example: a function that hides personal data in a
   * request log.
   */
  readonly shown?: ((parameter: ShownParameter) => ShownParameter) | undefined;
}

/**
 * Verdict of a diagnosis. `valid`: the sign is correct. `explained`: the listed mistakes produce exactly this sign.
 * `unexplained`: no known mistake produces it.
 */
export type Verdict = 'valid' | 'explained' | 'unexplained';

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

export interface Tried {
  /** Number of single mistakes and pairs of mistakes that the search tried. */
  readonly hypotheses: number;
  /** Number of different strings that the search hashed. */
  readonly hashes: number;
  /** False if the parameters are too long to try everything. */
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
  readonly tried: Tried;
  /** The verdict and the next steps in a few sentences. */
  readonly summary: string;
  readonly comparison?: Comparison;
}

export interface ExplainCallbackOptions
  extends Pick<ExplainOptions, 'keys' | 'mchId' | 'otherMerchants' | 'baseString'> {
  readonly contentType: string | null | undefined;
  /**
   * The sign that your own code calculated. If the body's sign is correct, the search explains `computedSign`, and
   * `received` contains it. Instead, you can pass `baseString`, the string that your code hashed.
   */
  readonly computedSign?: string | undefined;
}

export interface CallbackExplanation extends SignatureExplanation {
  /**
   * Kind of the callback, or null if its fields do not determine the kind. With null, the search accepts either key.
   */
  readonly kind: 'payin' | 'payout' | 'link' | null;
  /** Likely mistakes in the verifying code. Empty unless the body's sign is correct. */
  readonly pitfalls: readonly Mistake[];
}
