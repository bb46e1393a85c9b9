import {
  inside,
  needsHanging,
  needsNight,
  needsOperator,
  notTried,
  type Rule,
  type RuleTable,
  smallest,
} from './rule.ts';
import { callRules, limitRules, orderRules } from './specification.ts';

/** Interpretations of the silent parts of the specification, except those of the SDK. */
const readingRules: RuleTable = {
  'reading:order.1':
    'A request to an unknown path returns 404 `not_found`. A request to a known path with a wrong method returns 405 `use_post` with `Allow: POST`.',
  'reading:order.2': needsOperator('During maintenance, every request returns 503 `maintenance`.'),
  'reading:order.3':
    'The gateway accepts a body of 65,536 bytes. For a longer body, the gateway returns 413 before it has read the whole body.',
  'reading:order.4': needsOperator(
    'A request from a locked IP address returns 429 `too_many_failures`. *10 wrong signatures in 10 minutes lock an IP address for 15 minutes.*',
  ),
  'reading:order.5':
    'A request with an unreadable body returns 400 `invalid_request`. The causes are a wrong content type, invalid JSON or UTF-8, JSON that is not an object, a nested value, and a repeated parameter.',
  'reading:order.6': 'A request with a missing or empty `mchId` or `sign` returns 400 `invalid_request`.',
  'reading:order.7': needsOperator(
    'A request above the rate limit returns 429 `rate_limited`. The limit is *120 in any 60 seconds* for each pair of `mchId` and IP address. The gateway checks the limit before it verifies the signature. Every v3 request that reaches this check counts towards the limit. `Retry-After` contains the whole seconds, at least 1, until the limit allows the next request.',
  ),
  'reading:order.8':
    'The gateway returns the same bytes, with 401 `invalid_signature`, for an unknown merchant and for a wrong signature. A signature made with the merchant’s other key returns 401 `wrong_key_type`. The order status query accepts a signature made with either key.',
  'reading:order.9': needsOperator(
    'After the signature check, the gateway checks for three causes of a 403, in this order. The causes are a suspended account, an unlisted IP address, and a payout from an account without an IP allow-list.',
  ),
  'reading:order.10':
    'The gateway checks one parameter at a time. For a missing parameter, the gateway returns `missing_param`. For an invalid parameter, the gateway returns the error code of this parameter. For an `extra` over 255 characters, the gateway returns 422 `invalid_extra`.',
  'reading:order.11': smallest(
    'A request with a known `mchOrderNo` returns 200 and the stored order in its current state, with `duplicate` = true. If the amount, trade type or pay type differs from the stored order, the request returns 409. The gateway ignores differences in other parameters.',
  ),
  'reading:order.12':
    'The gateway checks the business rules last, in their published order. The gateway does not store a rejected order, so the client can use the order number again.',
  'reading:params.signed-text':
    'The signature covers each value as the client sent it. The value is the content of a JSON string, the decoded form value, or the literal JSON number or boolean.',
  'reading:params.empty-dropped': 'The signed string omits parameters that are null or an empty string.',
  'reading:params.unknown-signed':
    'The signature covers unknown parameters. The gateway ignores unknown parameters after the signature check.',
  'reading:params.upper-case-sign': 'The gateway rejects a lower-case `sign` in a request.',
  'reading:params.alias-contradiction':
    'A request that contains a parameter and its alias with different values returns 400 `invalid_request`.',
  'reading:params.amount':
    '`amount` is a string above zero with two decimals and no leading zero. An `amount` that is a JSON number returns 422 `invalid_amount`.',
  'reading:params.alternative-sign':
    'The gateway accepts the alternative signature in upper or lower case, but only with the snake_case names. A missing callback_url counts as an empty string.',
  'reading:params.urls':
    'A URL must be absolute, use http or https, and contain at most 2,048 characters. The URL must not contain a user name or a password.',
  'reading:params.query-both':
    'A query with an order number and a gateway order number finds only an order with both values. A query without an order number and without a gateway order number returns 422 `missing_param`.',
  'reading:params.payout-repeat': smallest(
    'A request with the order number of a stored payout returns the stored payout, even if the destination differs.',
  ),
  'reading:params.name-spaces': smallest(
    'An order number is unique only within one merchant. A pay-in and a payout of one merchant can use the same order number.',
  ),
  'reading:params.pay-type':
    'If `payType` is missing, the destination selects the pay type. `accountNumber` or `ifsc` selects bank, `upiId` selects upi, and `usdtAddress` selects usdt. A request with two kinds of destination returns 422 `invalid_pay_type`. A request without a destination returns 422 `missing_param`.',
  'reading:params.bank':
    'A bank payout requires `bankCode`, `accountName`, `accountNumber` and `ifsc`. `accountName` must not be blank. The IFSC code consists of 4 letters, a 0, and 6 letters or digits, in upper or lower case.',
  'reading:params.upi':
    'A UPI ID consists of 2 to 256 letters, digits and `. _ -`, then @ and a handle. The handle consists of 2 to 64 letters and digits and begins with a letter.',
  'reading:params.trc20':
    'A TRC20 wallet address consists of 34 Base58Check characters. The first byte of the decoded wallet address is 0x41.',
  'reading:params.bank-list': needsOperator(
    'The list contains 49 well-known Indian banks and `Other / Not Listed`. The comparison of a `bankCode` with the list ignores case. The gateway stores an unknown name unchanged.',
  ),
  'reading:money.integers': inside(
    'The gateway calculates in integers: paise, USDT micro-units, and 1/10,000 rupee for the USDT rate. The gateway rejects a malformed amount.',
  ),
  'reading:money.half-up': smallest('The gateway rounds fees half up to a paisa.'),
  'reading:money.usdt-up': smallest('The gateway rounds `usdtAmount` up and keeps six decimals.'),
  'reading:money.fees-follow-amount': needsOperator(
    'The gateway calculates `fee` and `netAmount` from `amount`, even if the customer paid a different amount.',
  ),
  'reading:money.ist-day': needsNight(
    'The daily payout limit applies to a calendar day in Indian Standard Time.',
  ),
  'reading:money.failed-not-counted': needsNight('Failed payouts do not count towards the daily limit.'),
  'reading:money.seconds': smallest('Timestamps have a resolution of one second.'),
  'reading:states.expiry': needsOperator(
    'A pay-in expires when the gateway’s clock reaches its `expiresAt`.',
  ),
  'reading:states.late-payment': needsOperator(
    '*The gateway credits a late payment*, unless the setting `latePayments` is `refuse`. This setting also applies to an order whose payment has failed.',
  ),
  'reading:states.failed-callback': needsOperator(
    'When a pay-in fails, the gateway sends a callback *by default*. When a link fails, the gateway does not send a callback.',
  ),
  'reading:states.expired-cannot-fail': needsOperator('An expired pay-in cannot change to failed.'),
  'reading:v1.as-payin': needsOperator(
    'A link expires and accepts a late payment in the same way as a pay-in. The fee and the credit for a link follow the rules for pay-ins.',
  ),
  'reading:v1.amount-inr': smallest('A link’s `amount` is in INR, regardless of `currency`.'),
  'reading:v1.trade-type': notTried(
    '`trade_type` is another spelling of `currency`: `INRUPI` is `INR`, and `usdt` is `USDT`. If both are present and contradict each other, or `trade_type` has another value, the gateway returns 422 `invalid_currency`.',
  ),
  'reading:order.v1':
    'For v1, the gateway checks the method, body, key, signature, account, parameters, `client_ref` and business rules, in this order.',
  'reading:v1.amount':
    '`amount` is a string with up to two decimals, within the pay-in limits. A response contains `amount` with two decimals.',
  'reading:v1.other-merchant': needsOperator(
    'A query for a link of another merchant returns 404 `not_found`.',
  ),
  'reading:v1.json-only': '`create-link.php` accepts only JSON. `link-status.php` accepts only GET.',
  'reading:v1.php-only': 'Both v1 endpoints exist only with the suffix `.php`.',
  'reading:v1.envelope': 'A v1 error response contains `ok` = false, `error` and `message`.',
  'reading:v1.header-not-signed':
    'An `api_key` in the header is not a parameter, so the signature does not cover it.',
  'reading:v1.no-rate': notTried('No rate limit applies to v1.'),
  'reading:v1.codes':
    'v1 also uses the codes `invalid_request`, `invalid_client_ref`, `invalid_note`, `invalid_return_url`, `invalid_currency` and `server_error`.',
  'reading:callbacks.delivered': needsOperator(
    'A receiver acknowledges a callback with status 200 within 8 s. The first 64 KB of the body must contain `success` in lower case. If a response almost meets this rule, the record of the attempt describes the difference.',
  ),
  'reading:callbacks.delays': needsOperator(
    'Each retry delay lasts from the end of the failed attempt to the start of the next attempt. The gateway sends at most six attempts in total.',
  ),
  'reading:callbacks.fixed-body': needsOperator(
    'The gateway creates the body when the event happens. Retries and re-sends send the same bytes.',
  ),
  'reading:callbacks.independent': notTried(
    'The gateway delivers the callbacks of one order independently, so `processing` can arrive after `success`.',
  ),
  'reading:callbacks.undeliverable': inside(
    'If no callback URL is set for a pay-in or payout, the gateway records the callback as undeliverable and notifies the merchant.',
  ),
  'reading:callbacks.test': needsOperator(
    'The test callback is a generated pay-in callback with `test` = true. If the server accepts JSON, the gateway saves JSON as the callback format. If the server accepts only a form, the gateway saves the form format. If the server rejects both formats, the saved format stays unchanged, and the gateway shows both failures.',
  ),
  'reading:callbacks.resend': notTried(
    'A manual re-send before the last retry adds one attempt. The retry schedule stays unchanged.',
  ),
  'reading:callbacks.resend-target': needsOperator(
    'A re-send uses the order’s own URL, or the currently saved URL if the order has no URL. A retry uses the URL from the time of the event.',
  ),
  'reading:callbacks.receivers-apart': needsHanging(
    'The gateway identifies a receiver by host and port. A hanging receiver does not delay other receivers.',
  ),
  'reading:callbacks.redirects': needsOperator('The gateway never follows a redirect from a receiver.'),
  'reading:callbacks.headers': needsOperator(
    'A callback contains the headers `Content-Type` and `User-Agent`. The `User-Agent` identifies the gateway.',
  ),
  'reading:callbacks.legacy-target': needsOperator(
    'The gateway sends a link callback only to `notify_url`. If the link has no `notify_url`, the gateway does not send a callback.',
  ),
  'reading:browsers.refused': notTried(
    'A request from a page on another site returns 400 `invalid_request` before the gateway checks the signature. The gateway detects such a request by `Sec-Fetch-Site: cross-site` or `same-site`. It also compares `Origin` or `Referer` with `Host` to detect DNS rebinding. The rejected request does not count towards the signature lock or the rate limit.',
  ),
};

const tables = { ...orderRules, ...callRules, ...limitRules, ...readingRules };

const rows = Object.entries(tables).map(([id, row]) => ({
  id,
  ...(typeof row === 'string' ? { title: row, seen: 'read-only' as const } : row),
}));

/** The sentence of each rule as Markdown, by id, for the conformance page. */
export const sentences: ReadonlyMap<string, string> = new Map(rows.map(({ id, title }) => [id, title]));

/** The rows of the conformance table about gateways. */
export const rules: readonly Rule[] = rows.map(({ id, title, seen }) => ({
  ...{ id, seen },
  title: title.replaceAll('`', '').replace(/\*([^*]+)\*/g, '$1'),
}));
