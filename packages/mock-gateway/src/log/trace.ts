import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { RequestFault } from '../faults/fault.ts';

/** Facts about a request that the handlers collect. The request log reads these facts after the response. */
export interface Trace {
  endpoint: string | null;
  mchId: string | null;
  mchOrderNo: string | null;
  /** Gateway order number of the order in the response. */
  orderNo: string | null;
  /** The body as received. */
  body: Uint8Array | null;
  /** The key that created the signature. */
  signedWith: KeyName | null;
  parameters: ReadonlyMap<string, string> | null;
  error: string | null;
  /**
   * Operation of a wrong signature, or null for a correct or unverified signature. The explanation is created when a
   * client reads the log. During the request, its duration would reveal which merchants exist (spec: Authentication 1).
   */
  wronglySigned: SignedOperation | null;
  /** Keys of the merchant that the request claims. The log masks these keys everywhere in the parameters. */
  keys: MerchantKeys | null;
  /** Reason for a rejection, if the response does not state it. */
  explanation: string | null;
  /** A probable mistake of an accepted request. */
  warning: string | null;
  /** The last fault that struck the request. */
  fault: RequestFault | null;
  /** Epoch of the log at the beginning of the request. A reset begins a new epoch, which does not log the request. */
  readonly epoch: number;
}

export type MerchantKeys = Pick<Merchant, 'mchKey' | 'mchSecret'>;

export function newTrace({ epoch }: Pick<Trace, 'epoch'>): Trace {
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
    warning: null,
    fault: null,
    epoch,
  };
}
