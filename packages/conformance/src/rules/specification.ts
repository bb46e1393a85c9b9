import {
  inBrowser,
  needsFailure,
  needsHanging,
  needsOperator,
  type RuleTable,
  smallest,
  theReceivers,
  theSdks,
} from './rule.ts';

/** Rules about the service, conventions, pay-ins, the wallet and states. */
export const orderRules: RuleTable = {
  'spec:service.payin': needsOperator(
    'The merchant creates a pay-in. The customer pays at the checkout URL of the pay-in. A signed callback and the query report the outcome.',
  ),
  'spec:service.checkout': inBrowser(
    'While the order accepts a payment, the customer can pay on a hosted page.',
  ),
  'spec:service.hosted-url': smallest(
    'The only payment URL in a response is the URL of the gateway’s own checkout.',
  ),
  'spec:service.payout': needsOperator(
    'The beneficiary receives exactly `amount`. The gateway charges the fee in addition.',
  ),
  'spec:service.methods': needsOperator(
    'Pay-ins use UPI (`INRUPI`) or USDT. Payouts use a bank account, a UPI ID or USDT. USDT pay-ins and payouts use the TRC20 network.',
  ),
  'spec:service.test-amount': smallest(
    'A pay-in of the minimum amount behaves like any other pay-in, so merchants can test with this amount.',
  ),
  'spec:conventions.post': 'All requests use POST, except the legacy status query.',
  'spec:conventions.bodies':
    'Request bodies are JSON or form-encoded. The gateway returns the same response for both formats.',
  'spec:conventions.amounts': 'Amounts are strings with two decimals, in requests and responses.',
  'spec:conventions.times': smallest('Times are ISO 8601 with the offset +05:30.'),
  'spec:conventions.envelope':
    'A successful response contains `code`, `success` = true, `message` = `Success` and `data`. `code` is the HTTP status.',
  'spec:conventions.envelope-error':
    'An error response contains a readable `message`, a stable `error`, `success` = false and no `data`. Its `code` is the HTTP status.',
  'spec:payin.fields': smallest(
    'A pay-in contains exactly the fields that the specification lists. `paidAmount`, `utr` and `paidAt` are null until the customer pays.',
  ),
  'spec:payin.fee': smallest('`fee` is 11 % of `amount`, and `netAmount` is `amount` minus `fee`.'),
  'spec:payin.pay-url': smallest('`pay_url` and `payUrl` contain the same URL of a hosted checkout page.'),
  'spec:payin.extra': smallest(
    'Every response and callback contains `extra` unchanged. If the request contains no `extra`, the field contains the empty string.',
  ),
  'spec:payin.expires-at': smallest('`expiresAt` is the creation time plus the order validity.'),
  'spec:payin.usdt-fields': smallest(
    'USDT orders contain the additional fields `usdtAmount` with six decimals, `rate` with four decimals, `address` and `network` = `TRC20`. INR orders do not contain these fields.',
  ),
  'spec:payin.usdt-priced-in-inr': smallest(
    'The amount of a USDT order is in INR, and the gateway credits INR to the wallet.',
  ),
  'spec:balance.fields':
    'The fields `balance` and `available` are equal. `frozen` is the amount that the gateway holds for pending and processing payouts. `total` is `available` plus `frozen`, and `currency` is `INR`.',
  'spec:balance.aliases': 'The gateway accepts `merchant_id` instead of `mchId`.',
  'spec:states.payin.pending': smallest('A valid request creates a pending order with a checkout URL.'),
  'spec:states.payin.success': needsOperator(
    'A payment before the expiry changes the order to success. This state is final. The gateway credits `netAmount` once.',
  ),
  'spec:states.payin.late': needsOperator(
    'A payment after the expiry changes the order to success. The gateway credits the order and sends a callback with the status `success`.',
  ),
  'spec:states.payin.expired': needsOperator(
    'An order expires if the customer does not pay within the validity of the order.',
  ),
  'spec:states.payin.failed': needsOperator(
    'An order changes to failed if its payment fails or is rejected. The gateway sends a callback with the status `failed`.',
  ),
  'spec:states.payin.failed-paid': needsOperator(
    'A later payment changes a failed order to success. The gateway credits the order and sends a callback with the status `success`.',
  ),
  'spec:states.payout': smallest(
    'Approval changes a payout from pending to processing. Completion changes it from processing to success. Rejection or cancellation changes a pending or processing payout to failed. Success and failed are final. No other transition exists.',
  ),
  'spec:states.payout.failed': needsOperator(
    'When a payout fails, the gateway returns the amount and the fee to the wallet. It sends a callback with the status `failed`.',
  ),
  'spec:states.payout.no-expiry': needsOperator('A payout never expires.'),
  'spec:states.link': needsOperator(
    'The state of a link is pending, success, failed or expired. A paid link is in the state success.',
  ),
  'spec:payin.aliases':
    'The gateway accepts `merchant_id`, `merchant_order_no`, `trade_type`, `callback_url` and `return_url` instead of the main names.',
  'spec:payin.mch-order-no': '`mchOrderNo` consists of 1 to 100 letters, digits and `_ - . : # /`.',
  'spec:payin.trade-type': '`tradeType` is `INRUPI` (the default) or `usdt`.',
  'spec:payin.return-url': inBrowser(
    'After the payment, the checkout redirects the customer to `returnUrl`.',
  ),
  'spec:payin.idempotent': smallest(
    'Rule 1: a request with a repeated `mchOrderNo` returns the same order with `duplicate` = true. The gateway does not create a second order.',
  ),
  'spec:payin.conflict': smallest(
    'Rule 2: a request with a repeated `mchOrderNo` and a different amount or trade type returns 409 `duplicate_order`.',
  ),
  'spec:payin.alternative-sign':
    'Rule 3: a request with the snake_case names can use an alternative `sign`. The alternative `sign` is the MD5 of merchant_id, amount, merchant_order_no, api_key and callback_url, joined without separators.',
  'spec:payin.retry': needsFailure(
    'Rule 5: after a 5xx, the client can retry with the same `mchOrderNo`, even if the gateway created the order.',
  ),
};

/** Rules about payouts, queries, the legacy API, authentication and events. */
export const callRules: RuleTable = {
  'spec:payout.fields': smallest(
    'A payout contains exactly the fields that the specification lists. `txid` and `paidAt` are null until the gateway pays the payout.',
  ),
  'spec:payout.order-no': smallest('`orderNo` begins with WD.'),
  'spec:payout.fee': smallest('`fee` is 6.5 % of `amount` plus 10.00. `totalDebit` is `amount` plus `fee`.'),
  'spec:payout.held': smallest(
    'At creation, the gateway moves `totalDebit` from the available to the frozen balance. The amount stays frozen until the payout is paid or rejected.',
  ),
  'spec:v1.envelope': smallest('A successful v1 response contains `ok` = true and `data`.'),
  'spec:v1.fields': smallest(
    'A link contains the fields that the specification lists. Only the creation response contains `expires_at`. Only the status query contains `note` and `paid_at`.',
  ),
  'spec:payout.bank-list': needsOperator(
    'The gateway compares `bankCode` with 50 names, ignoring case. One of the names is `Other / Not Listed`. The gateway stores an unknown name unchanged.',
  ),
  'spec:auth.sign-required': 'Every v3 request must contain `mchId` and `sign`.',
  'spec:query.aliases': 'The gateway accepts `merchant_id` instead of `mchId`.',
  'spec:query.either-number': smallest(
    'A query finds the order by its order number or its gateway order number.',
  ),
  'spec:query.key-selects': smallest(
    'A query signed with `mchKey` searches the pay-ins. A query signed with `mchSecret` searches the payouts.',
  ),
  'spec:query.payin': smallest(
    'A query for a pay-in returns the pay-in in its current state, with `type` = `payin`.',
  ),
  'spec:query.payout': smallest(
    'A query for a payout returns the payout in its current state, with `type` = `payout`.',
  ),
  'spec:query.not-found': 'A query for an unknown order returns 404 `order_not_found`.',
  'spec:query.polling': theSdks(
    'A client polls an order at most once every few seconds, as `waitForFinal` does.',
  ),
  'spec:payout.aliases':
    'The gateway accepts the aliases of `mchId` and `mchOrderNo` instead of the main names.',
  'spec:payout.idempotent': smallest(
    'A request with a repeated `mchOrderNo` returns the same payout. The gateway debits the wallet only once.',
  ),
  'spec:payout.conflict': smallest(
    'A request with a repeated `mchOrderNo` and a different amount or pay type returns 409 `duplicate_order`.',
  ),
  'spec:payout.detection': smallest(
    'If `payType` is missing, the gateway derives the pay type from the destination.',
  ),
  'spec:payout.destinations':
    'A bank payout uses `bankCode`, `accountName`, `accountNumber` and `ifsc`. A UPI payout uses `upiId`. A USDT payout uses `usdtAddress`.',
  'spec:payout.account-number': '`accountNumber` consists of 6 to 20 digits.',
  'spec:payout.ifsc': '`ifsc` is an IFSC code.',
  'spec:payout.upi': '`upiId` uses the format name@bank.',
  'spec:payout.usdt':
    '`usdtAddress` is a TRC20 wallet address that begins with T. USDT must be enabled for the account.',
  'spec:payout.notify-url': needsOperator('The gateway ignores `notifyUrl`.'),
  'spec:payout.refusal-debits-nothing': needsOperator(
    'If the gateway rejects a payout request, it does not debit the wallet.',
  ),
  'spec:v1.create': smallest(
    '`create-link.php` accepts a POST request with a JSON body and returns the link.',
  ),
  'spec:v1.header-key': 'The client can send `api_key` in the header `X-Api-Key` instead of the body.',
  'spec:v1.idempotent': smallest('A request with a repeated `client_ref` returns the same link.'),
  'spec:v1.return-url': inBrowser('After the payment, the checkout redirects the customer to `return_url`.'),
  'spec:v1.currency': smallest('`currency` is `INR` (the default) or `USDT`.'),
  'spec:v1.sign':
    '`sign` is the upper-case MD5 of the sorted non-empty parameters, followed by `&key=` and the API Secret.',
  'spec:v1.status': smallest(
    '`link-status.php` accepts a GET request and returns the link. The signature rule of `create-link.php` applies.',
  ),
  'spec:auth.same-answer':
    'Rule 1: the gateway returns the same 401 for an unknown merchant and for a wrong signature, after the same amount of work.',
  'spec:auth.keys':
    'Rule 2: mchKey signs pay-ins and pay-in queries. mchSecret signs payouts, payout queries and balance requests.',
  'spec:auth.wrong-key':
    'Rule 2: a request signed with the merchant’s other key returns 401 `wrong_key_type`.',
  'spec:auth.callback-key': needsOperator(
    'Rule 2: mchKey signs pay-in callbacks. mchSecret signs payout callbacks.',
  ),
  'spec:auth.algorithm':
    'Rule 3: `sign` is the upper-case MD5 of `name=value` pairs joined with `&`, followed by `&key=` and the key. The values are not URL-encoded.',
  'spec:auth.empty-dropped':
    'Rule 3: the signed string omits `sign` itself, and parameters that are empty or null.',
  'spec:auth.byte-order': 'Rule 3: the names are sorted in byte order, with upper case before lower case.',
  'spec:auth.callback-compare': theReceivers(
    'Rule 4: a receiver compares signatures without regard to case.',
  ),
  'spec:auth.ip-list': needsOperator(
    'Rule 5: if the merchant has saved an IP allow-list, the gateway accepts requests only from the listed IP addresses.',
  ),
  'spec:auth.payout-ip-list': needsOperator(
    'Rule 5: if the merchant has not saved an IP allow-list, the gateway rejects payouts.',
  ),
  'spec:auth.server-only':
    'Rule 6: a web page from another origin cannot read any response, so the client must be a server.',
  'spec:auth.suspended': needsOperator(
    'Rule 7: a request from a suspended account returns 403 `account_suspended`.',
  ),
  'spec:auth.v1-secret': 'Rule 8: the API Secret signs v1 requests. `api_key` identifies the merchant.',
  'spec:events.format': needsOperator(
    'Callbacks are JSON or form-encoded, in the format that the gateway saved for the merchant. The default is JSON.',
  ),
  'spec:events.signed': needsOperator('`sign` covers every non-empty field of a callback.'),
  'spec:events.payin': needsOperator(
    'A pay-in callback contains the fields that the specification lists. The gateway sends the callback when the customer pays or the order fails.',
  ),
  'spec:events.payin.target': needsOperator(
    'The gateway sends a pay-in callback to the order’s `notifyUrl`. If the order has no `notifyUrl`, the gateway uses the saved callback URL.',
  ),
  'spec:events.payout': needsOperator(
    'A payout callback contains the fields that the specification lists. The gateway sends the callback when a payout is approved, paid or rejected.',
  ),
  'spec:events.payout.target': needsOperator(
    'The gateway sends a payout callback to the saved callback URL.',
  ),
  'spec:delivery.1': needsOperator(
    'Rule 1: a receiver acknowledges a callback with HTTP 200 and the plain text `success`.',
  ),
  'spec:delivery.2': needsOperator(
    'Rule 2: a delivery fails after a timeout, a redirect, an error status or a body without `success`.',
  ),
  'spec:delivery.3': needsOperator(
    'Rule 3: the gateway retries a failed delivery after 1 min, 5 min, 15 min, 1 h and 6 h. After the last failed retry, the gateway marks the delivery as failed and notifies the merchant.',
  ),
  'spec:delivery.4': needsOperator(
    'Rule 4: retries and manual re-sends can deliver the same callback several times. The receiver processes the callback once.',
  ),
  'spec:delivery.5': needsOperator(
    'Rule 5: a receiver checks the signature, the status and the paid amount. The receiver can confirm these values with the query.',
  ),
  'spec:delivery.6': needsOperator(
    'Rule 6: the callback test in the merchant dashboard sends a signed callback with `test` = true, as JSON and as a form. The gateway saves the format that the receiver accepts.',
  ),
  'spec:events.legacy': needsOperator(
    'For a paid link, the gateway posts JSON to `notify_url`, signed with the API Secret. The body contains `link_code`, `client_ref`, `amount`, `currency`, `status`, `paid_at` and `sign`.',
  ),
  'spec:events.legacy.2xx': needsOperator('A response with any 2xx status acknowledges a link callback.'),
  'spec:events.legacy.retries': needsOperator(
    'The gateway retries a failed link callback on the v3 schedule.',
  ),
};

/** Rules about errors, limits and versions. */
export const limitRules: RuleTable = {
  'spec:versioning.php-suffix': 'Each v3 endpoint is available with and without the suffix `.php`.',
  'spec:errors.table': 'The codes and their HTTP statuses match the table in the specification.',
  'spec:errors.invalid_request': '400: `mchId` or `sign` is missing, or the body is unreadable.',
  'spec:errors.invalid_signature': '401: the merchant is unknown or the signature is wrong.',
  'spec:errors.wrong_key_type': '401: the request is signed with the merchant’s other key.',
  'spec:errors.account_suspended': needsOperator('403: the account is suspended.'),
  'spec:errors.ip_not_allowed': needsOperator('403: the client’s IP address is not on the IP allow-list.'),
  'spec:errors.ip_whitelist_required': needsOperator('403: a payout requires a saved IP allow-list.'),
  'spec:errors.order_not_found': '404: no order has this order number.',
  'spec:errors.use_post': '405: the method is not POST.',
  'spec:errors.duplicate_order': smallest(
    '409: an earlier order uses this `mchOrderNo` with a different amount or trade type.',
  ),
  'spec:errors.payload_too_large': '413: the body exceeds 64 KB.',
  'spec:errors.missing_param': '422: a parameter is missing.',
  'spec:errors.invalid_amount': '422: `amount` is malformed.',
  'spec:errors.invalid_mch_order_no': '422: `mchOrderNo` is malformed.',
  'spec:errors.amount_range': '422: `amount` is outside the limits.',
  'spec:errors.method_not_allowed': needsOperator('422: INR or USDT is not enabled for the account.'),
  'spec:errors.invalid_trade_type': '422: the trade type is not supported.',
  'spec:errors.invalid_pay_type': '422: the pay type is not supported.',
  'spec:errors.invalid_url': '422: the URL is not supported.',
  'spec:errors.insufficient_balance': needsOperator(
    '422: the balance does not cover the amount and the fee.',
  ),
  'spec:errors.daily_limit': needsOperator('422: the payout exceeds the daily limit.'),
  'spec:errors.bank_invalid': '422: the bank account is invalid.',
  'spec:errors.ifsc_invalid': '422: the IFSC code is invalid.',
  'spec:errors.upi_invalid': '422: the UPI ID is invalid.',
  'spec:errors.address_invalid': '422: the TRC20 wallet address is invalid.',
  'spec:errors.rate_limited': needsOperator('429 with `Retry-After`: the client sent too many requests.'),
  'spec:errors.too_many_failures': needsOperator(
    '429 with `Retry-After`: the IP address sent too many wrong signatures.',
  ),
  'spec:errors.server_error': needsFailure(
    '500: the gateway failed. The client can retry with the same `mchOrderNo`.',
  ),
  'spec:errors.provider_unavailable': needsOperator('503: no payment channel is available.'),
  'spec:errors.maintenance': needsOperator('503: the gateway is in maintenance.'),
  'spec:errors.rate_unavailable': needsOperator('503: no USDT rate is available.'),
  'spec:errors.v1.table': 'The codes and their HTTP statuses match the table in the specification.',
  'spec:errors.v1.missing_api_key': '401: the API Key is missing.',
  'spec:errors.v1.invalid_api_key': '401: the API Key is unknown.',
  'spec:errors.v1.invalid_signature': '401: the signature is wrong.',
  'spec:errors.v1.account_suspended': needsOperator('403: the account is suspended.'),
  'spec:errors.v1.ip_not_allowed': needsOperator('403: the client’s IP address is not on the IP allow-list.'),
  'spec:errors.v1.not_found': '404: the link does not exist.',
  'spec:errors.v1.method_not_allowed': '405: the HTTP method is wrong. 422: the currency is not enabled.',
  'spec:errors.v1.duplicate_client_ref': smallest(
    '409: an earlier link uses this `client_ref` with a different amount.',
  ),
  'spec:errors.v1.invalid_amount': '422: `amount` is malformed.',
  'spec:errors.v1.invalid_notify_url': smallest('422: `notify_url` is not a URL.'),
  'spec:errors.v1.gateway_error': needsOperator('502: no payment channel is available.'),
  'spec:limits.payin-amount': smallest('The amount of a pay-in is between 200.00 and 50,000.00, inclusive.'),
  'spec:limits.payout-amount': needsOperator(
    'The amount of a payout is between 500.00 and 200,000.00, inclusive.',
  ),
  'spec:limits.payout-daily': needsOperator('The daily total of a merchant’s payouts is at most 200,000.00.'),
  'spec:limits.order-validity': smallest('By default, an order is valid for 30 minutes.'),
  'spec:limits.rate': needsOperator(
    'A merchant can send 120 v3 requests a minute from each IP address. Further requests return 429 with `Retry-After`.',
  ),
  'spec:limits.body': 'A v3 body contains at most 64 KB. A request with a larger body returns 413.',
  'spec:limits.mch-order-no': '`mchOrderNo` contains 1 to 100 characters, in pay-ins and payouts.',
  'spec:limits.extra': '`extra` contains at most 255 characters.',
  'spec:limits.account-number': '`accountNumber` consists of 6 to 20 digits.',
  'spec:limits.v1-note': smallest('v1: `note` contains at most 255 characters.'),
  'spec:limits.v1-client-ref': smallest('v1: `client_ref` contains at most 120 characters.'),
  'spec:limits.callback-timeout': needsHanging('A receiver must respond within 8 seconds.'),
  'spec:limits.callback-retries': needsOperator(
    'The gateway retries a callback five times, after 1 min, 5 min, 15 min, 1 h and 6 h.',
  ),
  'spec:limits.fees': smallest('The fee is 11 % for a pay-in, and 6.5 % plus 10.00 for a payout.'),
  'spec:limits.lock': needsOperator('Repeated wrong signatures lock the client’s IP address.'),
  'spec:limits.own': needsOperator('The operator can set separate limits for each account.'),
  'spec:versioning.convention':
    'The signature follows a common convention, so third-party libraries for this convention compute the same signature.',
  'spec:versioning.v1': smallest(
    'The gateway supports v1 in addition to v3. It also accepts v1 requests without `currency`.',
  ),
};
