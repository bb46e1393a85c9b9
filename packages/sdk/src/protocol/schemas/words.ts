/** Payment methods of a pay-in: `INRUPI` by UPI, `usdt` in USDT on TRC20. Case-sensitive. */
export const tradeTypes = ['INRUPI', 'usdt'] as const;
/** Payment method of a pay-in. */
export type TradeType = (typeof tradeTypes)[number];

/** Kinds of payout destination. Case-sensitive. */
export const payTypes = ['bank', 'upi', 'usdt'] as const;
/** Kind of payout destination. */
export type PayType = (typeof payTypes)[number];

/** Currencies that a customer can pay a v1 link in. Case-sensitive. The amount is always INR. */
export const currencies = ['INR', 'USDT'] as const;
/** Currency that a customer pays a v1 link in. */
export type Currency = (typeof currencies)[number];
