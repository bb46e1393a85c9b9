// Folder log: what the gateway remembers of requests, masked when it is shown.
import { type Header, maxKeyLength } from '@inrgate/conformance/internal';
import type { SignedOperation } from '@inrgate/sdk/doctor';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Merchant } from '../domain/merchant.ts';
import type { RequestFault } from '../faults/fault.ts';
import { copied, type WireRequest, type WireResponse } from '../http/core/exchange.ts';

export type MerchantKeys = Pick<Merchant, 'mchKey' | 'mchSecret'>;

/** One message of an exchange. */
export interface RecordedMessage {
  readonly headers: readonly Header[];
  readonly body: string;
  /** True if the body was truncated. */
  readonly cut: boolean;
  /** Length of the whole body in bytes, or null if the body was not read completely. */
  readonly length: number | null;
}

/**
 * A request of the wire API with its response, unmasked. The handlers add what they find out, and the log stores the
 * record after the response. `shown-request.ts` masks it.
 */
export interface RequestRecord {
  /** Number of resets before the request. A reset during the request begins a new epoch, which does not log it. */
  readonly epoch: number;
  /** Position in the log, from 1. Zero before the log stores the record. */
  number: number;
  /** Time of the response in epoch milliseconds. */
  time: number;
  ip: string;
  method: string;
  path: string;
  query: string;
  endpoint: string | null;
  mchId: string | null;
  mchOrderNo: string | null;
  /** Gateway order number of the order in the response. */
  orderNo: string | null;
  /** The parameters, or null for an unreadable request. */
  parameters: ReadonlyMap<string, string> | null;
  /** The key that created the signature. */
  signedWith: KeyName | null;
  /**
   * Operation of a wrong signature, or null for a correct or unverified signature. The explanation is created when a
   * client reads the log. During the request, its duration would reveal which merchants exist (spec: Authentication 1).
   */
  wronglySigned: SignedOperation | null;
  /** Keys of the merchant that the request claims. The log masks these keys everywhere in the request. */
  keys: MerchantKeys | null;
  error: string | null;
  /** Reason for a rejection, if the response does not state it. */
  explanation: string | null;
  /** A probable mistake of an accepted request, which only the decision knows. */
  warning: string | null;
  /** The last fault that struck the request. */
  fault: RequestFault | null;
  request: RecordedMessage;
  response: RecordedMessage;
  status: number;
  transportFault: WireResponse['transportFault'] | null;
  /** Duration in real milliseconds. */
  durationMs: number;
}

/** Id of a request in pages and lookups. */
export function idOf({ number }: RequestRecord): string {
  return `req_${number}`;
}

/** Maximum number of characters of a name, a value, an order number or a path. */
export const maxValueLength = 512;
/** Maximum number of characters of a body or a query. */
export const maxBodyLength = 8_192;
/** Larger than the shown length, so a key at the cut is masked completely. */
export const maxStoredBody = maxBodyLength + maxKeyLength;
const maxStoredValue = maxValueLength + maxKeyLength;

const utf8 = new TextDecoder();
const none: RecordedMessage = { headers: [], body: '', cut: false, length: 0 };

/** Copies the strings of the request, because a substring would keep the whole request in memory. */
export function newRecord(request: WireRequest, epoch: number): RequestRecord {
  const { ip, method, path, query } = request;
  const headers = request.headers().map(([name, value]): Header => [copied(name), copied(value)]);
  return {
    epoch,
    number: 0,
    time: 0,
    ip: copied(ip),
    method,
    path: copied(path.slice(0, maxStoredValue)),
    query: copied(query.slice(0, maxStoredBody)),
    endpoint: null,
    mchId: null,
    mchOrderNo: null,
    orderNo: null,
    parameters: null,
    signedWith: null,
    wronglySigned: null,
    keys: null,
    error: null,
    explanation: null,
    warning: null,
    fault: null,
    request: { ...none, headers, length: declaredLength(request) },
    response: none,
    status: 0,
    transportFault: null,
    durationMs: 0,
  };
}

/** Length of an unread body in bytes, from its header. */
function declaredLength(request: WireRequest): number | null {
  const { method } = request;
  const declared = request.header('content-length');
  if (declared !== null && /^[0-9]{1,15}$/.test(declared)) return Number(declared);
  return method === 'GET' || method === 'HEAD' ? 0 : null;
}

export function recordBody(record: RequestRecord, body: Uint8Array): void {
  record.request = messageOf(record.request.headers, body);
}

export function recordResponse(record: RequestRecord, response: WireResponse): void {
  const { status, headers, body, transportFault = null } = response;
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  record.response = messageOf(Object.entries(headers), isWhole ? body : '');
  record.status = status;
  record.transportFault = transportFault;
}

function messageOf(headers: readonly Header[], body: Uint8Array | string): RecordedMessage {
  const cut = body.length > maxStoredBody;
  const length = Buffer.byteLength(body);
  if (typeof body !== 'string')
    return { headers, body: utf8.decode(body.subarray(0, maxStoredBody)), cut, length };
  return { headers, body: cut ? copied(body.slice(0, maxStoredBody)) : body, cut, length };
}

/** Replaces what the handlers have found by copies, for the same reason. */
export function detach(record: RequestRecord): void {
  const { mchId, mchOrderNo, explanation, parameters, keys } = record;
  record.mchId = mchId && copied(mchId.slice(0, maxStoredValue));
  record.mchOrderNo = mchOrderNo && copied(mchOrderNo.slice(0, maxStoredValue));
  record.explanation = explanation && copied(explanation);
  record.keys = keys && { mchKey: keys.mchKey, mchSecret: keys.mchSecret };
  if (parameters === null) return;
  const own = new Map<string, string>();
  for (const [name, value] of parameters) own.set(copied(name), copied(value));
  record.parameters = own;
}

/** Approximate number of bytes that the numbers, short strings and objects of a record need in memory. */
const restBytes = 2_000;

/** Approximate size of a record in memory: two bytes for each character. */
export function bytesOf({ path, query, mchId, mchOrderNo, parameters, request, response }: RequestRecord) {
  let length = path.length + query.length + request.body.length + response.body.length;
  length += (mchId?.length ?? 0) + (mchOrderNo?.length ?? 0);
  for (const pairs of [parameters ?? [], request.headers, response.headers])
    for (const [name, value] of pairs) length += name.length + value.length;
  return 2 * length + restBytes;
}

/** Search criteria of the log. A missing criterion matches every request. */
export interface RequestSearch {
  readonly orderNo?: string | undefined;
  readonly mchId?: string | undefined;
  readonly mchOrderNo?: string | undefined;
  readonly endpoint?: string | undefined;
  /** An HTTP status, for example `401`, or a class of statuses, for example `4xx`. */
  readonly status?: string | undefined;
  readonly error?: string | undefined;
  /** Part of a visible string of a log entry, regardless of upper and lower case. */
  readonly text?: string | undefined;
}

/** Returns whether a request matches. */
export function isSearched(record: RequestRecord, { status, text, ...exact }: RequestSearch): boolean {
  const isEqual = Object.entries(exact).every(
    ([name, value]) => value === undefined || record[name as keyof typeof exact] === value,
  );
  return isEqual && hasStatus(record, status) && hasText(record, text);
}

function hasStatus({ status }: RequestRecord, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.charAt(0)) : String(status) === wanted;
}

function hasText(record: RequestRecord, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const { path, ip, mchId, mchOrderNo, orderNo, error } = record;
  const sought = wanted.toLowerCase();
  return [path, ip, mchId, mchOrderNo, orderNo, error].some((part) => part?.toLowerCase().includes(sought));
}
