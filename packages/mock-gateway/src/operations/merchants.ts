import type { Paise } from '@inrgate/sdk/protocol';
import { topUp, type Wallet } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Write } from '../store/store.ts';
import { commit, type Ports, tryAgain, untilCommitted } from './ports.ts';

/** Creates a merchant with its opening balance. */
export async function addMerchant(
  ports: Ports,
  merchant: Merchant,
  openingBalance: Paise,
): Promise<Result<Merchant, 'already_exists'>> {
  const result = await commit(ports, openAccount(ports, merchant, openingBalance));
  return result.committed ? done(merchant) : refused('already_exists');
}

/** Dependencies of code that creates ledger entries. */
export type EntryPorts = Pick<Ports, 'ids' | 'clock'>;

/** The writes of a new merchant. The opening balance is a top-up. */
export function openAccount(ports: EntryPorts, merchant: Merchant, openingBalance: Paise): readonly Write[] {
  return [{ write: 'insert_merchant', merchant }, ...credit(ports, merchant.mchId, openingBalance)];
}

/**
 * Changes settings of the merchant dashboard, which are all fields except the wallet. If `change` throws, the merchant
 * stays unchanged.
 */
export function changeMerchant(
  ports: Ports,
  mchId: string,
  change: (merchant: Merchant) => Merchant,
): Promise<Result<Merchant, 'not_found' | 'already_exists'>> {
  const attempt = async () => {
    const stored = await ports.store.merchants.get(mchId);
    if (stored === null) return refused('not_found');
    const merchant = { ...change(stored), version: stored.version + 1 };
    const result = await commit(ports, [{ write: 'update_merchant', merchant }]);
    if (result.committed) return done(merchant);
    return result.conflict === 'exists' ? refused('already_exists') : tryAgain;
  };
  return ports.inTurn(() => untilCommitted(attempt));
}

/**
 * Tops up a wallet and returns the new wallet. Reads the wallet before the commit. If a read after the commit failed, a
 * stored top-up would be reported as failed, and the operator would repeat the top-up.
 */
export function creditWallet(
  ports: Ports,
  mchId: string,
  amount: Paise,
): Promise<Result<Wallet, 'not_found'>> {
  return ports.inTurn(async () => {
    if ((await ports.store.merchants.get(mchId)) === null) return refused('not_found');
    const { available, held } = await ports.store.ledger.wallet(mchId);
    const result = await commit(ports, credit(ports, mchId, amount));
    if (!result.committed) throw new Error('a top-up has no precondition to fail');
    return done({ available: available + amount, held });
  });
}

function credit(ports: EntryPorts, mchId: string, amount: Paise): readonly Write[] {
  if (amount === 0n) return [];
  const entry = { id: ports.ids.id('tx'), at: ports.clock.now() };
  return [{ write: 'post', transaction: topUp(mchId, amount, entry) }];
}
