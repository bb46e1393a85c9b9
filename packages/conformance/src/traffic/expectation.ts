import type { KeyName, V1Endpoint, V3Endpoint } from '@inrgate/sdk/internal';
import type { FlatParams } from '@inrgate/sdk/protocol';

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
  strangers: 'the keys of the merchant are unknown',
  oneKey: 'only one of the two keys is set, and this key does not match',
} as const;
