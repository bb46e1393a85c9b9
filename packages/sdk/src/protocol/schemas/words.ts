/** How a pay-in is paid: `INRUPI` by UPI, `usdt` in USDT on TRC20. Case counts. */
export const tradeTypes = ['INRUPI', 'usdt'] as const;
/** How a pay-in is paid. */
export type TradeType = (typeof tradeTypes)[number];

/** The kinds of destination of a payout. Case counts. */
export const payTypes = ['bank', 'upi', 'usdt'] as const;
/** Where a pay-out goes. */
export type PayType = (typeof payTypes)[number];

/** What a link of v1 is paid in. Case counts; the amount is INR either way. */
export const currencies = ['INR', 'USDT'] as const;
/** What a link of v1 is paid in. */
export type Currency = (typeof currencies)[number];
