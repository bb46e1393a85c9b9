import type { KeyName } from '@inrgate/sdk/protocol';
import type { FaultList } from '../faults/fault-list.ts';
import type { Ports } from '../operations/ports.ts';
import type { RateWindow } from './rate-window.ts';
import type { SignatureLock } from './signature-lock.ts';

/** What answering the wire API needs. */
export interface WireServices {
  readonly ports: Ports;
  readonly faults: FaultList;
  readonly rates: RateWindow;
  readonly locks: SignatureLock;
  /** The hosted checkout's address of an order. */
  readonly payUrl: (payToken: string) => string;
}

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
  /** For a wrong signature: what was compared, without any key. */
  diagnosis: SignatureDiagnosis | null;
  /** The claimed merchant's keys, wherever they may stand in the parameters: never logged. */
  secrets: readonly string[];
}

export interface SignatureDiagnosis {
  /** The text that should have been signed, the key masked. */
  readonly canonical: string;
  readonly received: string;
  readonly hint: string;
  /** The alternative pay-in signature's text, where it could have been meant. */
  readonly alternative?: string;
}

export function newTrace(): Trace {
  return {
    endpoint: null,
    mchId: null,
    mchOrderNo: null,
    orderNo: null,
    body: null,
    signedWith: null,
    parameters: null,
    error: null,
    diagnosis: null,
    secrets: [],
  };
}
