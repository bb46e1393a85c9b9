/**
 * Every error code of v3 (spec: Errors), with `not_found` and `invalid_extra` (reading: order of checks 1, 10).
 * `v3Errors` in another module contains the descriptions, because a client does not need them.
 */
export const v3Codes = [
  ...['invalid_request', 'invalid_signature', 'wrong_key_type', 'account_suspended', 'ip_not_allowed'],
  ...['ip_whitelist_required', 'not_found', 'order_not_found', 'use_post', 'duplicate_order'],
  ...['payload_too_large', 'missing_param', 'invalid_amount', 'invalid_mch_order_no', 'amount_range'],
  ...['method_not_allowed', 'invalid_trade_type', 'invalid_pay_type', 'invalid_url', 'invalid_extra'],
  ...['insufficient_balance', 'daily_limit', 'bank_invalid', 'ifsc_invalid', 'upi_invalid'],
  ...['address_invalid', 'rate_limited', 'too_many_failures', 'server_error', 'provider_unavailable'],
  ...['maintenance', 'rate_unavailable'],
] as const;

/** Value of `error` in a v3 envelope (spec: Errors). */
export type V3ErrorCode = (typeof v3Codes)[number];

/**
 * Every error code of v1 (spec: Legacy v1 errors), with the validation codes of the interpretations (reading: States,
 * legacy). It contains `server_error` of v3, because v1 has no code for a failure of the service.
 */
export const v1Codes = [
  ...['invalid_request', 'missing_api_key', 'invalid_api_key', 'invalid_signature', 'account_suspended'],
  ...['ip_not_allowed', 'not_found', 'method_not_allowed', 'duplicate_client_ref', 'invalid_amount'],
  ...['invalid_client_ref', 'invalid_note', 'invalid_notify_url', 'invalid_return_url', 'invalid_currency'],
  ...['server_error', 'gateway_error'],
] as const;

/** Value of `error` in a v1 response (spec: Legacy v1 errors). */
export type V1ErrorCode = (typeof v1Codes)[number];
