import { availableAccount, heldAccount } from '../../domain/ledger.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { cursorOf, cut, mapPage, type Sequenced, sequenceOf } from '../pages.ts';
import { fromMerchantRow, type MerchantRow, toMerchantRow } from '../rows/merchant-rows.ts';
import type { Page } from '../store.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { type Appliers, finder, query, rowInserter, rowUpdater } from './rows.ts';

const maxKnown = 1_000;

export function merchantStatements(db: Db) {
  const insertMerchant = rowInserter<MerchantRow>(db, 'merchants', 'leave');
  const insertAccount = prepared<[string, string]>(db, 'INSERT INTO accounts (name, mch_id) VALUES (?, ?)');
  const update = rowUpdater<MerchantRow, [string]>(db, 'merchants', 'mch_id = ?');
  const versionOf = prepared<[string], number>(db, 'SELECT version FROM merchants WHERE mch_id = ?').pluck();
  const one = (condition: string) =>
    finder(query<MerchantRow, string[]>(db, `SELECT * FROM merchants WHERE ${condition}`), fromMerchantRow);
  const [byId, byKey] = [one('mch_id = ?'), one('mch_key = ?')];
  const all = query<MerchantRow, []>(db, 'SELECT * FROM merchants ORDER BY seq');
  const after = query<MerchantRow & Sequenced, [number, number]>(
    db,
    'SELECT * FROM merchants WHERE seq > ? ORDER BY seq LIMIT ?',
  );

  /**
   * Cache of merchants, because each request reads one. The cache stays valid, because no other process writes to the
   * database.
   */
  const known = new Map<string, Merchant>();

  return {
    /** Called after a restore has replaced the table. */
    forget: () => known.clear(),
    reads: {
      get(mchId: string): Merchant | null {
        const merchant = known.get(mchId) ?? byId(mchId);
        if (known.size >= maxKnown) known.clear();
        if (merchant !== null) known.set(mchId, merchant);
        return merchant;
      },
      byKey,
      all: () => all.all().map(fromMerchantRow),
      list({ limit, cursor }: Page) {
        const rows = after.all(cursor === undefined ? 0 : sequenceOf(cursor), limit + 1);
        return mapPage(cut(rows, limit, cursorOf), fromMerchantRow);
      },
    },
    writes: {
      insert_merchant({ merchant }) {
        known.delete(merchant.mchId);
        if (insertMerchant(toMerchantRow(merchant)) !== null) return 'exists';
        insertAccount.run(availableAccount(merchant.mchId), merchant.mchId);
        insertAccount.run(heldAccount(merchant.mchId), merchant.mchId);
        return null;
      },
      update_merchant({ merchant }) {
        known.delete(merchant.mchId);
        if (versionOf.get(merchant.mchId) !== merchant.version - 1) return 'version';
        const holder = byKey(merchant.mchKey);
        if (holder !== null && holder.mchId !== merchant.mchId) return 'exists';
        return update(toMerchantRow(merchant), merchant.mchId);
      },
    } satisfies Appliers<'insert_merchant' | 'update_merchant'>,
  };
}
