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

/** An entry of the log. */
export interface KeptRequest extends AnsweredRequest {
  readonly number: number;
  /** Approximate size in memory. */
  readonly bytes: number;
}

/** Maximum number of characters of a name, a value, an order number or a path. */
export const maxValueLength = 512;
/** Approximate number of bytes that the other fields of a request need in memory. */
const restBytes = 1_024;

/** Creates an entry. Limits the strings that a client chooses freely. */
export function keep(answered: AnsweredRequest, number: number): KeptRequest {
  const { path, mchId, mchOrderNo } = answered;
  return {
    ...answered,
    number,
    bytes: bytesOf(answered),
    path: cut(path, maxValueLength),
    mchId: mchId && cut(mchId, maxValueLength),
    mchOrderNo: mchOrderNo && cut(mchOrderNo, maxValueLength),
  };
}

/**
 * Maximum number of bytes of an entry: two for each character. Includes the whole body, because a parameter can be a
 * slice of it.
 */
function bytesOf({ exchange: { query, request, response }, parameters }: AnsweredRequest): number {
  const bodies = request.body.length + response.body.length + (request.length ?? 0);
  const pairs =
    charactersOf(request.headers) + charactersOf(response.headers) + charactersOf(parameters ?? []);
  return 2 * (query.length + bodies + pairs) + restBytes;
}

function charactersOf(pairs: Iterable<readonly [string, string]>): number {
  let characters = 0;
  for (const [name, value] of pairs) characters += name.length + value.length;
  return characters;
}
