import { checkNoOuterSpace, checkObject, isSignable } from '../checks/options.ts';
import { CallbackVerificationError } from '../errors/callback-verification-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { isAmbiguous } from '../protocol/ambiguity.ts';
import { callbackMediaType } from '../protocol/callback-body.ts';
import { type FlatParams, FlatParseError, parseFlat } from '../protocol/flat-parser.ts';
import { bodyLimit } from '../protocol/limits.ts';
import type { KeyName } from '../protocol/routes.ts';
import { verifySignature } from '../protocol/signature.ts';
import type { Callback, CallbackKind } from './callback.ts';
import { type Fields, readCallback } from './read-callback.ts';

/** A key, or while it is being changed both, the newest first: each verifies. */
export type CallbackKeys = string | readonly string[];

/** The merchant whose callbacks are expected. */
export interface CallbackCredentials {
  /** The Merchant ID: a callback that names another is refused with `wrong_merchant`. */
  readonly mchId: string;
  /** The API Key: verifies pay-in callbacks. */
  readonly mchKey?: CallbackKeys | undefined;
  /** The API Secret: verifies payout and link callbacks. */
  readonly mchSecret?: CallbackKeys | undefined;
}

/** Whose callback it should be, and how its body is written. */
export interface VerifyCallbackOptions extends CallbackCredentials {
  /**
   * The `Content-Type` header as received: JSON, `text/json` too, or form. Its charset is ignored, the body must be UTF-8.
   * Without one it is refused with `unsupported_content_type`.
   */
  readonly contentType: string | null | undefined;
}

/**
 * Verifies a callback by its raw bytes and reads it: signed by the gateway, for this merchant, with the key of its
 * kind, and without an ambiguity that would let a field hide in another (spec: Events; Authentication 4).
 *
 * An authentic callback can arrive more than once and late; `createCallbackHandler` takes care of that.
 *
 * @param rawBody the body as received: a Buffer, a Uint8Array or a string, never a parsed object
 * @throws {CallbackVerificationError} with a stable `reason`
 * @throws {ConfigurationError} for a missing mchId, an empty list of keys, or one of them empty or with white space around it
 */
export function verifyCallback(rawBody: Uint8Array | string, options: VerifyCallbackOptions): Callback {
  checkCredentials(options);
  const params = parse(rawBody, options.contentType ?? null);
  const fields = signedFields(params);
  const kind = verifiedKind(fields, params.get('sign')?.text ?? '', options);
  refuseAmbiguity(fields);
  return readCallback(kind, fields, options.mchId);
}

/**
 * Refuses credentials that can verify nothing: a missing Merchant ID, a key that is empty or has white space around it.
 *
 * @throws {ConfigurationError} that never shows one
 */
export function checkCredentials(credentials: CallbackCredentials): void {
  checkObject('the options with mchId and the keys', credentials);
  const { mchId, mchKey, mchSecret } = credentials;
  if (!isSomeText(mchId)) throw new ConfigurationError('callbacks need mchId');
  checkNoOuterSpace('mchId', mchId);
  for (const [name, keys] of Object.entries({ mchKey, mchSecret })) {
    if (keys === undefined) continue;
    const list: unknown = typeof keys === 'string' ? [keys] : keys;
    if (!Array.isArray(list) || list.length === 0 || !list.every(isSomeText)) {
      throw new ConfigurationError(`callbacks need ${name} to be a key, or keys with none empty`);
    }
    for (const key of list) checkNoOuterSpace(name, key);
  }
}

function isSomeText(value: unknown): value is string {
  return isSignable(value) && value !== '';
}

/** The keys of this name, the newest first. */
export function keyList(keys: CallbackKeys | undefined): readonly string[] {
  if (keys === undefined) return [];
  return typeof keys === 'string' ? [keys] : [...keys];
}

function parse(rawBody: Uint8Array | string, contentType: string | null): FlatParams {
  const body = bytesOrText(rawBody);
  if (Buffer.byteLength(body) > bodyLimit) throw new CallbackVerificationError('body_too_large');
  try {
    return parseFlat(withoutMark(body), callbackMediaType(contentType));
  } catch (error) {
    if (!(error instanceof FlatParseError)) throw error;
    throw new CallbackVerificationError(error.reason, { cause: error });
  }
}

/** Some servers write a byte order mark before the text. It is no part of it, and not signed. */
function withoutMark(body: Uint8Array | string): Uint8Array | string {
  if (typeof body === 'string') return body.startsWith('\uFEFF') ? body.slice(1) : body;
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

/** A view of another realm, such as a test runner's, is not an `instanceof Uint8Array` of this one. */
function bytesOrText(rawBody: unknown): Uint8Array | string {
  if (typeof rawBody === 'string') return rawBody;
  if (!ArrayBuffer.isView(rawBody)) throw new CallbackVerificationError('parsed_body');
  return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
}

/** An empty field is not signed, so anybody can have added it: it counts as absent (spec: Authentication 3). */
function signedFields(params: FlatParams): Fields {
  const fields = new Map<string, string>();
  for (const [name, { text }] of params) {
    if (name !== 'sign' && text !== '') fields.set(name, text);
  }
  return fields;
}

const keyOf: Readonly<Record<CallbackKind, KeyName>> = {
  payin: 'mchKey',
  payout: 'mchSecret',
  link: 'mchSecret',
};

/** Both must agree: what the fields look like, and the key that the signature was made with. */
function verifiedKind(fields: Fields, sign: string, credentials: CallbackCredentials): CallbackKind {
  if (sign === '') throw new CallbackVerificationError('missing_sign');
  const kinds = kindsByShape(fields);
  const configured = kinds.filter((kind) => credentials[keyOf[kind]] !== undefined);
  if (configured.length === 0) throw new CallbackVerificationError('missing_key');
  // Every key is tried, so that the time taken does not tell which one fits.
  const signedBy = (name: KeyName) =>
    keyList(credentials[name])
      .map((key) => verifySignature(fields, key, sign))
      .includes(true);
  const kind = configured.find((candidate) => signedBy(keyOf[candidate]));
  if (kind !== undefined) return kind;
  const otherKey = signedBy('mchKey') || signedBy('mchSecret');
  throw new CallbackVerificationError(otherKey ? 'wrong_key' : 'invalid_signature');
}

/** Fields that only one kind has: first those that it always has, then those that it may have. */
const marks: readonly Readonly<Record<'payin' | 'payout', readonly string[]>>[] = [
  { payin: ['tradeType', 'netAmount'], payout: ['totalDebit'] },
  { payin: ['paidAmount', 'utr', 'extra', 'usdtAmount'], payout: ['txid', 'message'] },
];

/** The kinds that the fields fit. Fields that a later version adds to a kind do not change it. */
function kindsByShape(fields: Fields): readonly CallbackKind[] {
  const hasOne = (names: readonly string[]) => names.some((name) => fields.has(name));
  const link = fields.has('link_code');
  const order = hasOne(['mchOrderNo', 'merchant_order_no', 'orderNo', 'gateway_order_no']);
  if (link === order) throw new CallbackVerificationError('unknown_kind');
  if (link) return ['link'];
  for (const { payin, payout } of marks) {
    const isPayin = hasOne(payin);
    if (isPayin !== hasOne(payout)) return [isPayin ? 'payin' : 'payout'];
  }
  // Only the fields that both have, or fields of both: the key decides.
  return ['payin', 'payout'];
}

/**
 * Somebody who has seen one callback could make others out of it (spec: Authentication 3).
 *
 * @throws {CallbackVerificationError} `ambiguous_name`, `ambiguous_value`
 */
function refuseAmbiguity(fields: Fields): void {
  for (const [name, value] of fields) {
    if (/[&=]/.test(name)) throw new CallbackVerificationError('ambiguous_name');
    if (isAmbiguous(name, value)) throw new CallbackVerificationError('ambiguous_value', { field: name });
  }
}
