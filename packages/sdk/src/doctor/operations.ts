import type { KeyName, V1Endpoint, V3Endpoint } from '../protocol/routes.ts';
import { v1Routes, v3Routes } from '../protocol/routes.ts';
import {
  callbackIdentity,
  linkCallbackFields,
  payinCallbackOwnFields,
  payoutCallbackOwnFields,
} from '../protocol/schemas/fields.ts';
import { v1Requests } from '../protocol/schemas/v1-requests.ts';
import { v3Requests } from '../protocol/schemas/v3-requests.ts';

/** The signed operation: an endpoint's request or a kind of callback. */
export type Operation = V3Endpoint | V1Endpoint | 'payin-callback' | 'payout-callback' | 'link-callback';

interface Rules {
  readonly keys: readonly KeyName[];
  /** Parameters in the order of the specification. */
  readonly names: readonly string[];
  /** True if a lower-case sign is also correct (spec: Authentication 4). */
  readonly anyCase: boolean;
}

const callbacks = {
  'payin-callback': [{ ...callbackIdentity, ...payinCallbackOwnFields }, 'mchKey'],
  'payout-callback': [{ ...callbackIdentity, ...payoutCallbackOwnFields }, 'mchSecret'],
  'link-callback': [linkCallbackFields, 'mchSecret'],
} as const;

/** Returns the rules of an operation. For an unknown operation, either key is correct. */
export function rulesOf(operation: Operation | undefined): Rules {
  if (operation === undefined) return { keys: ['mchKey', 'mchSecret'], names: [], anyCase: false };
  if (operation in callbacks) {
    const [fields, key] = callbacks[operation as keyof typeof callbacks];
    const names = Object.keys(fields).filter((name) => name !== 'sign');
    return { keys: [key], names: [...names, 'test'], anyCase: true };
  }
  const endpoint = operation as keyof typeof requests;
  const names = requests[endpoint].fields.map(({ name }) => name).filter((name) => name !== 'sign');
  return { keys: { ...v3Routes, ...v1Routes }[endpoint].keys, names, anyCase: false };
}

const requests = { ...v3Requests, ...v1Requests };

/** Main names and their aliases (spec: POST payin; Events). */
export const aliasPairs: readonly (readonly [string, string])[] = [
  ['mchId', 'merchant_id'],
  ['mchOrderNo', 'merchant_order_no'],
  ['orderNo', 'gateway_order_no'],
  ['tradeType', 'trade_type'],
  ['notifyUrl', 'callback_url'],
  ['returnUrl', 'return_url'],
];

/** The alias of a main name, or the main name of an alias. */
export function otherName(name: string): string | undefined {
  return aliasPairs.find((names) => names.includes(name))?.find((candidate) => candidate !== name);
}
