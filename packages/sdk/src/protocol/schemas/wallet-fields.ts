import type { Fields } from './field.ts';

/** spec: Wallet. */
export const walletFields = {
  balance: { form: 'balance', description: 'INR available for payouts.', example: '98925.00' },
  available: { form: 'balance', description: 'The same as `balance`.', example: '98925.00' },
  frozen: { form: 'sum', description: 'INR held for pending payouts.', example: '1075.00' },
  total: { form: 'sum', description: 'Balance plus frozen.', example: '100000.00' },
  currency: { form: 'word', words: ['INR'], description: 'The currency of the wallet.', example: 'INR' },
} as const satisfies Fields;
