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
  /** The service's own number of the order that the answer is about; null when it is about none. */
  readonly orderNo: string | null;
  readonly status: number;
  readonly error: string | null;
  /** Real milliseconds. */
  readonly durationMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** For a wrong signature: what should have been signed, the key masked. */
  readonly diagnosis: SignatureDiagnosis | null;
  /** For an address that is locked: why, until when, and what lifts it; null otherwise. */
  readonly explanation: string | null;
}

/** What a list is searched by. */
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
 * A request as the log keeps it: one text, from which the values are made when somebody looks. Thousands of objects that
 * are kept for a while take the garbage collector longer than the request takes.
 */
export interface KeptRequest {
  readonly number: number;
  readonly status: number;
  /** All of `AnsweredRequest`, as JSON. */
  readonly packed: string;
}

/** One that somebody looks at. */
export type UnpackedRequest = AnsweredRequest & Pick<KeptRequest, 'number'>;

/** Of names, values, numbers of orders and paths this much is shown. */
export const maxValueLength = 512;
/** What else a request takes, roughly. */
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

/** What stands in the text of a request that has such a value: what has not this text has not this value. */
export function textOfValue(value: string): string {
  return JSON.stringify(value);
}

/** Two bytes for each character: as many as it can take. */
export function bytesOf({ packed }: Pick<KeptRequest, 'packed'>): number {
  return 2 * packed.length + restBytes;
}
