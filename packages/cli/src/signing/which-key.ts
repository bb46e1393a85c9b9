import type { KeyName } from '@inrgate/sdk/internal';
import { Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import { allDestinationFields } from '../input/field-options.ts';
import type { Params } from './parameters.ts';

export interface KeyOptions {
  readonly with?: KeyName;
}

/** Option that selects one of the keys. The key itself is never an argument. */
export function keyOption(description: string): Option {
  const names: readonly KeyName[] = ['mchKey', 'mchSecret'];
  return oneOf(new Option('--with <key>', description), names);
}

/** Parameters that show which key signs a request or callback (spec: Authentication 2, 8). */
const marks: Readonly<Record<KeyName, readonly string[]>> = {
  mchKey: [
    ...['tradeType', 'trade_type', 'notifyUrl', 'callback_url', 'returnUrl', 'extra'],
    ...['paidAmount', 'netAmount', 'utr', 'usdtAmount'],
  ],
  mchSecret: [
    ...['payType', ...allDestinationFields],
    ...['totalDebit', 'txid', 'message'],
    ...['api_key', 'link_code', 'client_ref'],
  ],
};

/** Returns the key that the parameters require, if they show it. */
export function certainKey(params: Params): KeyName | undefined {
  const has = (key: KeyName) => marks[key].some((name) => params.has(name));
  if (has('mchKey') === has('mchSecret')) return undefined;
  return has('mchKey') ? 'mchKey' : 'mchSecret';
}

/**
 * Returns the most likely key. An order without a destination is probably a pay-in. Parameters without an order are
 * probably a balance query.
 */
export function likelyKey(params: Params): KeyName {
  const isOrder = ['mchOrderNo', 'merchant_order_no', 'orderNo', 'amount'].some((name) => params.has(name));
  return certainKey(params) ?? (isOrder ? 'mchKey' : 'mchSecret');
}
