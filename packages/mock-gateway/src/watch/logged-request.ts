import type { KeyName, SignedOperation } from '@inrgate/sdk/protocol';
import { copied } from '../wire/copied.ts';
import { cut } from './cut.ts';
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

/** What was sent and answered, which nothing is searched by. */
type Unpacked = Pick<AnsweredRequest, 'parameters' | 'exchange'>;

/** A request as the log keeps it: no text in it is a part of a larger one. */
export interface KeptRequest extends Omit<AnsweredRequest, keyof Unpacked> {
  readonly number: number;
  readonly requestBody: string;
  readonly responseBody: string;
  /** The rest of `Unpacked`, as JSON. */
  readonly packed: string;
}

/** Of names, values, numbers of orders and paths this much is shown. */
export const maxValueLength = 512;
/** What else a request takes, roughly. */
const restBytes = 1_024;

/** Field by field: whatever else the request has stays behind. */
export function keep(answered: AnsweredRequest, number: number): KeptRequest {
  const { time, ip, method, path, endpoint, mchId, mchOrderNo, orderNo, status, error } = answered;
  const { durationMs, signedWith, wronglySigned, keys, explanation, parameters } = answered;
  const { query, request, response, mishap } = answered.exchange;
  return {
    number,
    time,
    ip: copied(ip),
    method,
    path: ownPart(path),
    endpoint,
    mchId: mchId && ownPart(mchId),
    mchOrderNo: mchOrderNo && ownPart(mchOrderNo),
    orderNo,
    status,
    error,
    durationMs,
    signedWith,
    wronglySigned,
    keys: keys && { mchKey: keys.mchKey, mchSecret: keys.mchSecret },
    explanation: explanation && copied(explanation),
    requestBody: copied(request.body),
    responseBody: copied(response.body),
    packed: JSON.stringify({
      parameters: parameters && [...parameters],
      query,
      request: { ...request, body: '' },
      response: { ...response, body: '' },
      mishap,
    }),
  };
}

export function unpack({ packed, requestBody, responseBody }: KeptRequest): Unpacked {
  const { parameters, query, request, response, mishap } = JSON.parse(packed);
  return {
    parameters: parameters && new Map(parameters),
    exchange: {
      query,
      request: { ...request, body: requestBody },
      response: { ...response, body: responseBody },
      mishap,
    },
  };
}

/** Two bytes for each character: as many as it can take. */
export function bytesOf({ packed, requestBody, responseBody, path, mchId, mchOrderNo }: KeptRequest): number {
  const texts = [packed, requestBody, responseBody, path, mchId ?? '', mchOrderNo ?? ''];
  return texts.reduce((sum, text) => sum + 2 * text.length, restBytes);
}

function ownPart(text: string): string {
  return copied(cut(text, maxValueLength));
}
