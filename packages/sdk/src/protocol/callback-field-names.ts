/**
 * The names that callbacks of any kind have (spec: Events), aliases included. Written out, because the exact schemas,
 * which have them too, are ten times the size of all that verifies a callback.
 */
export const fieldNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  // Every v3 callback.
  'mchId',
  'merchant_id',
  'mchOrderNo',
  'merchant_order_no',
  'orderNo',
  'gateway_order_no',
  'amount',
  'fee',
  'status',
  'payTime',
  'test',
  'sign',
  // Pay-ins.
  'paidAmount',
  'netAmount',
  'tradeType',
  'utr',
  'extra',
  'usdtAmount',
  // Payouts.
  'totalDebit',
  'txid',
  'message',
  // Links.
  'link_code',
  'client_ref',
  'currency',
  'paid_at',
]);
