import { received } from './received.ts';
import { walletFields } from './wallet-fields.ts';

/** Reads a wallet tolerantly. `balance` and `available` stand for each other. */
export const walletReceived = /* @__PURE__ */ received(walletFields, {
  available: 'balance',
  balance: 'available',
});
