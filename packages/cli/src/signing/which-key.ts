import type { KeyName } from '@inrgate/sdk/internal';
import { Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import { allDestinationFields } from '../input/destination-fields.ts';
import type { Params } from './parameters.ts';

/** What `sign` and `verify` take besides the parameters. */
export interface KeyOptions {
  readonly with?: KeyName;
}

/** The option that says which key; the key itself is never an argument. */
export function keyOption(description: string): Option {
  const names: readonly KeyName[] = ['mchKey', 'mchSecret'];
  return oneOf(new Option('--with <key>', description), names);
}

/** Parameters that only one kind of request or callback has, and what that is signed with (spec: Authentication 2, 8). */
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

/** The key that the parameters alone tell; undefined for what both kinds of order have. */
export function certainKey(params: Params): KeyName | undefined {
  const has = (key: KeyName) => marks[key].some((name) => params.has(name));
  if (has('mchKey') === has('mchSecret')) return undefined;
  return has('mchKey') ? 'mchKey' : 'mchSecret';
}

/** The key that they are most likely signed with: an order without a destination is a pay-in, no order the balance. */
export function likelyKey(params: Params): KeyName {
  const isOrder = ['mchOrderNo', 'merchant_order_no', 'orderNo', 'amount'].some((name) => params.has(name));
  return certainKey(params) ?? (isOrder ? 'mchKey' : 'mchSecret');
}
