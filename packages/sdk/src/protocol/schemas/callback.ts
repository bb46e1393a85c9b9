import * as z from 'zod';
import { received } from './received.ts';
import { described, signature, someText } from './text.ts';

/** Main names of a v3 callback's fields by their alias (spec: Events, "field and alias"). */
export const callbackAliases = {
  merchant_id: 'mchId',
  merchant_order_no: 'mchOrderNo',
  gateway_order_no: 'orderNo',
} as const;

/** What every v3 callback has. */
export const callbackIdentity = {
  mchId: described(someText, 'Merchant ID.', 'DEMO1001'),
  merchant_id: described(someText, 'The same as `mchId`.', 'DEMO1001'),
  mchOrderNo: described(someText, 'The merchant’s order number.', 'ORDER-1'),
  merchant_order_no: described(someText, 'The same as `mchOrderNo`.', 'ORDER-1'),
  orderNo: described(someText, 'The service’s order number.', 'P20261120150405000001'),
  gateway_order_no: described(someText, 'The same as `orderNo`.', 'P20261120150405000001'),
  test: described(z.literal(true).optional(), 'Present in the panel’s test callback.', true),
  sign: described(
    signature,
    'Signature over every other field that is not empty.',
    '2FB7128E6D15728544A83A22B407E7AA',
  ),
};

/** `test` as true, "true", 1 or "1" (reading: What the SDK tolerates); absent or anything else is false. */
export const isTest = z.preprocess((value) => ['true', '1'].includes(String(value)), z.boolean());

/** The tolerant reading of a v3 callback: alias names alone are enough, but must not contradict the main names. */
export function receivedCallback<Shape extends z.ZodRawShape>(shape: Shape) {
  const identity = { mchId: z.string(), mchOrderNo: z.string(), orderNo: z.string() };
  return received({ ...identity, ...shape, test: isTest }, callbackAliases).refine(
    agree,
    'a field and its alias have different values',
  );
}

function agree(callback: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(callbackAliases).every(
    ([alias, name]) => !(alias in callback) || callback[alias] === callback[name],
  );
}
