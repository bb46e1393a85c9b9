import type { OtherMerchant, SignedOperation } from '@inrgate/sdk/doctor';
import { destinations, type KeyName, payType } from '@inrgate/sdk/internal';
import type { FlatParams } from '@inrgate/sdk/protocol';
import { Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import type { Params } from './parameters.ts';

/** Required fields of all kinds of payout destinations (spec: POST payout, Rules). */
export const allDestinationFields: readonly string[] = payType.options.flatMap((kind) =>
  destinations[kind].map(({ name }) => name),
);

export type Api = 'v3' | 'v1';

/** Parameters that identify v1 requests, which contain no Merchant ID (spec: Legacy v1). */
const ofV1 = ['api_key', 'link_code', 'client_ref'] as const;
const orders = ['mchOrderNo', 'merchant_order_no', 'orderNo'] as const;

type Names = Pick<ReadonlyMap<string, unknown>, 'has'>;

export function isCallback(params: Names): boolean {
  return params.has('status');
}

/** Returns the endpoint of a request, detected from its parameters, or undefined if it is unknown. */
export function endpointOf(params: Names, api?: Api): SignedOperation | undefined {
  const hasOne = (names: readonly string[]) => names.some((name) => params.has(name));
  if (api === 'v1' || (api === undefined && hasOne(ofV1))) {
    return params.has('link_code') ? 'link-status' : 'create-link';
  }
  if (hasOne(['payType', ...allDestinationFields])) return 'payout';
  if (params.has('amount')) return 'payin';
  if (hasOne(orders)) return 'check-order-status';
  return hasOne(['mchId', 'merchant_id']) ? 'check-gateway-balance' : undefined;
}

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

/** An order without a destination is probably a pay-in. Without an order, it is a balance query. */
export function likelyKey(params: Params): KeyName {
  const isOrder = ['mchOrderNo', 'merchant_order_no', 'orderNo', 'amount'].some((name) => params.has(name));
  return certainKey(params) ?? (isOrder ? 'mchKey' : 'mchSecret');
}

const keyNames = ['api_key', 'key', 'mchKey', 'mchSecret', 'api_secret'];

/** Keys among the parameters, for example of v1. They are tried and masked like the merchant's keys. */
export function keysWithin(
  params: FlatParams,
  own: readonly (string | undefined)[],
): readonly OtherMerchant[] {
  return keyNames.flatMap((name) => {
    const text = params.get(name)?.text ?? '';
    return text === '' || own.includes(text) ? [] : [{ mchId: `the parameter ${name}`, mchKey: text }];
  });
}
