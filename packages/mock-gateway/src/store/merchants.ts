import { availableAccount, heldAccount } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Change } from './change.ts';
import { flag, type Numbered, type RowOf } from './columns.ts';
import type { Database } from './database.ts';
import { cut, mapPage, type Page, type Paged, sequenceOf } from './paging.ts';

/** Maximum number of cached merchants. */
const maxKnown = 1_000;

/** Merchants, by the Merchant ID or the API Key. */
export class Merchants {
  readonly #db: Database;
  readonly #changed: (change: Change) => void;
  /** Merchants that requests named, because each request reads one. */
  readonly #known = new Map<string, Merchant>();

  constructor(db: Database, changed: (change: Change) => void) {
    this.#db = db;
    this.#changed = changed;
  }

  /** Empties the cache after a rollback or a restore. */
  forget(): void {
    this.#known.clear();
  }

  get(mchId: string): Merchant | null {
    const known = this.#known.get(mchId);
    if (known !== undefined) return known;
    const merchant = this.#find('mch_id', mchId);
    if (this.#known.size >= maxKnown) this.#known.clear();
    if (merchant !== null) this.#known.set(mchId, merchant);
    return merchant;
  }

  /** Returns a merchant by its API Key, as v1 does. */
  byKey(mchKey: string): Merchant | null {
    return this.#find('mch_key', mchKey);
  }

  #find(column: 'mch_id' | 'mch_key', value: string): Merchant | null {
    const row = this.#db.get<MerchantRow>(`SELECT * FROM merchants WHERE ${column} = ?`, value);
    return row === undefined ? null : fromRow(row);
  }

  /** Returns all merchants in the order of their creation. */
  all(): readonly Merchant[] {
    return this.#db.all<MerchantRow>('SELECT * FROM merchants ORDER BY seq').map(fromRow);
  }

  /** Lists merchants, oldest first. */
  list({ limit, cursor }: Page): Paged<Merchant> {
    const rows = this.#db.all<Numbered<MerchantRow>>(
      'SELECT * FROM merchants WHERE seq > ? ORDER BY seq LIMIT ?',
      cursor === undefined ? 0 : sequenceOf(cursor),
      limit + 1,
    );
    return mapPage(
      cut(rows, limit, ({ seq }) => String(seq)),
      fromRow,
    );
  }

  /** Adds a merchant and opens its accounts. No other merchant may have its ID or key. */
  insert(merchant: Merchant): void {
    const { mchId } = merchant;
    this.#db.insert('merchants', toRow(merchant));
    for (const account of [availableAccount(mchId), heldAccount(mchId)])
      this.#db.run('INSERT INTO accounts (name, mch_id) VALUES (?, ?)', account, mchId);
    this.#changed({ type: 'merchant', merchant });
  }

  /** Writes all fields. No other merchant may have the key. */
  update(merchant: Merchant): void {
    this.#known.delete(merchant.mchId);
    this.#db.update('merchants', toRow(merchant), 'mch_id', merchant.mchId);
    this.#changed({ type: 'merchant', merchant });
  }
}

type MerchantRow = RowOf<typeof toRow>;

function toRow(merchant: Merchant) {
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
    inrEnabled: row.inr_enabled === 1n,
    usdtEnabled: row.usdt_enabled === 1n,
    suspended: row.suspended === 1n,
    limits: {
      payinMin: row.payin_min,
      payinMax: row.payin_max,
      payoutMin: row.payout_min,
      payoutMax: row.payout_max,
      payoutDaily: row.payout_daily,
    },
  };
}
