import { cut } from '@inrgate/conformance/internal';
import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { SignatureDiagnosis } from './diagnosis.ts';
import type { KeptExchange } from './kept-exchange.ts';
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
}

/** Fields that a search of the log compares. */
export type Searched = Pick<
  LoggedRequest,
  'path' | 'ip' | 'endpoint' | 'mchId' | 'mchOrderNo' | 'orderNo' | 'status' | 'error'
>;

/** A wire request as received, before masking. */
export type AnsweredRequest = Omit<LoggedRequest, 'id' | 'parameters' | 'diagnosis'> & {
  readonly parameters: ReadonlyMap<string, string> | null;
  /** The key that created the signature. */
  readonly signedWith: KeyName | null;
  readonly exchange: KeptExchange;
  readonly keys: MerchantKeys | null;
  /** The signed operation, if the signature is wrong. */
  readonly wronglySigned: SignedOperation | null;
};

/**
 * A logged request as one string, which is parsed on demand. With separate objects, garbage collection would take
 * longer than the requests.
 */
export interface KeptRequest {
  readonly number: number;
  readonly status: number;
  readonly packed: string;
}

/** A parsed entry of the log. */
export type UnpackedRequest = AnsweredRequest & Pick<KeptRequest, 'number'>;

/** Maximum number of characters of a name, a value, an order number or a path. */
export const maxValueLength = 512;
/** Approximate number of bytes that the other fields of a request need in memory. */
const restBytes = 128;

/** Copies each field to one string, because a slice would keep the whole request in memory. */
export function keep(answered: AnsweredRequest): Omit<KeptRequest, 'number'> {
  const { path, mchId, mchOrderNo, status, keys, parameters } = answered;
  const packed = JSON.stringify({
    ...answered,
    path: cut(path, maxValueLength),
    mchId: mchId && cut(mchId, maxValueLength),
    mchOrderNo: mchOrderNo && cut(mchOrderNo, maxValueLength),
    keys: keys && { mchKey: keys.mchKey, mchSecret: keys.mchSecret },
    parameters: parameters && [...parameters],
  });
  return { status, packed };
}

export function unpack({ packed, number }: KeptRequest): UnpackedRequest {
  const { parameters, ...request } = JSON.parse(packed);
  return { ...request, number, parameters: parameters && new Map(parameters) };
}

/** Substring that every stored request with this value contains. */
export function textOfValue(value: string): string {
  return JSON.stringify(value);
}

/** Maximum number of bytes of an entry: two for each character. */
export function bytesOf({ packed }: Pick<KeptRequest, 'packed'>): number {
  return 2 * packed.length + restBytes;
}
