import { cut } from '@inrgate/conformance/internal';
import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { SignatureDiagnosis } from './diagnosis.ts';
import type { KeptExchange } from './kept-exchange.ts';
import type { MerchantKeys } from './trace.ts';

/** A wire request as the log shows it (contract: GET /requests). Keys and personal data never appear. */
export interface LoggedRequest {
  readonly id: string;
  /** Time of the request as ISO-8601 in IST. */
  readonly time: string;
  readonly ip: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
  /** Gateway order number of the response's order, or null. */
  readonly orderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Duration in real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** The correct string of a wrong signature, with a masked key. */
  readonly diagnosis: SignatureDiagnosis | null;
  /** Reason, end and remedies of the IP address's lock, or null. */
  readonly explanation: string | null;
}

/** Search fields of a list. */
export type Searched = Pick<
  LoggedRequest,
  'path' | 'ip' | 'endpoint' | 'mchId' | 'mchOrderNo' | 'orderNo' | 'status' | 'error'
>;

/** A wire request as received. */
export type AnsweredRequest = Omit<LoggedRequest, 'id' | 'parameters' | 'diagnosis'> & {
  readonly parameters: ReadonlyMap<string, string> | null;
  /** The key that made the signature. */
  readonly signedWith: KeyName | null;
  readonly exchange: KeptExchange;
  readonly keys: MerchantKeys | null;
  /** The signed string of a wrong signature. */
  readonly wronglySigned: SignedOperation | null;
};

/**
 * A logged request, stored as one string that is parsed on demand. The garbage collection of thousands of objects would
 * take longer than the requests.
 */
export interface KeptRequest {
  readonly number: number;
  readonly status: number;
  readonly packed: string;
}

/** Parsed entry for a viewer. */
export type UnpackedRequest = AnsweredRequest & Pick<KeptRequest, 'number'>;

/** Maximum number of characters of a name, a value, an order number or a path. */
export const maxValueLength = 512;
/** Approximate memory of the other parts of a request in bytes. */
const restBytes = 128;

/** Copies each field, because a slice would keep the whole request in memory. */
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

/** Substring of every stored request with this value. */
export function textOfValue(value: string): string {
  return JSON.stringify(value);
}

/** Maximum number of bytes: two for each character. */
export function bytesOf({ packed }: Pick<KeptRequest, 'packed'>): number {
  return 2 * packed.length + restBytes;
}
