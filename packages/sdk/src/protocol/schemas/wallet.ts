import * as z from 'zod';
import { optionalText, received } from './received.ts';
import { described, sum } from './text.ts';

/** spec: Wallet. */
export const wallet = z.strictObject({
  balance: described(sum, 'INR that can be withdrawn.', '98925.00'),
  available: described(sum, 'The same as `balance`.', '98925.00'),
  frozen: described(sum, 'INR held for pending withdrawals.', '1075.00'),
  total: described(sum, 'Balance plus frozen.', '100000.00'),
  currency: described(z.literal('INR'), 'The currency of the wallet.', 'INR'),
});

/** The tolerant reading of a wallet; `balance` and `available` stand for each other. */
export const walletReceived = received(
  {
    balance: z.string(),
    available: z.string(),
    frozen: optionalText,
    total: optionalText,
    currency: optionalText,
  },
  { available: 'balance', balance: 'available' },
);
export type WalletReceived = z.output<typeof walletReceived>;
