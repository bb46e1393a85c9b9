import { balance, optionalDecimal, optionalOpenText, received } from './received.ts';

/** The tolerant reading of a wallet; `balance` and `available` stand for each other. */
export const walletReceived = /* @__PURE__ */ received(
  () => ({
    balance,
    available: balance,
    frozen: optionalDecimal(2),
    total: optionalDecimal(2),
    currency: optionalOpenText('INR'),
  }),
  { available: 'balance', balance: 'available' },
);
