import { cut } from '@inrgate/conformance/internal';
import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName, Mask } from '@inrgate/sdk/internal';
import type { RequestFault } from '../faults/fault.ts';
import { copied } from '../http/core/copied.ts';
import type { SignatureDiagnosis } from './diagnosis.ts';
import type { StoredExchange } from './exchange.ts';
import type { MerchantKeys } from './trace.ts';

/** A wire request as the log shows it (contract: GET /requests). The entry never contains keys or personal data. */
export interface LoggedRequest {
  readonly id: string;
  /** Time of the request as ISO 8601 in IST. */
  readonly time: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  /** Gateway order number of the order in the response, or null. */
  readonly orderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Duration in real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** Diagnosis of a wrong signature, with a masked key, or null for a correct signature. */
  readonly diagnosis: SignatureDiagnosis | null;
  /** Reason and end of the IP address's lock, and ways to remove the lock. Null without a lock. */
  readonly explanation: string | null;
  /** The injected fault that struck the request, or null. */
  readonly fault: RequestFault | null;
  /** One sentence for each probable mistake that the API does not reject. */
  readonly warnings: readonly string[];
}

/** A wire request as received, before masking. */
export type AnsweredRequest = Omit<LoggedRequest, 'id' | 'parameters' | 'diagnosis' | 'warnings'> & {
  /** Warning that only the decision can give. */
  readonly warning: string | null;
  readonly parameters: ReadonlyMap<string, string> | null;
  /** The key that created the signature. */
  readonly signedWith: KeyName | null;
  readonly exchange: StoredExchange;
  readonly keys: MerchantKeys | null;
  /** The signed operation, if the signature is wrong. */
  readonly wronglySigned: SignedOperation | null;
};

/** An entry of the log, before masking. */
export type StoredRequest = AnsweredRequest & {
  readonly number: number;
  /** Approximate number of bytes in memory. */
  readonly bytes: number;
};

/** An entry before masking, with the function that masks its keys. */
export interface UnmaskedRequest
  extends Pick<StoredRequest, 'time' | 'method' | 'path' | 'status' | 'durationMs' | 'exchange'> {
  readonly hideKeys: Mask;
}

/** Maximum number of characters of a name, a value, an order number or a path. */
export const maxValueLength = 512;
/** Approximate number of bytes that the other fields of a request and its objects need in memory. */
const restBytes = 2_000;

/** Copies the strings of a request, because a substring would keep the whole request in memory. */
export function toStored(answered: AnsweredRequest, number: number): StoredRequest {
  const { ip, path, mchId, mchOrderNo, keys, parameters, explanation } = answered;
  const stored = {
    ...answered,
    number,
    ip: copied(ip),
    path: copied(cut(path, maxValueLength)),
    mchId: mchId && copied(cut(mchId, maxValueLength)),
    mchOrderNo: mchOrderNo && copied(cut(mchOrderNo, maxValueLength)),
    explanation: explanation && copied(explanation),
    keys: keys && { mchKey: keys.mchKey, mchSecret: keys.mchSecret },
    parameters: parameters && new Map([...parameters].map(([name, value]) => [copied(name), copied(value)])),
  };
  return { ...stored, bytes: bytesOf(stored) };
}

/** Counts two bytes for each character. */
function bytesOf({ path, mchId, mchOrderNo, parameters, exchange }: AnsweredRequest): number {
  const { query, request, response } = exchange;
  const texts = [path, mchId ?? '', mchOrderNo ?? '', query, request.body, response.body];
  const pairs = [...(parameters ?? []), ...request.headers, ...response.headers];
  const length = [...texts, ...pairs.flat()].reduce((sum, text) => sum + text.length, 0);
  return 2 * length + restBytes;
}
