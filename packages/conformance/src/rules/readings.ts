import { inside, needsHanging, needsNight, notTried } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Where the specification is silent. What concerns the SDK alone is left out. */
export const readingRules: readonly RuleRow[] = [
  [
    'read-only',
    'reading:order.1',
    'An unknown path is 404 not_found; a known one by another method than POST is 405 use_post with Allow: POST.',
  ],
  ['mock', 'reading:order.2', 'Maintenance: 503 maintenance.'],
  [
    'read-only',
    'reading:order.3',
    'A body of 65,536 bytes is accepted, one more is 413, decided while reading.',
  ],
  [
    'mock',
    'reading:order.4',
    'A locked address is 429 too_many_failures. 10 failures in 10 minutes lock it for 15 minutes.',
  ],
  [
    'read-only',
    'reading:order.5',
    'Unreadable, so 400 invalid_request: another content type, broken JSON or UTF-8, no object, a nested value, a parameter given twice.',
  ],
  ['read-only', 'reading:order.6', 'mchId or sign missing or empty: 400 invalid_request.'],
  [
    'mock',
    'reading:order.7',
    'Over the rate: 429 rate_limited, by the merchant as claimed and the address. 120 in any 60 seconds; every call that gets this far counts, v1’s do not. After Retry-After, whole seconds and at least 1, the next call is let through.',
  ],
  [
    'read-only',
    'reading:order.8',
    'Unknown merchant or wrong signature: 401 invalid_signature, the same bytes; the other key: 401 wrong_key_type. The query takes either key.',
  ],
  ['mock', 'reading:order.9', 'Suspended, then not on the list, then a payout without a list: 403.'],
  [
    'read-only',
    'reading:order.10',
    'Each parameter by itself: missing_param first, then its own code; extra over 255 characters is 422 invalid_extra.',
  ],
  [
    'smallest',
    'reading:order.11',
    'A known mchOrderNo: the stored order as it is now, 200 with duplicate = true, whatever else has changed; or 409.',
  ],
  [
    'read-only',
    'reading:order.12',
    'The business rules, in their published order. A refusal leaves no order behind: the number can be used again.',
  ],
  [
    'read-only',
    'reading:params.signed-text',
    'What is signed is the text as sent: a JSON string’s content, a form value decoded, a JSON number or boolean literally.',
  ],
  ['read-only', 'reading:params.empty-dropped', 'null and the empty string are dropped before signing.'],
  [
    'read-only',
    'reading:params.unknown-signed',
    'Unknown parameters are signed like any other, and ignored.',
  ],
  ['read-only', 'reading:params.upper-case-sign', 'A request’s sign in lower case is refused.'],
  [
    'read-only',
    'reading:params.alias-contradiction',
    'An alias and its main name with different values: 400 invalid_request.',
  ],
  [
    'read-only',
    'reading:params.amount',
    'amount is a string of digits without a leading zero and two decimals, more than zero; a JSON number is 422 invalid_amount.',
  ],
  [
    'read-only',
    'reading:params.alternative-sign',
    'The alternative signature counts in either case, an absent callback_url as empty, and only with the snake_case names.',
  ],
  [
    'read-only',
    'reading:params.urls',
    'A URL is absolute, http or https, without user info, 2,048 characters at most.',
  ],
  [
    'read-only',
    'reading:params.query-both',
    'A query with both numbers finds only an order that has both; with neither it is 422 missing_param.',
  ],
  [
    'smallest',
    'reading:params.payout-repeat',
    'A withdrawal’s repeat is answered as a pay-in’s; its destination is not compared.',
  ],
  [
    'smallest',
    'reading:params.name-spaces',
    'Order numbers of merchants, and of pay-ins and withdrawals, are apart.',
  ],
  [
    'read-only',
    'reading:params.pay-type',
    'payType left out: bank for accountNumber or ifsc, upi for upiId, usdt for usdtAddress; two kinds are 422 invalid_pay_type, none is 422 missing_param.',
  ],
  [
    'read-only',
    'reading:params.bank',
    'A bank payout needs all four fields, an account name that is not blank, and an IFSC of 4 letters, 0 and 6 letters or digits, ignoring case.',
  ],
  [
    'read-only',
    'reading:params.upi',
    'A UPI ID is 2 to 256 of letters, digits and . _ -, then @ and a handle of 2 to 64 letters and digits that begins with a letter.',
  ],
  [
    'read-only',
    'reading:params.trc20',
    'A TRC20 address is base58check of 34 characters with the prefix byte 0x41.',
  ],
  [
    'mock',
    'reading:params.bank-list',
    'The list has 49 well-known Indian banks and Other / Not Listed; a match ignores case, other text is kept as written.',
  ],
  [
    inside,
    'reading:money.integers',
    'Integer paise, micro-units of USDT and 1/10,000 rupee of rate; no other text is an amount.',
  ],
  ['smallest', 'reading:money.half-up', 'Fees round half up to a paisa.'],
  ['smallest', 'reading:money.usdt-up', 'usdtAmount rounds up to six decimals.'],
  [
    'mock',
    'reading:money.fees-follow-amount',
    'fee and netAmount follow amount, also when another amount was paid.',
  ],
  [needsNight, 'reading:money.ist-day', 'The day of withdrawals is that of India.'],
  [needsNight, 'reading:money.failed-not-counted', 'Failed withdrawals do not count towards the day.'],
  ['smallest', 'reading:money.seconds', 'Timestamps are to the second.'],
  ['mock', 'reading:states.expiry', 'A pay-in is expired at expiresAt exactly, on the gateway’s clock.'],
  ['mock', 'reading:states.late-payment', 'A later payment is still credited; the setting can refuse it.'],
  [
    'mock',
    'reading:states.failed-callback',
    'A pay-in’s failed callback is sent by default; a failed link sends none.',
  ],
  ['mock', 'reading:states.expired-cannot-fail', 'An expired pay-in cannot fail.'],
  ['mock', 'reading:v1.as-payin', 'A link lives as a pay-in does: validity, late payment, fee and credit.'],
  ['smallest', 'reading:v1.amount-inr', 'Its amount is INR whatever currency says.'],
  [
    'read-only',
    'reading:order.v1',
    'The order of v1’s checks: method, body, key, signature, account, parameters, client_ref, business rules.',
  ],
  [
    'read-only',
    'reading:v1.amount',
    'amount may have no, one or two decimals, is a string within the pay-in limits, and is answered with two.',
  ],
  ['mock', 'reading:v1.other-merchant', 'A link of another merchant is 404 not_found.'],
  ['read-only', 'reading:v1.json-only', 'create-link.php takes JSON alone, link-status.php GET alone.'],
  ['read-only', 'reading:v1.php-only', 'Both exist with .php only.'],
  ['read-only', 'reading:v1.envelope', 'A v1 failure is ok = false, error and message.'],
  [
    'read-only',
    'reading:v1.header-not-signed',
    'An api_key in the header is no parameter, so it is not signed.',
  ],
  [notTried, 'reading:v1.no-rate', 'No rate limit applies to v1.'],
  [
    'read-only',
    'reading:v1.codes',
    'Codes beyond the table: invalid_request, invalid_client_ref, invalid_note, invalid_return_url, invalid_currency, server_error.',
  ],
  [
    'mock',
    'reading:callbacks.delivered',
    'Delivered is status 200 exactly and success, in these letters, within the first 64 KB, all within 8 s; near misses are named on the attempt.',
  ],
  [
    'mock',
    'reading:callbacks.delays',
    'The delays run from the end of the failed attempt to the next start: six attempts in all.',
  ],
  [
    'mock',
    'reading:callbacks.fixed-body',
    'The body is fixed when the event happens; retries and re-sends have the same bytes.',
  ],
  [
    notTried,
    'reading:callbacks.independent',
    'Callbacks of one order are delivered independently: processing can come after success.',
  ],
  [
    inside,
    'reading:callbacks.undeliverable',
    'With no URL at all, the callback is recorded as not deliverable, and a notification says so.',
  ],
  [
    'mock',
    'reading:callbacks.test',
    'The test callback is a made-up pay-in callback with test = true. JSON accepted: JSON; else form accepted: form; else the format stays and both failures are shown.',
  ],
  [
    notTried,
    'reading:callbacks.resend',
    'A re-send of what is being retried is one extra attempt; the schedule stays.',
  ],
  [
    'mock',
    'reading:callbacks.resend-target',
    'A re-send goes where the order’s callbacks go now: its own URL, else the URL that is saved now. Retries keep the URL of the event.',
  ],
  [
    needsHanging,
    'reading:callbacks.receivers-apart',
    'Receivers are told apart by host and port: one that hangs delays no other.',
  ],
  ['mock', 'reading:callbacks.redirects', 'Redirects are never followed.'],
  [
    'mock',
    'reading:callbacks.headers',
    'A callback says its content type and a User-Agent of the gateway’s own.',
  ],
  [
    'mock',
    'reading:callbacks.legacy-target',
    'The legacy webhook goes to notify_url only; with none, nothing is sent.',
  ],
  [
    notTried,
    'reading:browsers.refused',
    'A wire request that a web page elsewhere sends (Sec-Fetch-Site: cross-site or same-site, or an Origin or Referer whose name was rebound to the gateway) gets 400 invalid_request, before the signature is checked. It counts for no lock and no rate.',
  ],
];
