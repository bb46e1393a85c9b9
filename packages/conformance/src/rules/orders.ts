import { inBrowser, inside, needsFailure } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Rules about the service, conventions, pay-ins, the wallet and states. */
export const orderRules: readonly RuleRow[] = [
  [
    'mock',
    'spec:service.payin',
    'The merchant creates a pay-in. The customer pays at the checkout URL of the pay-in. A signed callback and the query report the outcome.',
  ],
  [
    inBrowser,
    'spec:service.checkout',
    'While the order accepts a payment, the customer can pay on a hosted page.',
  ],
  [
    inside,
    'spec:service.hosted-url',
    'The only payment URL in a response is the URL of the gateway’s own checkout.',
  ],
  [
    'mock',
    'spec:service.payout',
    'The beneficiary receives exactly amount. The gateway charges the fee in addition.',
  ],
  [
    'mock',
    'spec:service.methods',
    'Pay-ins use UPI (INRUPI) or USDT. Payouts use a bank account, a UPI ID or USDT. USDT pay-ins and payouts use the TRC20 network.',
  ],
  [
    'smallest',
    'spec:service.test-amount',
    'A pay-in of the minimum amount behaves like any other pay-in, so merchants can test with this amount.',
  ],
  ['read-only', 'spec:conventions.post', 'All requests use POST, except the legacy status query.'],
  [
    'read-only',
    'spec:conventions.bodies',
    'Request bodies are JSON or form-encoded. The gateway returns the same response for both formats.',
  ],
  [
    'read-only',
    'spec:conventions.amounts',
    'Amounts are strings with two decimals, in requests and responses.',
  ],
  ['smallest', 'spec:conventions.times', 'Times are ISO 8601 with the offset +05:30.'],
  [
    'read-only',
    'spec:conventions.envelope',
    'A successful response contains code, success = true, message = Success and data. code is the HTTP status.',
  ],
  [
    'read-only',
    'spec:conventions.envelope-error',
    'An error response contains a readable message, a stable error, success = false and no data. Its code is the HTTP status.',
  ],
  [
    'smallest',
    'spec:payin.fields',
    'A pay-in contains exactly the fields that the specification lists. paidAmount, utr and paidAt are null until the customer pays.',
  ],
  ['smallest', 'spec:payin.fee', 'fee is 11 % of amount, and netAmount is amount minus fee.'],
  ['smallest', 'spec:payin.pay-url', 'pay_url and payUrl contain the same URL of a hosted checkout page.'],
  [
    'smallest',
    'spec:payin.extra',
    'Every response and callback contains extra unchanged. If the request contains no extra, the field contains the empty string.',
  ],
  ['smallest', 'spec:payin.expires-at', 'expiresAt is the creation time plus the order validity.'],
  [
    'smallest',
    'spec:payin.usdt-fields',
    'USDT orders contain the additional fields usdtAmount with six decimals, rate with four decimals, address and network = TRC20. INR orders do not contain these fields.',
  ],
  [
    'smallest',
    'spec:payin.usdt-priced-in-inr',
    'The amount of a USDT order is in INR, and the gateway credits INR to the wallet.',
  ],
  [
    'read-only',
    'spec:balance.fields',
    'The fields balance and available are equal. frozen is the amount that the gateway holds for pending and processing payouts. total is available plus frozen, and currency is INR.',
  ],
  ['read-only', 'spec:balance.aliases', 'The gateway accepts merchant_id instead of mchId.'],
  ['smallest', 'spec:states.payin.pending', 'A valid request creates a pending order with a checkout URL.'],
  [
    'mock',
    'spec:states.payin.success',
    'A payment before the expiry changes the order to success. This state is final. The gateway credits netAmount once.',
  ],
  [
    'mock',
    'spec:states.payin.late',
    'A payment after the expiry changes the order to success. The gateway credits the order and sends a callback with the status success.',
  ],
  [
    'mock',
    'spec:states.payin.expired',
    'An order expires if the customer does not pay within the validity of the order.',
  ],
  [
    'mock',
    'spec:states.payin.failed',
    'An order changes to failed if its payment fails or is rejected. The gateway sends a callback with the status failed.',
  ],
  [
    'mock',
    'spec:states.payin.failed-paid',
    'A later payment changes a failed order to success. The gateway credits the order and sends a callback with the status success.',
  ],
  [
    'smallest',
    'spec:states.payout',
    'Approval changes a payout from pending to processing. Completion changes it from processing to success. Rejection or cancellation changes a pending or processing payout to failed. Success and failed are final. No other transition exists.',
  ],
  [
    'mock',
    'spec:states.payout.failed',
    'When a payout fails, the gateway returns the amount and the fee to the wallet. It sends a callback with the status failed.',
  ],
  ['mock', 'spec:states.payout.no-expiry', 'A payout never expires.'],
  [
    'mock',
    'spec:states.link',
    'The state of a link is pending, success, failed or expired. A paid link is in the state success.',
  ],
  [
    'read-only',
    'spec:payin.aliases',
    'The gateway accepts merchant_id, merchant_order_no, trade_type, callback_url and return_url instead of the main names.',
  ],
  [
    'read-only',
    'spec:payin.mch-order-no',
    'mchOrderNo consists of 1 to 100 letters, digits and _ - . : # /.',
  ],
  ['read-only', 'spec:payin.trade-type', 'tradeType is INRUPI (the default) or usdt.'],
  [
    inBrowser,
    'spec:payin.return-url',
    'After the payment, the checkout redirects the customer to returnUrl.',
  ],
  [
    'smallest',
    'spec:payin.idempotent',
    'Rule 1: a request with a repeated mchOrderNo returns the same order with duplicate = true. The gateway does not create a second order.',
  ],
  [
    'smallest',
    'spec:payin.conflict',
    'Rule 2: a request with a repeated mchOrderNo and a different amount or trade type returns 409 duplicate_order.',
  ],
  [
    'read-only',
    'spec:payin.alternative-sign',
    'Rule 3: a request with the snake_case names can use an alternative sign. The alternative sign is the MD5 of merchant_id, amount, merchant_order_no, api_key and callback_url, joined without separators.',
  ],
  [
    needsFailure,
    'spec:payin.retry',
    'Rule 5: after a 5xx, the client can retry with the same mchOrderNo, even if the gateway created the order.',
  ],
];
