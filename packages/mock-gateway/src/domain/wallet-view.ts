import { formatAmount } from '@inrgate/sdk/protocol';
import type { Wallet } from './ledger.ts';

/** spec: Wallet; the control API shows the same. */
export function walletView({ available, held }: Wallet) {
  return {
    balance: formatAmount(available),
    available: formatAmount(available),
    frozen: formatAmount(held),
    total: formatAmount(available + held),
    currency: 'INR' as const,
  };
}
