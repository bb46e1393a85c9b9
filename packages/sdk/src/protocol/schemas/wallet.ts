import { exactObject, type Written } from './exact.ts';
import { walletFields } from './wallet-fields.ts';

/** The `data` that `check-gateway-balance` returns. */
export type WalletData = Written<typeof walletFields>;

/** A wallet as `check-gateway-balance` returns it, in INR with two decimals (spec: Wallet). */
export const wallet = exactObject(walletFields);
