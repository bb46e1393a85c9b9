import { inside, needsHanging, needsNight, notTried } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Interpretations of the silent parts of the specification, except those of the SDK. */
export const readingRules: readonly RuleRow[] = [
  [
    'read-only',
    'reading:order.1',
    'An unknown path returns 404 not_found. A known path with a method other than POST returns 405 use_post with Allow: POST.',
  ],
  ['mock', 'reading:order.2', 'During maintenance, every request returns 503 maintenance.'],
  [
    'read-only',
    'reading:order.3',
    'The gateway accepts a body of 65,536 bytes. With one more byte it returns 413 while it reads the body.',
  ],
  [
    'mock',
    'reading:order.4',
    'A request from a locked IP address returns 429 too_many_failures. 10 failures in 10 minutes lock it for 15 minutes.',
  ],
  [
    'read-only',
    'reading:order.5',
    'An unreadable body returns 400 invalid_request. Causes are a wrong content type, broken JSON or UTF-8, a missing object, a nested value, or a repeated parameter.',
  ],
  ['read-only', 'reading:order.6', 'A missing or empty mchId or sign returns 400 invalid_request.'],
  [
    'mock',
    'reading:order.7',
    'Too many requests return 429 rate_limited. The limit is 120 in any 60 seconds for each claimed merchant and IP address. Every v3 call that reaches this check counts. Retry-After is a whole number of seconds, at least 1. After this time the next call passes.',
  ],
  [
    'read-only',
    'reading:order.8',
    'An unknown merchant or a wrong signature returns 401 invalid_signature, with identical bytes. The other key returns 401 wrong_key_type, except in the query, which accepts both keys.',
  ],
  [
    'mock',
    'reading:order.9',
    'The next checks return 403: first for a suspended account, then for an unlisted IP address, then for a payout without a list.',
  ],
  [
    'read-only',
    'reading:order.10',
    'The gateway checks each parameter separately: first missing_param, then the parameter’s own code. An extra over 255 characters returns 422 invalid_extra.',
  ],
  [
    'smallest',
    'reading:order.11',
    'A known mchOrderNo returns 200 and the stored order in its current state with duplicate = true. Other changes have no effect. A conflict returns 409.',
  ],
  [
    'read-only',
    'reading:order.12',
    'The gateway checks the business rules last, in their published order. A refusal stores no order, so the client can use the order number again.',
  ],
  [
    'read-only',
    'reading:params.signed-text',
    'The signature covers the values as sent. It uses the content of a JSON string, the decoded form value, and the literal JSON number or boolean.',
  ],
  ['read-only', 'reading:params.empty-dropped', 'The signed string omits null and the empty string.'],
  [
    'read-only',
    'reading:params.unknown-signed',
    'The signature covers unknown parameters. The gateway otherwise ignores unknown parameters.',
  ],
  ['read-only', 'reading:params.upper-case-sign', 'The gateway refuses a lower-case sign in a request.'],
  [
    'read-only',
    'reading:params.alias-contradiction',
    'An alias and its main name with different values return 400 invalid_request.',
  ],
  [
    'read-only',
    'reading:params.amount',
    'amount is a string above zero with two decimals and no leading zero. A JSON number returns 422 invalid_amount.',
  ],
  [
    'read-only',
    'reading:params.alternative-sign',
    'The gateway accepts the alternative signature in upper or lower case, but only with the snake_case names. A missing callback_url counts as empty.',
  ],
  [
    'read-only',
    'reading:params.urls',
    'A URL is absolute, uses http or https, and contains no user info and at most 2,048 characters.',
  ],
  [
    'read-only',
    'reading:params.query-both',
    'A query with both numbers finds only an order with both numbers. A query without a number returns 422 missing_param.',
  ],
  [
    'smallest',
    'reading:params.payout-repeat',
    'A repeated payout returns the same response as a repeated pay-in. The gateway does not compare its destination.',
  ],
  [
    'smallest',
    'reading:params.name-spaces',
    'Each merchant has separate order numbers. The order numbers of pay-ins and payouts are also separate.',
  ],
  [
    'read-only',
    'reading:params.pay-type',
    'Without payType, accountNumber or ifsc means bank, upiId means upi, and usdtAddress means usdt. Two kinds of destination return 422 invalid_pay_type, and a missing destination returns 422 missing_param.',
  ],
  [
    'read-only',
    'reading:params.bank',
    'A bank payout requires all four fields and an account name that is not blank. The IFSC consists of 4 letters, a 0, and 6 letters or digits, ignoring case.',
  ],
  [
    'read-only',
    'reading:params.upi',
    'A UPI ID consists of 2 to 256 letters, digits and . _ -, then @ and a handle. The handle consists of 2 to 64 letters and digits and begins with a letter.',
  ],
  [
    'read-only',
    'reading:params.trc20',
    'A TRC20 wallet address is base58check with 34 characters and the prefix byte 0x41.',
  ],
  [
    'mock',
    'reading:params.bank-list',
    'The list contains 49 well-known Indian banks and Other / Not Listed. A match ignores case. The gateway stores an unknown name unchanged.',
  ],
  [
    inside,
    'reading:money.integers',
    'The gateway calculates with integer paise, USDT micro-units and 1/10,000 rupee of rate. It refuses a string in another format as an amount.',
  ],
  ['smallest', 'reading:money.half-up', 'The gateway rounds fees half up to a paisa.'],
  ['smallest', 'reading:money.usdt-up', 'The gateway rounds usdtAmount up to six decimals.'],
  [
    'mock',
    'reading:money.fees-follow-amount',
    'fee and netAmount depend on amount, even if the customer paid another amount.',
  ],
  [needsNight, 'reading:money.ist-day', 'The daily limit of payouts applies to the day in India.'],
  [needsNight, 'reading:money.failed-not-counted', 'Failed payouts do not count towards the daily limit.'],
  ['smallest', 'reading:money.seconds', 'Timestamps use a resolution of one second.'],
  ['mock', 'reading:states.expiry', 'A pay-in expires exactly at expiresAt, on the gateway’s clock.'],
  [
    'mock',
    'reading:states.late-payment',
    'The gateway credits a late payment, unless the setting refuses late payments.',
  ],
  [
    'mock',
    'reading:states.failed-callback',
    'The gateway sends a pay-in’s failed callback by default. It sends no callback for a failed link.',
  ],
  ['mock', 'reading:states.expired-cannot-fail', 'An expired pay-in cannot change to failed.'],
  [
    'mock',
    'reading:v1.as-payin',
    'A link expires and accepts a late payment like a pay-in. The gateway charges and credits a link like a pay-in.',
  ],
  ['smallest', 'reading:v1.amount-inr', 'A link’s amount is in INR, regardless of currency.'],
  [
    'read-only',
    'reading:order.v1',
    'v1 checks the method, body, key, signature, account, parameters, client_ref and business rules, in this order.',
  ],
  [
    'read-only',
    'reading:v1.amount',
    'amount is a string with up to two decimals, within the pay-in limits. Responses use two decimals.',
  ],
  ['mock', 'reading:v1.other-merchant', 'A query for a link of another merchant returns 404 not_found.'],
  [
    'read-only',
    'reading:v1.json-only',
    'create-link.php accepts only JSON. link-status.php accepts only GET.',
  ],
  ['read-only', 'reading:v1.php-only', 'Both endpoints exist only with .php.'],
  ['read-only', 'reading:v1.envelope', 'A v1 failure contains ok = false, error and message.'],
  [
    'read-only',
    'reading:v1.header-not-signed',
    'An api_key in the header is not a parameter, so the signature does not cover it.',
  ],
  [notTried, 'reading:v1.no-rate', 'No rate limit applies to v1.'],
  [
    'read-only',
    'reading:v1.codes',
    'v1 also uses the codes invalid_request, invalid_client_ref, invalid_note, invalid_return_url, invalid_currency and server_error.',
  ],
  [
    'mock',
    'reading:callbacks.delivered',
    'An acknowledgement is exactly status 200 and success, in these letters, within the first 64 KB and within 8 s. The attempt describes near misses.',
  ],
  [
    'mock',
    'reading:callbacks.delays',
    'Each delay lasts from the end of the failed attempt to the next start, with six attempts in total.',
  ],
  [
    'mock',
    'reading:callbacks.fixed-body',
    'The gateway creates the body when the event happens. Retries and re-sends send the same bytes.',
  ],
  [
    notTried,
    'reading:callbacks.independent',
    'The gateway delivers the callbacks of one order independently, so processing can arrive after success.',
  ],
  [
    inside,
    'reading:callbacks.undeliverable',
    'Without any URL, the gateway records the callback as undeliverable and notifies the merchant.',
  ],
  [
    'mock',
    'reading:callbacks.test',
    'The test callback is a generated pay-in callback with test = true. If the server accepts JSON, the gateway records JSON. Otherwise it records the form format if the server accepts a form. If the server accepts neither, the format stays unchanged and the gateway shows both failures.',
  ],
  [
    notTried,
    'reading:callbacks.resend',
    'A re-send of a callback with open retries is one additional attempt. The schedule stays unchanged.',
  ],
  [
    'mock',
    'reading:callbacks.resend-target',
    'A re-send uses the order’s own URL, or the currently saved URL if the order has no URL. Retries use the URL of the event.',
  ],
  [
    needsHanging,
    'reading:callbacks.receivers-apart',
    'Host and port identify a receiver. A hanging receiver does not delay other receivers.',
  ],
  ['mock', 'reading:callbacks.redirects', 'The gateway never follows redirects.'],
  [
    'mock',
    'reading:callbacks.headers',
    'A callback contains the headers Content-Type and User-Agent. The User-Agent identifies the gateway.',
  ],
  [
    'mock',
    'reading:callbacks.legacy-target',
    'The gateway sends the legacy webhook only to notify_url. Without notify_url, it sends no webhook.',
  ],
  [
    notTried,
    'reading:browsers.refused',
    'A request from a page of another site returns 400 invalid_request before the gateway checks the signature. The gateway detects such a request by Sec-Fetch-Site: cross-site or same-site, or by a rebound Origin or Referer. The lock and the rate limit do not count the request.',
  ],
];
