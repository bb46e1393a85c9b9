import { inside, needsHanging, needsNight, notTried } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Interpretations of the silent parts of the specification, except those of the SDK. */
export const readingRules: readonly RuleRow[] = [
  [
    'read-only',
    'reading:order.1',
    'An unknown path gets 404 not_found. A known path with a method other than POST gets 405 use_post with Allow: POST.',
  ],
  ['mock', 'reading:order.2', 'During maintenance, every request gets 503 maintenance.'],
  [
    'read-only',
    'reading:order.3',
    'A body of 65,536 bytes is accepted, and one more byte gets 413 while the gateway reads it.',
  ],
  [
    'mock',
    'reading:order.4',
    'A locked IP address gets 429 too_many_failures. 10 failures in 10 minutes lock it for 15 minutes.',
  ],
  [
    'read-only',
    'reading:order.5',
    'An unreadable body gets 400 invalid_request. Causes are a wrong content type, broken JSON or UTF-8, no object, a nested value, or a repeated parameter.',
  ],
  ['read-only', 'reading:order.6', 'A missing or empty mchId or sign gets 400 invalid_request.'],
  [
    'mock',
    'reading:order.7',
    'Too many requests get 429 rate_limited. The limit is 120 in any 60 seconds for each claimed merchant and IP address. Every v3 call that reaches this check counts. Retry-After is a whole number of seconds, at least 1, after which the next call passes.',
  ],
  [
    'read-only',
    'reading:order.8',
    'An unknown merchant or a wrong signature gets 401 invalid_signature, with identical bytes. The other key gets 401 wrong_key_type, except in the query, which accepts both keys.',
  ],
  [
    'mock',
    'reading:order.9',
    'The next checks return 403 for a suspended account, then an unlisted IP address, then a payout without a list.',
  ],
  [
    'read-only',
    'reading:order.10',
    'Each parameter is checked separately: first missing_param, then its own code. An extra over 255 characters gets 422 invalid_extra.',
  ],
  [
    'smallest',
    'reading:order.11',
    'A known mchOrderNo returns the stored order in its current state: 200 with duplicate = true, whatever else has changed. A conflict gets 409.',
  ],
  [
    'read-only',
    'reading:order.12',
    'The business rules are checked last, in their published order. A refusal stores no order, so the order number can be used again.',
  ],
  [
    'read-only',
    'reading:params.signed-text',
    'The signature covers the values as sent. A JSON string counts by its content, a form value decoded, and a JSON number or boolean literally.',
  ],
  ['read-only', 'reading:params.empty-dropped', 'null and the empty string are dropped before signing.'],
  [
    'read-only',
    'reading:params.unknown-signed',
    'Unknown parameters are signed like known ones and then ignored.',
  ],
  ['read-only', 'reading:params.upper-case-sign', 'A lower-case sign in a request is refused.'],
  [
    'read-only',
    'reading:params.alias-contradiction',
    'An alias and its main name with different values get 400 invalid_request.',
  ],
  [
    'read-only',
    'reading:params.amount',
    'amount is a string above zero with two decimals and no leading zero. A JSON number gets 422 invalid_amount.',
  ],
  [
    'read-only',
    'reading:params.alternative-sign',
    'The alternative signature is accepted in upper or lower case, but only with the snake_case names. A missing callback_url counts as empty.',
  ],
  [
    'read-only',
    'reading:params.urls',
    'A URL is absolute, uses http or https, has no user info and has at most 2,048 characters.',
  ],
  [
    'read-only',
    'reading:params.query-both',
    'A query with both numbers finds only an order that has both. A query with neither gets 422 missing_param.',
  ],
  [
    'smallest',
    'reading:params.payout-repeat',
    'A repeated payout gets the same response as a repeated pay-in. Its destination is not compared.',
  ],
  [
    'smallest',
    'reading:params.name-spaces',
    'Each merchant has separate order numbers, and so do pay-ins and payouts.',
  ],
  [
    'read-only',
    'reading:params.pay-type',
    'Without payType, accountNumber or ifsc means bank, upiId means upi, and usdtAddress means usdt. Two kinds get 422 invalid_pay_type, and none gets 422 missing_param.',
  ],
  [
    'read-only',
    'reading:params.bank',
    'A bank payout needs all four fields and an account name that is not blank. The IFSC has 4 letters, a 0, and 6 letters or digits, ignoring case.',
  ],
  [
    'read-only',
    'reading:params.upi',
    'A UPI ID has 2 to 256 letters, digits and . _ -, then @ and a handle. The handle has 2 to 64 letters and digits and begins with a letter.',
  ],
  [
    'read-only',
    'reading:params.trc20',
    'A TRC20 wallet address is base58check, has 34 characters and the prefix byte 0x41.',
  ],
  [
    'mock',
    'reading:params.bank-list',
    'The list has 49 well-known Indian banks and Other / Not Listed. A match ignores case, and an unknown name is stored unchanged.',
  ],
  [
    inside,
    'reading:money.integers',
    'The gateway calculates with integer paise, USDT micro-units and 1/10,000 rupee of rate. A string in another form is not an amount.',
  ],
  ['smallest', 'reading:money.half-up', 'Fees round half up to a paisa.'],
  ['smallest', 'reading:money.usdt-up', 'usdtAmount rounds up to six decimals.'],
  [
    'mock',
    'reading:money.fees-follow-amount',
    'fee and netAmount follow amount, even if another amount was paid.',
  ],
  [needsNight, 'reading:money.ist-day', 'The daily limit of payouts follows the day in India.'],
  [needsNight, 'reading:money.failed-not-counted', 'Failed payouts do not count towards the daily limit.'],
  ['smallest', 'reading:money.seconds', 'Timestamps have a resolution of one second.'],
  ['mock', 'reading:states.expiry', 'A pay-in expires exactly at expiresAt, on the gateway’s clock.'],
  ['mock', 'reading:states.late-payment', 'A late payment is still credited, unless the setting refuses it.'],
  [
    'mock',
    'reading:states.failed-callback',
    'A pay-in’s failed callback is sent by default. A failed link sends none.',
  ],
  ['mock', 'reading:states.expired-cannot-fail', 'An expired pay-in cannot fail.'],
  [
    'mock',
    'reading:v1.as-payin',
    'A link expires, accepts a late payment, and is charged and credited like a pay-in.',
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
  ['mock', 'reading:v1.other-merchant', 'A link of another merchant gets 404 not_found.'],
  ['read-only', 'reading:v1.json-only', 'create-link.php accepts only JSON, and link-status.php only GET.'],
  ['read-only', 'reading:v1.php-only', 'Both endpoints exist only with .php.'],
  ['read-only', 'reading:v1.envelope', 'A v1 failure has ok = false, error and message.'],
  [
    'read-only',
    'reading:v1.header-not-signed',
    'An api_key in the header is not a parameter, so it is not signed.',
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
    'Delivered means exactly status 200 and success, in these letters, within the first 64 KB and within 8 s. The attempt names near misses.',
  ],
  [
    'mock',
    'reading:callbacks.delays',
    'Each delay runs from the end of the failed attempt to the next start, with six attempts in total.',
  ],
  [
    'mock',
    'reading:callbacks.fixed-body',
    'The body is fixed when the event happens. Retries and re-sends have the same bytes.',
  ],
  [
    notTried,
    'reading:callbacks.independent',
    'Callbacks of one order are delivered independently, so processing can arrive after success.',
  ],
  [
    inside,
    'reading:callbacks.undeliverable',
    'Without any URL, the callback is recorded as not deliverable and the merchant is notified.',
  ],
  [
    'mock',
    'reading:callbacks.test',
    'The test callback is a generated pay-in callback with test = true. If JSON is accepted, JSON is recorded; otherwise, form if that is accepted. If neither is accepted, the format stays and both failures are shown.',
  ],
  [
    notTried,
    'reading:callbacks.resend',
    'A re-send of a callback that is still being retried is one extra attempt. The schedule stays.',
  ],
  [
    'mock',
    'reading:callbacks.resend-target',
    'A re-send goes to the order’s own URL, or to the currently saved URL if it has none. Retries keep the URL of the event.',
  ],
  [
    needsHanging,
    'reading:callbacks.receivers-apart',
    'Host and port identify a receiver. One that hangs delays no other receiver.',
  ],
  ['mock', 'reading:callbacks.redirects', 'Redirects are never followed.'],
  [
    'mock',
    'reading:callbacks.headers',
    'A callback has the headers Content-Type and User-Agent. The User-Agent identifies the gateway.',
  ],
  [
    'mock',
    'reading:callbacks.legacy-target',
    'The legacy webhook goes only to notify_url. Without one, nothing is sent.',
  ],
  [
    notTried,
    'reading:browsers.refused',
    'A request from a page of another site gets 400 invalid_request before the signature is checked. The gateway detects it by Sec-Fetch-Site: cross-site or same-site, or an Origin or Referer that was rebound to the gateway. It does not count towards the lock or the rate limit.',
  ],
];
