import type { KeyName, V1Endpoint, V3Endpoint } from '../protocol/routes.ts';
import { v1Routes, v3Routes } from '../protocol/routes.ts';
import { callbackIdentity } from '../protocol/schemas/callback-identity.ts';
import type { Fields } from '../protocol/schemas/field.ts';
import { linkCallbackFields } from '../protocol/schemas/link-fields.ts';
import { payinCallbackOwnFields } from '../protocol/schemas/payin-fields.ts';
import { payoutCallbackOwnFields } from '../protocol/schemas/payout-fields.ts';

/** The signed operation: an endpoint's request or a kind of callback. */
export type Operation = V3Endpoint | V1Endpoint | 'payin-callback' | 'payout-callback' | 'link-callback';

interface Rules {
  /** Names of the correct keys. */
  readonly keys: readonly KeyName[];
  /** Parameters in the order of the specification. */
  readonly names: readonly string[];
  /** True if a lower-case sign is also correct (spec: Authentication 4). */
  readonly anyCase: boolean;
}

const request = { anyCase: false } as const;
const callback = { anyCase: true } as const;

/**
 * Rules for the requests. The table repeats names from the schemas, because the schemas would make the bundle much
 * larger. A test compares both.
 */
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
    names: signedNames({ ...callbackIdentity, ...payinCallbackOwnFields }),
  },
  'payout-callback': {
    ...callback,
    keys: ['mchSecret'],
    names: signedNames({ ...callbackIdentity, ...payoutCallbackOwnFields }),
  },
  'link-callback': {
    ...callback,
    keys: ['mchSecret'],
    names: signedNames(linkCallbackFields),
  },
};

/** Names that the signature of a callback covers, including `test`. */
function signedNames(fields: Fields): readonly string[] {
  return [...Object.keys(fields).filter((name) => name !== 'sign'), 'test'];
}

const both: readonly KeyName[] = ['mchKey', 'mchSecret'];

/** Returns the rules of an operation. For an unknown operation, either key is correct. */
export function rulesOf(operation: Operation | undefined): Rules {
  return operation === undefined ? { ...request, keys: both, names: [] } : operations[operation];
}
