import type { RuleTable } from './rule.ts';
import { inBrowser, needsFailure, needsOperator, readOnly, smallest } from './seen.ts';

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
  'spec:conventions.post': readOnly('All requests use POST, except the legacy status query.'),
  'spec:conventions.bodies': readOnly(
    'Request bodies are JSON or form-encoded. The gateway returns the same response for both formats.',
  ),
  'spec:conventions.amounts': readOnly('Amounts are strings with two decimals, in requests and responses.'),
  'spec:conventions.times': smallest('Times are ISO 8601 with the offset +05:30.'),
  'spec:conventions.envelope': readOnly(
    'A successful response contains `code`, `success` = true, `message` = `Success` and `data`. `code` is the HTTP status.',
  ),
  'spec:conventions.envelope-error': readOnly(
    'An error response contains a readable `message`, a stable `error`, `success` = false and no `data`. Its `code` is the HTTP status.',
  ),
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
  'spec:balance.fields': readOnly(
    'The fields `balance` and `available` are equal. `frozen` is the amount that the gateway holds for pending and processing payouts. `total` is `available` plus `frozen`, and `currency` is `INR`.',
  ),
  'spec:balance.aliases': readOnly('The gateway accepts `merchant_id` instead of `mchId`.'),
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
  'spec:payin.aliases': readOnly(
    'The gateway accepts `merchant_id`, `merchant_order_no`, `trade_type`, `callback_url` and `return_url` instead of the main names.',
  ),
  'spec:payin.mch-order-no': readOnly('`mchOrderNo` consists of 1 to 100 letters, digits and `_ - . : # /`.'),
  'spec:payin.trade-type': readOnly('`tradeType` is `INRUPI` (the default) or `usdt`.'),
  'spec:payin.return-url': inBrowser(
    'After the payment, the checkout redirects the customer to `returnUrl`.',
  ),
  'spec:payin.idempotent': smallest(
    'Rule 1: a request with a repeated `mchOrderNo` returns the same order with `duplicate` = true. The gateway does not create a second order.',
  ),
  'spec:payin.conflict': smallest(
    'Rule 2: a request with a repeated `mchOrderNo` and a different amount or trade type returns 409 `duplicate_order`.',
  ),
  'spec:payin.alternative-sign': readOnly(
    'Rule 3: a request with the snake_case names can use an alternative `sign`. The alternative `sign` is the MD5 of merchant_id, amount, merchant_order_no, api_key and callback_url, joined without separators.',
  ),
  'spec:payin.retry': needsFailure(
    'Rule 5: after a 5xx, the client can retry with the same `mchOrderNo`, even if the gateway created the order.',
  ),
};
