import { received, tolerantShape } from './received.ts';
import { walletFields } from './wallet-fields.ts';

/** The tolerant schema of a wallet; `balance` and `available` stand for each other. */
export const walletReceived = /* @__PURE__ */ received(() => tolerantShape(walletFields), {
  available: 'balance',
  balance: 'available',
});
