import { received } from './received.ts';
import { walletFields } from './wallet-fields.ts';

/** Reads a wallet tolerantly. If `balance` or `available` is missing, uses the other one. */
export const walletReceived = /* @__PURE__ */ received(walletFields, {
  available: 'balance',
  balance: 'available',
});
