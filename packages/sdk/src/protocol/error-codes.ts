import type { V3ErrorCode } from './known-codes.ts';

export interface ErrorInfo {
  /** The HTTP status of the response. In v3, it equals the envelope's `code`. */
  readonly status: number;
  readonly meaning: string;
  readonly fix: string;
}

export const v3Errors = {
  invalid_request: {
    status: 400,
    meaning: 'The request cannot be read, or mchId or sign is missing.',
    fix: 'Send one flat JSON object or form with mchId and sign. Send each parameter only once.',
  },
  invalid_signature: {
    status: 401,
    meaning: 'The merchant is unknown or the signature is wrong.',
    fix: 'Check mchId and the key. Run `inrgate explain` to find the mistake in the sign.',
  },
  wrong_key_type: {
    status: 401,
    meaning: 'The signature was made with the merchant’s other key.',
    fix: 'Sign pay-ins with mchKey (API Key). Sign payouts and balance queries with mchSecret (API Secret).',
  },
  account_suspended: {
    status: 403,
    meaning: 'The merchant account is suspended.',
    fix: 'Ask the gateway’s support to reactivate the account.',
  },
  ip_not_allowed: {
    status: 403,
    meaning: 'The calling IP address is not on the saved allow-list.',
    fix: 'Add your server’s public IP address to the allow-list in the merchant dashboard, or call from a listed server.',
  },
  ip_whitelist_required: {
    status: 403,
    meaning:
      'Payouts through the API require a saved IP allow-list. The merchant has not saved an allow-list.',
    fix: 'Save your server’s public IP address in the merchant dashboard, then retry the payout.',
  },
  not_found: {
    status: 404,
    meaning: 'The API has no endpoint at this URL.',
    fix: 'Check the base URL and the endpoint’s name.',
  },
  order_not_found: {
    status: 404,
    meaning: 'No order has this mchOrderNo or orderNo.',
    fix: 'Check the order number and the key. Sign a pay-in query with mchKey, and a payout query with mchSecret.',
  },
  use_post: {
    status: 405,
    meaning: 'The endpoint accepts only POST.',
    fix: 'Send the request as POST.',
  },
  duplicate_order: {
    status: 409,
    meaning: 'The mchOrderNo was used before with another amount, trade type or pay type.',
    fix: 'Query the existing order. Use a new mchOrderNo only for a new order.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The request body is over 64 KB.',
    fix: 'Send only the documented parameters.',
  },
  missing_param: {
    status: 422,
    meaning: 'A required parameter is missing or empty.',
    fix: 'Send every required parameter. A payout also requires every field of its destination.',
  },
  invalid_amount: {
    status: 422,
    meaning: 'The amount is malformed or not above zero.',
    fix: 'Send the amount as a string with exactly two decimals, for example "500.00".',
  },
  invalid_mch_order_no: {
    status: 422,
    meaning: 'The mchOrderNo is malformed.',
    fix: 'Use 1 to 100 characters. Allowed: letters, digits and _ - . : # /',
  },
  amount_range: {
    status: 422,
    meaning: 'The amount is outside the limits of the account.',
    fix: 'Send an amount within the limits, or ask the gateway’s support to change the limits.',
  },
  method_not_allowed: {
    status: 422,
    meaning: 'INR or USDT is not enabled for the account.',
    fix: 'Use an enabled payment method, or ask the gateway’s support to enable this payment method.',
  },
  invalid_trade_type: {
    status: 422,
    meaning: 'The tradeType is not supported.',
    fix: 'Use INRUPI or usdt. The default is INRUPI.',
  },
  invalid_pay_type: {
    status: 422,
    meaning: 'The payType is not supported, or the fields describe two kinds of destination.',
    fix: 'Use bank, upi or usdt, with only the fields of that destination.',
  },
  invalid_url: {
    status: 422,
    meaning: 'notifyUrl or returnUrl is not a valid URL.',
    fix: 'Send an absolute http or https URL without user name or password, at most 2,048 characters.',
  },
  invalid_extra: {
    status: 422,
    meaning: 'The value of extra is over 255 characters.',
    fix: 'Shorten extra to 255 characters.',
  },
  insufficient_balance: {
    status: 422,
    meaning: 'The available balance does not cover the amount and the fee. Nothing was debited.',
    fix: 'Send a smaller payout, or wait until pay-ins increase the balance. On the mock gateway, run `inrgate mock credit 5000.00`.',
  },
  daily_limit: {
    status: 422,
    meaning: 'The payout would exceed the daily limit. Nothing was debited.',
    fix: 'Retry the payout on the next day (IST), or ask the gateway’s support for a higher limit.',
  },
  bank_invalid: {
    status: 422,
    meaning: 'The bank account details are not valid. Nothing was debited.',
    fix: 'Send accountName and an accountNumber of 6 to 20 digits.',
  },
  ifsc_invalid: {
    status: 422,
    meaning: 'The IFSC code is not valid. Nothing was debited.',
    fix: 'Send four letters, a zero and six letters or digits, for example HDFC0001234.',
  },
  upi_invalid: {
    status: 422,
    meaning: 'The UPI ID is not valid. Nothing was debited.',
    fix: 'Send a UPI ID of the form name@bank.',
  },
  address_invalid: {
    status: 422,
    meaning: 'The usdtAddress is not a TRC20 wallet address. Nothing was debited.',
    fix: 'Send the wallet’s TRC20 address, which has 34 characters and begins with T.',
  },
  rate_limited: {
    status: 429,
    meaning: 'The merchant sent too many requests from this IP address.',
    fix: 'Wait for the number of seconds in the Retry-After header, then retry the request.',
  },
  too_many_failures: {
    status: 429,
    meaning: 'The IP address is locked after repeated wrong signatures.',
    fix: 'Correct the signature first, then wait for the number of seconds in the Retry-After header.',
  },
  server_error: {
    status: 500,
    meaning: 'The gateway failed, and the order may exist.',
    fix: 'Retry the request with the same mchOrderNo, or query the order.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'No payment channel is available at the moment.',
    fix: 'Retry the request shortly.',
  },
  maintenance: {
    status: 503,
    meaning: 'The gateway is under maintenance.',
    fix: 'Retry the request shortly.',
  },
  rate_unavailable: {
    status: 503,
    meaning: 'The gateway has no USDT rate at the moment.',
    fix: 'Retry the request shortly, or use INRUPI.',
  },
} as const satisfies Record<V3ErrorCode, ErrorInfo>;

/** Description of a v3 error code, or undefined for an unknown code. */
export function v3ErrorInfo(code: string): ErrorInfo | undefined {
  return Object.hasOwn(v3Errors, code) ? v3Errors[code as V3ErrorCode] : undefined;
}
