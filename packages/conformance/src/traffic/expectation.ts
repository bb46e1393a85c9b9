import type { KeyName, V1Endpoint, V3Endpoint } from '@inrgate/sdk/internal';
import type { FlatParams, FlatValue } from '@inrgate/sdk/protocol';
import { mask } from '../masking/masking.ts';

/** What a request alone says about its answer. */
export interface Expectation {
  readonly endpoint: V3Endpoint | V1Endpoint | null;
  /** null when it cannot be read into any. */
  readonly params: FlatParams | null;
  /** As claimed. */
  readonly mchId: string | null;
  /** The keys that its signature is right with, of those that are known. */
  readonly signedWith: ReadonlySet<KeyName>;
  /** Whether the signature could be judged at all. */
  readonly judged: boolean;
  /** Why it could not, where there is one. */
  readonly unjudged: string | null;
  /** The refusal that the request asks for, whatever stands in the gateway; null for one that may be carried out. */
  readonly refusal: { readonly code: string; readonly step: number; readonly message: string } | null;
}

/** What keeps a signature from being judged. */
export const unjudged = {
  masked: 'the recording has the values masked that are signed',
  strangers: 'the keys of its merchant are not known',
  oneKey: 'one of the two keys alone is known, and it is not signed with that',
} as const;

interface Described {
  readonly name: string;
  readonly alias?: string;
  readonly example: string;
}

/**
 * Of a recording, the values that were masked are not known: a well-formed one stands in for each, so that nothing is
 * said of them.
 */
export function withoutMasks(
  fields: readonly Described[],
  params: FlatParams,
): { readonly params: FlatParams; readonly masked: boolean } {
  const names = [...params].filter(([, { text }]) => text === mask).map(([name]) => name);
  if (names.length === 0) return { params, masked: false };
  const replaced = [...params].map(([name, value]): [string, FlatValue] => {
    if (value.text !== mask) return [name, value];
    const field = fields.find((described) => described.name === name || described.alias === name);
    return [name, { text: field?.example ?? value.text, kind: 'string' }];
  });
  return { params: new Map(replaced), masked: true };
}
