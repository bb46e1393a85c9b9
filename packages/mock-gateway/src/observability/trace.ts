import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { Ports } from '../operations/ports.ts';

/** Facts about a request that are collected while it is handled. The request log reads them afterwards. */
export interface Trace {
  endpoint: string | null;
  mchId: string | null;
  mchOrderNo: string | null;
  /** Gateway order number of the response's order. */
  orderNo: string | null;
  /** The body as received. */
  body: Uint8Array | null;
  /** The key that made the signature. */
  signedWith: KeyName | null;
  parameters: ReadonlyMap<string, string> | null;
  error: string | null;
  /**
   * Parameters of a wrong signature; null if it was right or not verified. The explanation is computed when a client
   * reads the log. During the request it would cost time and reveal which merchants exist (spec: Authentication 1).
   */
  wronglySigned: SignedOperation | null;
  /** Keys of the claimed merchant, which are never logged, wherever they occur in the parameters. */
  keys: MerchantKeys | null;
  /** Reason of a refusal that the response does not show. */
  explanation: string | null;
  /** Whether its generation still exists. A request that began before a reset is not logged after it. */
  isPresent: () => boolean;
}

/** The keys of a merchant. */
export type MerchantKeys = Pick<Merchant, 'mchKey' | 'mchSecret'>;

/** A few other merchants whose keys the client may have used by mistake. */
export type KnownKeys = () => Promise<readonly (MerchantKeys & Pick<Merchant, 'mchId'>)[]>;

/** An empty trace for a new request. */
export function newTrace({ ports: { isPresent } }: { readonly ports: Pick<Ports, 'isPresent'> }): Trace {
  return {
    endpoint: null,
    mchId: null,
    mchOrderNo: null,
    orderNo: null,
    body: null,
    signedWith: null,
    parameters: null,
    error: null,
    wronglySigned: null,
    keys: null,
    explanation: null,
    isPresent,
  };
}
