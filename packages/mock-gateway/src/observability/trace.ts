import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { Ports } from '../operations/ports.ts';

/** What is noted about a request while it is answered; the request log reads it afterwards. */
export interface Trace {
  endpoint: string | null;
  mchId: string | null;
  mchOrderNo: string | null;
  /** The service's own number of the order that the answer is about. */
  orderNo: string | null;
  /** The body as it was read. */
  body: Uint8Array | null;
  /** The key that the signature was right with. */
  signedWith: KeyName | null;
  parameters: ReadonlyMap<string, string> | null;
  error: string | null;
  /**
   * What was signed, where the signature was wrong; null when it was right, or nobody has looked. What is wrong with it
   * is found when somebody looks into the log: while the caller waits it would cost time, and the time would tell which
   * merchants there are (spec: Authentication 1).
   */
  wronglySigned: SignedOperation | null;
  /** The claimed merchant's keys, wherever they may stand in the parameters: never logged. */
  keys: MerchantKeys | null;
  /** Why it was refused, where what was sent does not tell. */
  explanation: string | null;
  /** Whether what it was decided by is still there: what a reset has forgotten is not logged after it. */
  isPresent: () => boolean;
}

/** What a merchant signs with. */
export type MerchantKeys = Pick<Merchant, 'mchKey' | 'mchSecret'>;

/** Merchants whose keys may have been taken by mistake: a few of them. */
export type KnownKeys = () => Promise<readonly (MerchantKeys & Pick<Merchant, 'mchId'>)[]>;

/** A trace of a request of which nothing is known yet. */
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
