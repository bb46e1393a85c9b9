import { flatParseReasons } from '../protocol/flat-parser.ts';
import { brandOf, GatewayError, notSent } from './errors.ts';

/** Descriptions of the reasons for a rejected callback. The names are stable. */
export const callbackReasons = {
  ...flatParseReasons,
  parsed_body: 'the body was parsed before verification; pass the raw bytes, for example with express.raw()',
  wrong_method: 'the method must be POST',
  body_too_large: 'the body is over 64 KB',
  body_timeout: 'the body did not end within 8 seconds, the callback timeout of the gateway',
  missing_sign: 'the callback is not signed',
  unknown_kind: 'the callback is not a pay-in, payout or link callback',
  missing_key: 'the key that verifies callbacks of this kind is not configured',
  wrong_key:
    'the signature was made with the other key; mchKey signs pay-ins, and mchSecret signs payouts and links',
  invalid_signature: 'the signature is wrong',
  ambiguous_name: 'a field name contains & or =, which makes the signature ambiguous',
  ambiguous_value: 'a value contains &, which makes the signature ambiguous',
  conflicting_alias: 'a field and its alias have different values',
  missing_field: 'a field is missing',
  invalid_field: 'a field is malformed',
  wrong_merchant: 'the callback is for another merchant',
  not_confirmed: 'the order that the query returned differs from the callback',
} as const;

/** Reason for a rejected callback: a name of `callbackReasons`. */
export type CallbackReason = keyof typeof callbackReasons;

/** The verification of a callback failed. The error contains at most the name of a field, never its value. */
export class CallbackVerificationError extends GatewayError {
  override readonly name = 'CallbackVerificationError';
  /** Stable name of the reason. `callbackReasons` contains its description. */
  readonly reason: CallbackReason;
  /** The affected field, or undefined if the reason concerns the whole callback. */
  readonly field: string | undefined;

  constructor(reason: CallbackReason, about: { readonly field?: string } = {}) {
    const where = about.field === undefined ? '' : ` (${about.field})`;
    super(`callback rejected: ${callbackReasons[reason]}${where}`, notSent);
    this.reason = reason;
    this.field = about.field;
  }
}

/** Returns whether the value is a `CallbackVerificationError`, including errors of another copy of the package. */
export function isCallbackVerificationError(error: unknown): error is CallbackVerificationError {
  return brandOf(error) === 'CallbackVerificationError';
}

/**
 * The store's lease ended before your function finished, and another process claimed the callback. Your function may
 * have run twice. Set the store's `lease` to a longer time than your function needs.
 */
export class LeaseLostError extends GatewayError {
  override readonly name = 'LeaseLostError';

  constructor() {
    super(
      'the lease of a callback ended before your function finished, and another process took over the callback; ' +
        'set a longer lease',
      notSent,
    );
  }
}

/** Returns whether the value is a `LeaseLostError`, including errors of another copy of the package. */
export function isLeaseLostError(error: unknown): error is LeaseLostError {
  return brandOf(error) === 'LeaseLostError';
}
