import { CallbackVerificationError } from '../errors/callback-errors.ts';
import { ConfigurationError } from '../errors/errors.ts';
import { checkNoOuterSpace, checkObject, isSignable } from '../options/options.ts';
import { isAmbiguous } from '../protocol/ambiguity.ts';
import { callbackMediaType } from '../protocol/callback-body.ts';
import { type FlatParams, FlatParseError, parseFlat } from '../protocol/flat-parser.ts';
import { bodyLimit } from '../protocol/limits.ts';
import type { KeyName } from '../protocol/routes.ts';
import { flagOf, type Read } from '../protocol/schemas/field.ts';
import {
  linkCallbackReceived,
  payinCallbackReceived,
  payoutCallbackReceived,
} from '../protocol/schemas/readers.ts';
import { verifySignature } from '../protocol/signature.ts';
import type { Callback, CallbackKind, LinkCallback } from './callback.ts';

/** One key, or several keys during a key change, newest first. A callback may be signed with any of them. */
export type CallbackKeys = string | readonly string[];

export interface CallbackCredentials {
  /** The Merchant ID. `verifyCallback` rejects a callback with a different Merchant ID: `wrong_merchant`. */
  readonly mchId: string;
  /** The API Key. It verifies pay-in callbacks. */
  readonly mchKey?: CallbackKeys | undefined;
  /** The API Secret. It verifies payout and link callbacks. */
  readonly mchSecret?: CallbackKeys | undefined;
}

/** Credentials and content type for the verification of a callback. */
export interface VerifyCallbackOptions extends CallbackCredentials {
  /**
   * The `Content-Type` header as received: JSON (also `text/json`) or a form. `verifyCallback` ignores its charset,
   * because the body must be UTF-8. It rejects a callback without the header: `unsupported_content_type`.
   */
  readonly contentType: string | null | undefined;
}

/**
 * Verifies the raw bytes of a callback and returns its typed fields. The callback must be signed for this merchant with
 * the key of its kind, without ambiguity between fields (spec: Events; Authentication 4). An authentic callback can
 * arrive late or more than once. `createCallbackHandler` handles both cases.
 *
 * @param rawBody the body as received, as a Buffer, Uint8Array or string, never a parsed object
 * @throws {CallbackVerificationError} with a stable `reason`
 * @throws {ConfigurationError} for a missing mchId, an empty list of keys, or a key that is empty or has white space
 * around it
 */
export function verifyCallback(rawBody: Uint8Array | string, options: VerifyCallbackOptions): Callback {
  checkCredentials(options);
  const params = parse(rawBody, options.contentType ?? null);
  const fields = signedFields(params);
  const kind = verifiedKind(fields, params.get('sign')?.text ?? '', options);
  refuseAmbiguity(fields);
  return readCallback(kind, fields, options.mchId);
}

/** @throws {ConfigurationError} without the value */
export function checkCredentials(credentials: CallbackCredentials): void {
  checkObject('the options with mchId and the keys', credentials);
  const { mchId, mchKey, mchSecret } = credentials;
  if (!isSomeText(mchId))
    throw new ConfigurationError('mchId is missing; pass the Merchant ID to verify callbacks');
  checkNoOuterSpace('mchId', mchId);
  for (const [name, keys] of Object.entries({ mchKey, mchSecret })) {
    if (keys === undefined) continue;
    const list: unknown = typeof keys === 'string' ? [keys] : keys;
    if (!Array.isArray(list) || list.length === 0 || !list.every(isSomeText)) {
      throw new ConfigurationError(`${name} must be a non-empty key or a non-empty list of such keys`);
    }
    for (const key of list) checkNoOuterSpace(name, key);
  }
}

function isSomeText(value: unknown): value is string {
  return isSignable(value) && value !== '';
}

export function keyList(keys: CallbackKeys = []): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys;
}

function parse(rawBody: Uint8Array | string, contentType: string | null): FlatParams {
  const body = bytesOrText(rawBody);
  if (Buffer.byteLength(body) > bodyLimit) throw new CallbackVerificationError('body_too_large');
  try {
    return parseFlat(withoutMark(body), callbackMediaType(contentType));
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    throw new CallbackVerificationError(error.reason);
  }
}

const mark = Buffer.from('\uFEFF');

/** Removes a byte order mark. Some servers add this mark before the body, and the signature does not cover the mark. */
function withoutMark(body: Uint8Array | string): Uint8Array | string {
  if (typeof body === 'string') return body.startsWith('\uFEFF') ? body.slice(1) : body;
  return mark.equals(body.subarray(0, 3)) ? body.subarray(3) : body;
}

/** Accepts bytes of another realm, for example of a test runner, for which `instanceof Uint8Array` is false. */
function bytesOrText(rawBody: unknown): Uint8Array | string {
  if (typeof rawBody === 'string') return rawBody;
  if (!ArrayBuffer.isView(rawBody)) throw new CallbackVerificationError('parsed_body');
  return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
}

/** Signed fields with a value, by their names as received. */
type SignedFields = ReadonlyMap<string, string>;

/** Drops empty fields. The signature does not cover them, so an attacker can add them (spec: Authentication 3). */
function signedFields(params: FlatParams): SignedFields {
  const fields = [...params].map(([name, { text }]) => [name, text] as const);
  return new Map(fields.filter(([, text]) => text !== ''));
}

/** The kind that matches both the fields and the key of the signature. */
function verifiedKind(fields: SignedFields, sign: string, credentials: CallbackCredentials): CallbackKind {
  if (sign === '') throw new CallbackVerificationError('missing_sign');
  const keyOf = (kind: CallbackKind): KeyName => (kind === 'payin' ? 'mchKey' : 'mchSecret');
  const configured = kindsByShape(fields).filter((kind) => credentials[keyOf(kind)] !== undefined);
  if (configured.length === 0) throw new CallbackVerificationError('missing_key');
  // Try every key, so the duration does not reveal the matching key.
  const signedBy = (name: KeyName) =>
    keyList(credentials[name])
      .map((key) => verifySignature(fields, key, sign))
      .includes(true);
  const kind = configured.find((candidate) => signedBy(keyOf(candidate)));
  if (kind !== undefined) return kind;
  const otherKey = signedBy('mchKey') || signedBy('mchSecret');
  throw new CallbackVerificationError(otherKey ? 'wrong_key' : 'invalid_signature');
}

/** Fields that occur in only one kind, required fields first. */
const marks: readonly Readonly<Record<'payin' | 'payout', readonly string[]>>[] = [
  { payin: ['tradeType', 'netAmount'], payout: ['totalDebit'] },
  { payin: ['paidAmount', 'utr', 'extra', 'usdtAmount'], payout: ['txid', 'message'] },
];

/** The kinds that match the fields. Unknown fields of a later API version do not change the result. */
function kindsByShape(fields: SignedFields): readonly CallbackKind[] {
  const hasOne = (names: readonly string[]) => names.some((name) => fields.has(name));
  const link = fields.has('link_code');
  const order = hasOne(['mchOrderNo', 'merchant_order_no', 'orderNo', 'gateway_order_no']);
  if (link === order) throw new CallbackVerificationError('unknown_kind');
  if (link) return ['link'];
  for (const { payin, payout } of marks) {
    const isPayin = hasOne(payin);
    if (isPayin !== hasOne(payout)) return [isPayin ? 'payin' : 'payout'];
  }
  // The callback contains only common fields, or fields of both kinds, so the key determines the kind.
  return ['payin', 'payout'];
}

/** An attacker could derive another callback from ambiguous fields (spec: Authentication 3). */
function refuseAmbiguity(fields: SignedFields): void {
  for (const [name, value] of fields) {
    if (/[&=]/.test(name)) throw new CallbackVerificationError('ambiguous_name');
    if (isAmbiguous(name, value)) throw new CallbackVerificationError('ambiguous_value', { field: name });
  }
}

function readCallback(kind: CallbackKind, fields: SignedFields, mchId: string): Callback {
  const test = fields.get('test');
  // The callback could be a test or a payment.
  if (test !== undefined && flagOf(test) === undefined) {
    throw new CallbackVerificationError('invalid_field', { field: 'test' });
  }
  if (kind === 'link') return readLink(fields);
  const callback: Callback =
    kind === 'payin'
      ? { kind, ...read(payinCallbackReceived, fields) }
      : { kind, ...read(payoutCallbackReceived, fields) };
  if (callback.mchId !== mchId) throw new CallbackVerificationError('wrong_merchant');
  return callback;
}

function readLink(fields: SignedFields): LinkCallback {
  const data = read(linkCallbackReceived, fields);
  const { test, amount, currency, status } = data;
  const names = { linkCode: data.link_code, clientRef: data.client_ref };
  return { kind: 'link', test, ...names, amount, currency, status, paidAt: data.paid_at };
}

const reasons = {
  missing: 'missing_field',
  invalid: 'invalid_field',
  conflict: 'conflicting_alias',
} as const;

function read<Data>(received: Read<Data>, fields: SignedFields): Data {
  const result = received(fields);
  if ('data' in result) return result.data;
  const { kind, field } = result.issue;
  throw new CallbackVerificationError(reasons[kind], field === undefined ? {} : { field });
}
