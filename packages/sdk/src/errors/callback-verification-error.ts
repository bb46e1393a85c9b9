import { flatParseReasons } from '../protocol/flat-parser.ts';
import { brandOf, GatewayError } from './gateway-error.ts';

/** Why a callback is refused, in plain words. The names are stable. */
export const callbackReasons = {
  ...flatParseReasons,
  parsed_body:
    'the body was parsed before it was verified; pass the raw bytes as received, for example with express.raw()',
  wrong_method: 'callbacks are sent by POST',
  body_too_large: 'the body is over 64 KB',
  body_timeout: 'the body did not end within the 8 seconds that the gateway gives a callback',
  missing_sign: 'the callback is not signed',
  unknown_kind: 'the callback is neither a pay-in, nor a payout, nor a link callback',
  missing_key: 'the key that verifies callbacks of this kind is not configured',
  wrong_key: 'the signature is right but made with the other key: not what the gateway signs this kind with',
  invalid_signature: 'the signature is wrong',
  ambiguous_name: 'a field name holds & or =, which the signature cannot tell from another field',
  ambiguous_value: 'a value holds &, which the signature cannot tell from another field',
  conflicting_alias: 'a field and its alias have different values',
  missing_field: 'a field is missing',
  invalid_field: 'a field is malformed',
  wrong_merchant: 'the callback is for another merchant',
  not_confirmed: 'the order, as the gateway answers it to a query, differs',
} as const;

/** Why a callback is refused: a name of `callbackReasons`. */
export type CallbackReason = keyof typeof callbackReasons;

/** A callback that cannot be trusted. Holds nothing of its content but the name of a field. */
export class CallbackVerificationError extends GatewayError {
  override readonly name = 'CallbackVerificationError';
  /** Why, by a stable name; `callbackReasons` has them in plain words. */
  readonly reason: CallbackReason;
  /** The field that it is about; undefined when it is about the whole. */
  readonly field: string | undefined;

  constructor(reason: CallbackReason, about: { readonly field?: string; readonly cause?: unknown } = {}) {
    const where = about.field === undefined ? '' : ` (${about.field})`;
    super(`callback refused: ${callbackReasons[reason]}${where}`, {
      outcome: 'not_sent',
      attempts: 0,
      cause: about.cause,
    });
    this.reason = reason;
    this.field = about.field;
  }
}

/** Whether this is a `CallbackVerificationError`, also of another copy of the package. */
export function isCallbackVerificationError(error: unknown): error is CallbackVerificationError {
  return brandOf(error) === 'CallbackVerificationError';
}
