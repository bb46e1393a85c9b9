import * as z from 'zod';
import { described, sum } from './text.ts';

/** A wallet as `check-gateway-balance` answers it: INR with two decimals (spec: Wallet). */
export const wallet = z.strictObject({
  balance: described(sum, 'INR that can be withdrawn.', '98925.00'),
  available: described(sum, 'The same as `balance`.', '98925.00'),
  frozen: described(sum, 'INR held for pending withdrawals.', '1075.00'),
  total: described(sum, 'Balance plus frozen.', '100000.00'),
  currency: described(z.literal('INR'), 'The currency of the wallet.', 'INR'),
});
