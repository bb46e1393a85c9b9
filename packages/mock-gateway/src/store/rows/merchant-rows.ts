import type { Merchant } from '../../domain/merchant.ts';
import { flag, isOn, type RowOf } from './columns.ts';

/** Columns of a merchant. An update writes every column. */
export type MerchantRow = RowOf<typeof toMerchantRow>;

/** The row to insert or update. */
export function toMerchantRow(merchant: Merchant) {
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

/** Converts a row to a merchant, with the keys. */
export function fromMerchantRow(row: MerchantRow): Merchant {
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
