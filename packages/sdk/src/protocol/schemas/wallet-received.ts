import * as z from 'zod/mini';
import { optionalText, received } from './received.ts';

/** The tolerant reading of a wallet; `balance` and `available` stand for each other. */
export const walletReceived = /* @__PURE__ */ received(
  () => ({
    balance: z.string(),
    available: z.string(),
    frozen: optionalText,
    total: optionalText,
    currency: optionalText,
  }),
  { available: 'balance', balance: 'available' },
);
/** A wallet as read: INR with two decimals. `balance` and `available` are both there, whichever of them came. */
export type WalletReceived = z.output<typeof walletReceived>;
