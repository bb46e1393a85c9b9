import { inBrowser, inside, needsFailure } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Rules about the service, conventions, pay-ins, the wallet and states. */
export const orderRules: readonly RuleRow[] = [
  [
    'mock',
    'spec:service.payin',
    'A pay-in is created and then paid at its checkout URL. A signed callback and the query both report the outcome.',
  ],
  [
    inBrowser,
    'spec:service.checkout',
    'The customer pays on a hosted page while the order can still be paid.',
  ],
  [inside, 'spec:service.hosted-url', 'A response about a payment page contains only the gateway’s own URL.'],
  [
    'mock',
    'spec:service.payout',
    'A payout pays the beneficiary exactly amount, and the fee is charged on top.',
  ],
  [
    'mock',
    'spec:service.methods',
    'Pay-ins use UPI (INRUPI) or USDT. Payouts use a bank account, a UPI ID or USDT. USDT is on TRC20.',
  ],
  [
    'smallest',
    'spec:service.test-amount',
    'The smallest allowed pay-in is a complete order, so merchants can test with it.',
  ],
  ['read-only', 'spec:conventions.post', 'Requests use POST, except the legacy status query.'],
  [
    'read-only',
    'spec:conventions.bodies',
    'Bodies are JSON or form-encoded, and both get the same response.',
  ],
  [
    'read-only',
    'spec:conventions.amounts',
    'Amounts are strings with two decimals, in requests and responses.',
  ],
  ['smallest', 'spec:conventions.times', 'Times are ISO-8601 with the offset +05:30.'],
  [
    'read-only',
    'spec:conventions.envelope',
    'A success has code, success = true, message = Success and data. code is the HTTP status.',
  ],
  [
    'read-only',
    'spec:conventions.envelope-error',
    'A failure has a readable message, a stable error, success = false and no data. Its code is the HTTP status.',
  ],
  [
    'smallest',
    'spec:payin.fields',
    'The order has exactly the fields of the table. paidAmount, utr and paidAt are null until it is paid.',
  ],
  ['smallest', 'spec:payin.fee', 'fee is 11 % of amount, and netAmount is amount minus fee.'],
  ['smallest', 'spec:payin.pay-url', 'pay_url and payUrl are the same URL of a hosted checkout page.'],
  [
    'smallest',
    'spec:payin.extra',
    'Responses, queries and callbacks return extra unchanged, or the empty string if none was sent.',
  ],
  ['smallest', 'spec:payin.expires-at', 'expiresAt is the creation time plus the order validity.'],
  [
    'smallest',
    'spec:payin.usdt-fields',
    'USDT orders also have usdtAmount with six decimals, rate with four, address and network = TRC20. No other order has them.',
  ],
  ['smallest', 'spec:payin.usdt-priced-in-inr', 'A USDT order is priced and credited in INR.'],
  [
    'read-only',
    'spec:balance.fields',
    'The fields balance and available are equal. The field frozen is held for pending payouts. The total is the sum, and currency is INR.',
  ],
  ['read-only', 'spec:balance.aliases', 'mchId may be called merchant_id.'],
  ['smallest', 'spec:states.payin.pending', 'A valid request creates a pending order with a checkout URL.'],
  [
    'mock',
    'spec:states.payin.success',
    'An order paid in time becomes success, which is final. netAmount is credited once.',
  ],
  [
    'mock',
    'spec:states.payin.late',
    'An order paid after its expiry becomes success. It is credited, and the success callback is sent.',
  ],
  ['mock', 'spec:states.payin.expired', 'An order that is not paid within its validity becomes expired.'],
  [
    'mock',
    'spec:states.payin.failed',
    'An order becomes failed when its payment fails or is rejected, and the failed callback is sent.',
  ],
  [
    'mock',
    'spec:states.payin.failed-paid',
    'A failed order that is paid later becomes success. It is credited, and the success callback is sent.',
  ],
  [
    'smallest',
    'spec:states.payout',
    'Approval moves a payout from pending to processing, and completion from processing to success. Rejection or cancellation moves it from either state to failed. No other transition exists, and success and failed are final.',
  ],
  [
    'mock',
    'spec:states.payout.failed',
    'A failed payout returns amount and fee to the wallet and sends the failed callback.',
  ],
  ['mock', 'spec:states.payout.no-expiry', 'A payout never expires.'],
  ['mock', 'spec:states.link', 'A link is pending, success, failed or expired. A paid link is success.'],
  [
    'read-only',
    'spec:payin.aliases',
    'merchant_id, merchant_order_no, trade_type, callback_url and return_url are accepted instead of the main names.',
  ],
  ['read-only', 'spec:payin.mch-order-no', 'mchOrderNo is 1 to 100 letters, digits and _ - . : # /.'],
  ['read-only', 'spec:payin.trade-type', 'tradeType is INRUPI (the default) or usdt.'],
  [inBrowser, 'spec:payin.return-url', 'After the payment, the customer is redirected to returnUrl.'],
  [
    'smallest',
    'spec:payin.idempotent',
    'Rule 1: a repeated mchOrderNo returns the same order with duplicate = true and creates nothing.',
  ],
  [
    'smallest',
    'spec:payin.conflict',
    'Rule 2: a repeated mchOrderNo with another amount or trade type gets 409 duplicate_order.',
  ],
  [
    'read-only',
    'spec:payin.alternative-sign',
    'Rule 3: the snake_case names also allow an alternative sign. It is the MD5 of merchant_id, amount, merchant_order_no, api_key and callback_url joined together.',
  ],
  [
    needsFailure,
    'spec:payin.retry',
    'Rule 5: after a 5xx, the call can be retried with the same mchOrderNo, even if the order was created.',
  ],
];
