import type { KeyName, V1Endpoint, V3Endpoint } from '../protocol/routes.ts';
import { v1Routes, v3Routes } from '../protocol/routes.ts';

/** What was signed: a request by its endpoint, or a callback by its kind. */
export type Operation = V3Endpoint | V1Endpoint | 'payin-callback' | 'payout-callback' | 'link-callback';

interface Rules {
  /** Either is right. */
  readonly keys: readonly KeyName[];
  /** Its parameters in the order of the specification. */
  readonly names: readonly string[];
  /** Lower case is right too (spec: Authentication 4). */
  readonly anyCase: boolean;
}

const request = { anyCase: false } as const;
const callback = { anyCase: true } as const;
const identity = ['mchId', 'merchant_id', 'mchOrderNo', 'merchant_order_no', 'orderNo', 'gateway_order_no'];

/** Written out, because the schemas, which have the names too, are many times the size; a test compares them. */
export const operations: Readonly<Record<Operation, Rules>> = {
  payin: {
    ...request,
    keys: v3Routes.payin.keys,
    names: ['mchId', 'mchOrderNo', 'amount', 'tradeType', 'notifyUrl', 'returnUrl', 'extra'],
  },
  'check-order-status': {
    ...request,
    keys: v3Routes['check-order-status'].keys,
    names: ['mchId', 'mchOrderNo', 'orderNo'],
  },
  payout: {
    ...request,
    keys: v3Routes.payout.keys,
    names: [
      'mchId',
      'mchOrderNo',
      'amount',
      'payType',
      'bankCode',
      'accountName',
      'accountNumber',
      'ifsc',
      'upiId',
      'usdtAddress',
    ],
  },
  'check-gateway-balance': { ...request, keys: v3Routes['check-gateway-balance'].keys, names: ['mchId'] },
  'create-link': {
    ...request,
    keys: v1Routes['create-link'].keys,
    names: ['api_key', 'amount', 'note', 'client_ref', 'notify_url', 'return_url', 'currency'],
  },
  'link-status': { ...request, keys: v1Routes['link-status'].keys, names: ['api_key', 'link_code'] },
  'payin-callback': {
    ...callback,
    keys: ['mchKey'],
    names: [
      ...identity,
      'amount',
      'paidAmount',
      'fee',
      'netAmount',
      'tradeType',
      'status',
      'utr',
      'payTime',
      'extra',
      'usdtAmount',
      'test',
    ],
  },
  'payout-callback': {
    ...callback,
    keys: ['mchSecret'],
    names: [...identity, 'amount', 'fee', 'totalDebit', 'status', 'txid', 'payTime', 'message', 'test'],
  },
  'link-callback': {
    ...callback,
    keys: ['mchSecret'],
    names: ['link_code', 'client_ref', 'amount', 'currency', 'status', 'paid_at', 'test'],
  },
};

const both: readonly KeyName[] = ['mchKey', 'mchSecret'];

/** Of something of which nobody knows what it is, either key is right. */
export function rulesOf(operation: Operation | undefined): Rules {
  return operation === undefined ? { ...request, keys: both, names: [] } : operations[operation];
}
