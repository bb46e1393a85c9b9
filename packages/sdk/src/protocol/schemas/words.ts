/** Payment methods of a pay-in: `INRUPI` by UPI, `usdt` in USDT on TRC20. The values are case-sensitive. */
export const tradeTypes = ['INRUPI', 'usdt'] as const;
/** Payment method of a pay-in. */
export type TradeType = (typeof tradeTypes)[number];

/** Kinds of payout destination. The values are case-sensitive. */
export const payTypes = ['bank', 'upi', 'usdt'] as const;
/** Kind of payout destination. */
export type PayType = (typeof payTypes)[number];

/** Currencies of a customer's payment for a v1 link. The values are case-sensitive. The amount is always INR. */
export const currencies = ['INR', 'USDT'] as const;
/** Currency of a customer's payment for a v1 link. */
export type Currency = (typeof currencies)[number];
