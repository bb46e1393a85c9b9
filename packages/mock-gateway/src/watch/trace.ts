import type { KeyName } from '@inrgate/sdk/protocol';
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
  /** Says what is wrong with the signature; null when nothing is, or nobody has looked. */
  diagnose: Diagnose | null;
  /** The claimed merchant's keys, wherever they may stand in the parameters: never logged. */
  keys: MerchantKeys | null;
  /** Why it was refused, where what was sent does not tell. */
  explanation: string | null;
  /** Whether what it was decided by is still there: what a reset has forgotten is not logged after it. */
  isPresent: () => boolean;
}

/** What a merchant signs with. */
export type MerchantKeys = Pick<Merchant, 'mchKey' | 'mchSecret'>;

/** A request whose signature was wrong, as the log has it. */
export interface WrongSignature {
  /** Its id in the log. */
  readonly id: string;
  /** All of them, uncut. */
  readonly parameters: ReadonlyMap<string, string>;
  /** At the time; null when there was no such merchant. */
  readonly keys: MerchantKeys | null;
}

/**
 * Made when somebody looks into the log: while the caller waits it would cost time, and the time would tell which
 * merchants there are (spec: Authentication 1). It holds nothing of the request.
 */
export type Diagnose = (wrong: WrongSignature) => SignatureDiagnosis;

/** What is wrong with a signature, for whoever looks into the log. */
export interface SignatureDiagnosis {
  /** The text that should have been signed, the key masked. */
  readonly canonical: string;
  readonly received: string;
  readonly hint: string;
  /** The alternative pay-in signature's text, where it could have been meant. */
  readonly alternative?: string;
}

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
    diagnose: null,
    keys: null,
    explanation: null,
    isPresent,
  };
}

/** Where the log shows the text that belongs to a wrong signature. */
export function adviceOn(id: string): string {
  return `compare the text that you signed with the one that the dashboard and \`inrgate mock requests get ${id}\` show.`;
}
