/** What an error code of the API says, for people. */
export interface ErrorInfo {
  /** The HTTP status it is answered with, and the envelope's `code` in v3. */
  readonly status: number;
  /** What it means. */
  readonly meaning: string;
  /** What to do next. */
  readonly fix: string;
}

/** Every error code of v3 (spec: Errors), with `not_found` and `invalid_extra` (reading: order of checks 1, 10). */
export const v3Errors = {
  invalid_request: {
    status: 400,
    meaning: 'The request cannot be read, or mchId or sign is missing.',
    fix: 'Send one flat JSON object or form, each parameter once, with mchId and sign.',
  },
  invalid_signature: {
    status: 401,
    meaning: 'The merchant is unknown or the signature is wrong.',
    fix: 'Check mchId and the key: `inrgate explain` says what is wrong with the sign of these parameters.',
  },
  wrong_key_type: {
    status: 401,
    meaning: 'The signature is right but made with the other key.',
    fix: 'Sign pay-ins with mchKey (API Key), payouts and the balance with mchSecret (API Secret).',
  },
  account_suspended: {
    status: 403,
    meaning: 'The merchant account is suspended.',
    fix: 'Ask the gateway’s support to reactivate the account.',
  },
  ip_not_allowed: {
    status: 403,
    meaning: 'The calling IP address is not on the saved allow-list.',
    fix: 'Add your server’s public IP address to the allow-list in the panel, or call from a listed server.',
  },
  ip_whitelist_required: {
    status: 403,
    meaning: 'Payouts through the API need an IP allow-list, and none is saved.',
    fix: 'Save your server’s public IP address in the panel, then send the payout again.',
  },
  not_found: {
    status: 404,
    meaning: 'There is no such address in the API.',
    fix: 'Check the base URL and the endpoint’s name.',
  },
  order_not_found: {
    status: 404,
    meaning: 'No order has this mchOrderNo or orderNo.',
    fix: 'Check the number, and the key: mchKey finds pay-ins, mchSecret finds payouts.',
  },
  use_post: {
    status: 405,
    meaning: 'The endpoint answers POST only.',
    fix: 'Send the request as POST.',
  },
  duplicate_order: {
    status: 409,
    meaning: 'The mchOrderNo was used before with another amount, trade type or pay type.',
    fix: 'Query the existing order; use a new mchOrderNo only for a new order.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The request body is over 64 KB.',
    fix: 'Send only the documented parameters.',
  },
  missing_param: {
    status: 422,
    meaning: 'A required parameter is missing or empty.',
    fix: 'Send every required parameter; for payouts also every field of the destination.',
  },
  invalid_amount: {
    status: 422,
    meaning: 'The amount is malformed or not more than zero.',
    fix: 'Send the amount as text with exactly two decimals, such as "500.00".',
  },
  invalid_mch_order_no: {
    status: 422,
    meaning: 'The mchOrderNo is malformed.',
    fix: 'Use 1 to 100 letters, digits and _ - . : # /',
  },
  amount_range: {
    status: 422,
    meaning: 'The amount is outside the limits of the account.',
    fix: 'Send an amount within the limits, or ask for other limits.',
  },
  method_not_allowed: {
    status: 422,
    meaning: 'INR or USDT is not enabled for the account.',
    fix: 'Use an enabled method, or ask for this one to be enabled.',
  },
  invalid_trade_type: {
    status: 422,
    meaning: 'The tradeType is not supported.',
    fix: 'Use INRUPI or usdt, or leave it out for INRUPI.',
  },
  invalid_pay_type: {
    status: 422,
    meaning: 'The payType is not supported, or the fields name two kinds of destination.',
    fix: 'Use bank, upi or usdt, with the fields of that destination only.',
  },
  invalid_url: {
    status: 422,
    meaning: 'notifyUrl or returnUrl is not a usable address.',
    fix: 'Send an absolute http or https URL without user name or password, 2,048 characters at most.',
  },
  invalid_extra: {
    status: 422,
    meaning: 'The extra text is over 255 characters.',
    fix: 'Shorten extra to 255 characters.',
  },
  insufficient_balance: {
    status: 422,
    meaning: 'The available balance does not cover the amount and the fee. Nothing was debited.',
    fix: 'Check the balance, then send a smaller payout or wait for more pay-ins.',
  },
  daily_limit: {
    status: 422,
    meaning: 'The payout would exceed the limit of the day. Nothing was debited.',
    fix: 'Send it on the next day (India time), or ask for a higher limit.',
  },
  bank_invalid: {
    status: 422,
    meaning: 'The bank account details are not valid. Nothing was debited.',
    fix: 'Send accountName, and accountNumber as 6 to 20 digits.',
  },
  ifsc_invalid: {
    status: 422,
    meaning: 'The IFSC code is not valid. Nothing was debited.',
    fix: 'Send four letters, a zero and six letters or digits, such as HDFC0001234.',
  },
  upi_invalid: {
    status: 422,
    meaning: 'The UPI ID is not valid. Nothing was debited.',
    fix: 'Send a UPI ID of the form name@bank.',
  },
  address_invalid: {
    status: 422,
    meaning: 'The USDT address is not a TRC20 address. Nothing was debited.',
    fix: 'Send the 34 characters that begin with T, copied from the wallet.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests from this merchant and IP address.',
    fix: 'Wait the seconds of the Retry-After header, then send the call again.',
  },
  too_many_failures: {
    status: 429,
    meaning: 'The IP address is locked after repeated wrong signatures.',
    fix: 'Correct the signature first, then wait the seconds of the Retry-After header.',
  },
  server_error: {
    status: 500,
    meaning: 'The gateway failed; the order may exist.',
    fix: 'Send the call again with the same mchOrderNo, or query the order.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'No payment channel is available at the moment.',
    fix: 'Send the call again shortly.',
  },
  maintenance: {
    status: 503,
    meaning: 'The gateway is under maintenance.',
    fix: 'Send the call again shortly.',
  },
  rate_unavailable: {
    status: 503,
    meaning: 'There is no USDT rate at the moment.',
    fix: 'Send the call again shortly, or use INRUPI.',
  },
} as const satisfies Record<string, ErrorInfo>;

/** A name of `v3Errors`: what `error` of a v3 envelope holds (spec: Errors). */
export type V3ErrorCode = keyof typeof v3Errors;

/** What a v3 error code means, or undefined for one that this version does not know. */
export function v3ErrorInfo(code: string): ErrorInfo | undefined {
  return Object.hasOwn(v3Errors, code) ? v3Errors[code as V3ErrorCode] : undefined;
}
