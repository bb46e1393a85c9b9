import type { KeyName, V1Endpoint, V3Endpoint } from '@inrgate/sdk/internal';
import type { FlatParams, FlatValue } from '@inrgate/sdk/protocol';
import { mask } from '../masking/masking.ts';

/** The expected response to a request. Depends only on the request. */
export interface Expectation {
  readonly endpoint: V3Endpoint | V1Endpoint | null;
  /** The parameters, or null if the body is unreadable. */
  readonly params: FlatParams | null;
  /** The Merchant ID in the request. */
  readonly mchId: string | null;
  /** Names of the known keys whose signature equals the request's signature. */
  readonly signedWith: ReadonlySet<KeyName>;
  /** True if the signature could be judged. */
  readonly judged: boolean;
  /** Reason why the signature could not be judged. */
  readonly unjudged: string | null;
  /** The error that the request always causes, or null if the request may succeed. */
  readonly refusal: { readonly code: string; readonly step: number; readonly message: string } | null;
}

/** What is known of a request before it is read. */
export const unread: Omit<Expectation, 'endpoint'> = {
  params: null,
  mchId: null,
  signedWith: new Set(),
  judged: false,
  unjudged: null,
  refusal: null,
};

/** Reasons why a signature cannot be judged. */
export const unjudged = {
  masked: 'the recording masks signed values',
  strangers: 'the keys of the merchant are unknown',
  oneKey: 'only one of the two keys is set, and this key does not match',
} as const;

interface Described {
  readonly name: string;
  readonly alias?: string;
  readonly example: string;
}

/** Replaces the masked values of a recording with valid values, so no check reports the masked values. */
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
