import { availableAccount, heldAccount } from '../../domain/ledger.ts';
import type { CallbackFormat, Merchant } from '../../domain/merchant.ts';
import type { Conflict, Page } from '../store.ts';
import type { Db } from './database.ts';
import { cursorOf, cut, mapPage, type Sequenced, sequenceOf } from './paging.ts';
import { flag, type Integer, isOn, query, rowInserter, rowUpdater } from './rows.ts';

interface MerchantRow {
  readonly mch_id: string;
  readonly mch_key: string;
  readonly mch_secret: string;
  readonly callback_url: string | null;
  readonly callback_format: CallbackFormat;
  readonly ip_allow_list: string;
  readonly inr_enabled: Integer;
  readonly usdt_enabled: Integer;
  readonly suspended: Integer;
  readonly payin_min: bigint;
  readonly payin_max: bigint;
  readonly payout_min: bigint;
  readonly payout_max: bigint;
  readonly payout_daily: bigint;
  readonly version: Integer;
}

/** So many are kept as they were read. */
const maxKnown = 1_000;

export function merchantStatements(db: Db) {
  const insertMerchant = rowInserter<MerchantRow>(db, 'merchants', 'leave');
  const insertAccount = db.prepare<[string, string]>('INSERT INTO accounts (name, mch_id) VALUES (?, ?)');
  const update = rowUpdater<MerchantRow, [string]>(db, 'merchants', 'mch_id = ?');
  const versionOf = db.prepare<[string], number>('SELECT version FROM merchants WHERE mch_id = ?').pluck();
  const byId = query<MerchantRow, [string]>(db, 'SELECT * FROM merchants WHERE mch_id = ?');
  const byKey = query<MerchantRow, [string]>(db, 'SELECT * FROM merchants WHERE mch_key = ?');
  const all = query<MerchantRow, []>(db, 'SELECT * FROM merchants ORDER BY seq');
  const after = query<MerchantRow & Sequenced, [number, number]>(
    db,
    'SELECT * FROM merchants WHERE seq > ? ORDER BY seq LIMIT ?',
  );

  /** Those that were read: each request asks for one, and between two transactions nobody else writes. */
  const known = new Map<string, Merchant>();

  return {
    /** Another table is there now. */
    forget: () => known.clear(),
    reads: {
      get(mchId: string): Merchant | null {
        const merchant = known.get(mchId) ?? orNull(byId.get(mchId));
        if (known.size >= maxKnown) known.clear();
        if (merchant !== null) known.set(mchId, merchant);
        return merchant;
      },
      byKey: (mchKey: string) => orNull(byKey.get(mchKey)),
      all: () => all.all().map(fromRow),
      list({ limit, cursor }: Page) {
        const rows = after.all(cursor === undefined ? 0 : sequenceOf(cursor), limit + 1);
        return mapPage(cut(rows, limit, cursorOf), fromRow);
      },
    },
    insert(merchant: Merchant): Conflict | null {
      known.delete(merchant.mchId);
      if (!insertMerchant(toRow(merchant))) return 'exists';
      insertAccount.run(availableAccount(merchant.mchId), merchant.mchId);
      insertAccount.run(heldAccount(merchant.mchId), merchant.mchId);
      return null;
    },
    update(merchant: Merchant): Conflict | null {
      known.delete(merchant.mchId);
      if (versionOf.get(merchant.mchId) !== merchant.version - 1) return 'version';
      const holder = byKey.get(merchant.mchKey);
      if (holder !== undefined && holder.mch_id !== merchant.mchId) return 'exists';
      update(toRow(merchant), merchant.mchId);
      return null;
    },
  };
}

function toRow(merchant: Merchant): MerchantRow {
  const { limits } = merchant;
  return {
    mch_id: merchant.mchId,
    mch_key: merchant.mchKey,
    mch_secret: merchant.mchSecret,
    callback_url: merchant.callbackUrl,
    callback_format: merchant.callbackFormat,
    ip_allow_list: JSON.stringify(merchant.ipAllowList),
    inr_enabled: flag(merchant.inrEnabled),
    usdt_enabled: flag(merchant.usdtEnabled),
    suspended: flag(merchant.suspended),
    payin_min: limits.payinMin,
    payin_max: limits.payinMax,
    payout_min: limits.payoutMin,
    payout_max: limits.payoutMax,
    payout_daily: limits.payoutDaily,
    version: merchant.version,
  };
}

function fromRow(row: MerchantRow): Merchant {
  return {
    mchId: row.mch_id,
    mchKey: row.mch_key,
    mchSecret: row.mch_secret,
    callbackUrl: row.callback_url,
    callbackFormat: row.callback_format,
    ipAllowList: JSON.parse(row.ip_allow_list),
    inrEnabled: isOn(row.inr_enabled),
    usdtEnabled: isOn(row.usdt_enabled),
    suspended: isOn(row.suspended),
    limits: {
      payinMin: row.payin_min,
      payinMax: row.payin_max,
      payoutMin: row.payout_min,
      payoutMax: row.payout_max,
      payoutDaily: row.payout_daily,
    },
    version: Number(row.version),
  };
}

function orNull(row: MerchantRow | undefined): Merchant | null {
  return row === undefined ? null : fromRow(row);
}
