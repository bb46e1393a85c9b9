import type { Paise } from '@inrgate/sdk/protocol';
import { topUp, type Wallet } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Core } from './core.ts';

/** Creates a merchant with its opening balance. */
export function addMerchant(
  core: Core,
  merchant: Merchant,
  openingBalance: Paise,
): Result<Merchant, 'already_exists'> {
  const { merchants } = core.store;
  if (merchants.get(merchant.mchId) !== null || merchants.byKey(merchant.mchKey) !== null)
    return refused('already_exists');
  core.store.write(() => openAccount(core, merchant, openingBalance));
  return done(merchant);
}

/** Writes a new merchant. The opening balance is a top-up. Call it inside `store.write`. */
export function openAccount(core: Core, merchant: Merchant, openingBalance: Paise): void {
  core.store.merchants.insert(merchant);
  credit(core, merchant.mchId, openingBalance);
}

/**
 * Changes settings of the merchant dashboard, which are all fields except the wallet. If `change` throws, the merchant
 * stays unchanged.
 */
export function changeMerchant(
  { store }: Core,
  mchId: string,
  change: (merchant: Merchant) => Merchant,
): Result<Merchant, 'not_found' | 'already_exists'> {
  const stored = store.merchants.get(mchId);
  if (stored === null) return refused('not_found');
  const merchant = change(stored);
  const holder = store.merchants.byKey(merchant.mchKey);
  if (holder !== null && holder.mchId !== mchId) return refused('already_exists');
  store.write(() => store.merchants.update(merchant));
  return done(merchant);
}

/** Tops up a wallet and returns the new wallet. */
export function creditWallet(core: Core, mchId: string, amount: Paise): Result<Wallet, 'not_found'> {
  const { store } = core;
  if (store.merchants.get(mchId) === null) return refused('not_found');
  store.write(() => credit(core, mchId, amount));
  return done(store.ledger.wallet(mchId));
}

function credit({ store, ids, clock }: Core, mchId: string, amount: Paise): void {
  if (amount === 0n) return;
  store.ledger.post(topUp(mchId, amount, { id: ids.id('tx'), at: clock.now() }));
}
