import type { WalletData } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import type { Wallet } from './ledger.ts';

/** Converts a wallet (spec: Wallet). The control API returns the same fields. */
export function walletView({ available, held }: Wallet): WalletData {
  return {
    balance: formatAmount(available),
    available: formatAmount(available),
    frozen: formatAmount(held),
    total: formatAmount(available + held),
    currency: 'INR',
  };
}
