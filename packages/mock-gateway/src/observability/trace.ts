import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { Ports } from '../operations/ports.ts';

/** Facts about a request that the handlers collect. The request log reads them afterwards. */
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
   * Operation of a wrong signature, or null for a correct or unverified signature. A client of the log triggers the
   * explanation, because during the request its duration would reveal which merchants exist (spec: Authentication 1).
   */
  wronglySigned: SignedOperation | null;
  /** Keys of the claimed merchant. The log masks them everywhere in the parameters. */
  keys: MerchantKeys | null;
  /** Reason for a rejection that the response does not show. */
  explanation: string | null;
  /** Returns whether the request's generation still exists. A request from before a reset is not logged after it. */
  isPresent: () => boolean;
}

/** The keys of a merchant. */
export type MerchantKeys = Pick<Merchant, 'mchKey' | 'mchSecret'>;

/** A few other merchants, whose keys the client may have used by mistake. */
export type KnownKeys = () => Promise<readonly (MerchantKeys & Pick<Merchant, 'mchId'>)[]>;

/** Creates an empty trace. */
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
