import { cut } from '@inrgate/conformance/internal';
import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { SignatureDiagnosis } from './diagnosis.ts';
import type { KeptExchange } from './kept-exchange.ts';
import type { MerchantKeys } from './trace.ts';

/** A wire request as the log shows it (contract: GET /requests). Keys and personal data never appear. */
export interface LoggedRequest {
  readonly id: string;
  /** ISO-8601 IST. */
  readonly time: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  /** Gateway order number of the response's order; null without an order. */
  readonly orderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** For a wrong signature: what should have been signed, the key masked. */
  readonly diagnosis: SignatureDiagnosis | null;
  /** Reason, end and remedies of a lock for a locked IP address; null otherwise. */
  readonly explanation: string | null;
}

/** Search fields of a list. */
export type Searched = Pick<
  LoggedRequest,
  'path' | 'ip' | 'endpoint' | 'mchId' | 'mchOrderNo' | 'orderNo' | 'status' | 'error'
>;

/** A wire request as it came. */
export type AnsweredRequest = Omit<LoggedRequest, 'id' | 'parameters' | 'diagnosis'> & {
  readonly parameters: ReadonlyMap<string, string> | null;
  /** The key that its signature was right with. */
  readonly signedWith: KeyName | null;
  readonly exchange: KeptExchange;
  /** The merchant's keys at the time. */
  readonly keys: MerchantKeys | null;
  /** For a wrong signature: what was signed. */
  readonly wronglySigned: SignedOperation | null;
};

/**
 * A logged request, kept as one string that is parsed on demand. Thousands of long-lived objects would cost more
 * garbage collection time than the request itself.
 */
export interface KeptRequest {
  readonly number: number;
  readonly status: number;
  /** All of `AnsweredRequest`, as JSON. */
  readonly packed: string;
}

/** Parsed entry for a viewer. */
export type UnpackedRequest = AnsweredRequest & Pick<KeptRequest, 'number'>;

/** Of names, values, numbers of orders and paths this much is shown. */
export const maxValueLength = 512;
/** Approximate memory of the other parts of a request. */
const restBytes = 128;

/** Field by field: whatever else the request has stays behind. */
export function keep(answered: AnsweredRequest): Omit<KeptRequest, 'number'> {
  const { time, ip, method, path, endpoint, mchId, mchOrderNo, orderNo, status, error } = answered;
  const { durationMs, signedWith, wronglySigned, keys, explanation, parameters, exchange } = answered;
  const packed = JSON.stringify({
    time,
    ip,
    method,
    path: cut(path, maxValueLength),
    endpoint,
    mchId: mchId && cut(mchId, maxValueLength),
    mchOrderNo: mchOrderNo && cut(mchOrderNo, maxValueLength),
    orderNo,
    status,
    error,
    durationMs,
    signedWith,
    wronglySigned,
    keys: keys && { mchKey: keys.mchKey, mchSecret: keys.mchSecret },
    explanation,
    parameters: parameters && [...parameters],
    exchange,
  });
  return { status, packed };
}

export function unpack({ packed, number }: KeptRequest): UnpackedRequest {
  const { parameters, ...request } = JSON.parse(packed);
  return { ...request, number, parameters: parameters && new Map(parameters) };
}

/** Substring of every request with such a value. A request without the substring does not have the value. */
export function textOfValue(value: string): string {
  return JSON.stringify(value);
}

/** Two bytes for each character: as many as it can take. */
export function bytesOf({ packed }: Pick<KeptRequest, 'packed'>): number {
  return 2 * packed.length + restBytes;
}
