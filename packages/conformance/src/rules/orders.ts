import { inBrowser, inside, needsFailure } from './never.ts';
import type { RuleRow } from './rule.ts';

/** Service, conventions, pay-ins, the wallet and states. */
export const orderRules: readonly RuleRow[] = [
  [
    'mock',
    'spec:service.payin',
    'A pay-in is created, paid at its checkout address, and its outcome is told by a signed callback and by the query.',
  ],
  [
    inBrowser,
    'spec:service.checkout',
    'The customer pays on a hosted page, for as long as the order can be paid.',
  ],
  [
    inside,
    'spec:service.hosted-url',
    'Answers about a payment page hold the gateway’s own address, and no other party’s.',
  ],
  [
    'mock',
    'spec:service.payout',
    'A withdrawal pays the beneficiary exactly amount; the fee is charged on top of it.',
  ],
  [
    'mock',
    'spec:service.methods',
    'Pay-ins are by UPI (INRUPI) or USDT on TRC20; withdrawals go to a bank account, a UPI ID or a TRC20 address.',
  ],
  [
    'smallest',
    'spec:service.test-amount',
    'The smallest allowed pay-in is a complete order: that is how a merchant tests.',
  ],
  ['read-only', 'spec:conventions.post', 'Requests are POST, but for the legacy status query.'],
  ['read-only', 'spec:conventions.bodies', 'Bodies are JSON or form-encoded, and answered alike.'],
  [
    'read-only',
    'spec:conventions.amounts',
    'Amounts are strings with two decimals, in requests and answers.',
  ],
  ['smallest', 'spec:conventions.times', 'Times are ISO-8601 with the offset +05:30.'],
  [
    'read-only',
    'spec:conventions.envelope',
    'A success is code, success = true, message = Success and data; code is the HTTP status.',
  ],
  [
    'read-only',
    'spec:conventions.envelope-error',
    'A failure is code, success = false, a readable message and a stable error, without data; code is the HTTP status.',
  ],
  [
    'smallest',
    'spec:payin.fields',
    'The order has each field of the table and no other; paidAmount, utr and paidAt are null until it is paid.',
  ],
  ['smallest', 'spec:payin.fee', 'fee is 11 % of amount, and netAmount is amount less fee.'],
  ['smallest', 'spec:payin.pay-url', 'pay_url and payUrl are the same address of a hosted checkout page.'],
  [
    'smallest',
    'spec:payin.extra',
    'extra is echoed in answers, queries and callbacks, and is the empty string when none was sent.',
  ],
  ['smallest', 'spec:payin.expires-at', 'expiresAt is the creation time plus the order validity.'],
  [
    'smallest',
    'spec:payin.usdt-fields',
    'USDT orders, and no others, add usdtAmount with six decimals, rate with four, address and network = TRC20.',
  ],
  ['smallest', 'spec:payin.usdt-priced-in-inr', 'A USDT order is priced and credited in INR.'],
  [
    'read-only',
    'spec:balance.fields',
    'The wallet has balance and available, the same; frozen, what pending withdrawals hold; total, the sum; currency = INR.',
  ],
  ['read-only', 'spec:balance.aliases', 'mchId may be called merchant_id.'],
  [
    'smallest',
    'spec:states.payin.pending',
    'A valid request makes a pending order that has a checkout address.',
  ],
  ['mock', 'spec:states.payin.success', 'Paid in time: success, final; netAmount is credited once.'],
  [
    'mock',
    'spec:states.payin.late',
    'Paid after its expiry: success, still credited, with the success callback.',
  ],
  ['mock', 'spec:states.payin.expired', 'Not paid within the validity: expired.'],
  ['mock', 'spec:states.payin.failed', 'A payment that fails or is rejected: failed, and a failed callback.'],
  ['mock', 'spec:states.payin.failed-paid', 'Failed and then paid: success, credited, with its callback.'],
  [
    'smallest',
    'spec:states.payout',
    'Approval: pending to processing. Completion: processing to success. Rejection or cancellation: either of the two to failed. Nothing else; success and failed are final.',
  ],
  [
    'mock',
    'spec:states.payout.failed',
    'A failed withdrawal gives amount and fee back and sends the failed callback.',
  ],
  ['mock', 'spec:states.payout.no-expiry', 'A withdrawal never expires.'],
  ['mock', 'spec:states.link', 'A link is pending, success, failed or expired, and a paid one is success.'],
  [
    'read-only',
    'spec:payin.aliases',
    'merchant_id, merchant_order_no, trade_type, callback_url and return_url stand for the main names.',
  ],
  ['read-only', 'spec:payin.mch-order-no', 'mchOrderNo is 1 to 100 letters, digits and _ - . : # /.'],
  ['read-only', 'spec:payin.trade-type', 'tradeType is INRUPI, also when left out, or usdt.'],
  [inBrowser, 'spec:payin.return-url', 'After paying, the customer is led to returnUrl.'],
  [
    'smallest',
    'spec:payin.idempotent',
    'Rule 1: a repeat of mchOrderNo answers the same order with duplicate = true, and makes nothing.',
  ],
  [
    'smallest',
    'spec:payin.conflict',
    'Rule 2: a repeat with another amount or trade type is 409 duplicate_order.',
  ],
  [
    'read-only',
    'spec:payin.alternative-sign',
    'Rule 3: with the snake_case names, the MD5 of merchant_id, amount, merchant_order_no, api_key and callback_url put together is a signature too.',
  ],
  [
    needsFailure,
    'spec:payin.retry',
    'Rule 5: after a 5xx the call may be repeated with the same mchOrderNo, whether or not the order was made.',
  ],
];
