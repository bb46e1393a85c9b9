import { received } from './received.ts';
import { walletFields } from './wallet-fields.ts';

/** Reads a wallet tolerantly. `balance` and `available` replace each other if one is missing. */
export const walletReceived = /* @__PURE__ */ received(walletFields, {
  available: 'balance',
  balance: 'available',
});
