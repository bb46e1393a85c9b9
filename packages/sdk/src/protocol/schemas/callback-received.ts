import * as z from 'zod/mini';
import { flagOf, received, text } from './received.ts';

/** Main names of a v3 callback's fields by their alias (spec: Events, "field and alias"). */
export const callbackAliases = {
  merchant_id: 'mchId',
  merchant_order_no: 'mchOrderNo',
  gateway_order_no: 'orderNo',
} as const;

/** `test` as true, "true", 1 or "1" (reading: What the SDK tolerates), in either case; anything else is false. */
export const isTest = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ z.transform((value) => flagOf(value) === true),
  /* @__PURE__ */ z.boolean(),
);

/** The tolerant reading of a v3 callback: alias names alone are enough, but must not contradict the main names. */
// @__NO_SIDE_EFFECTS__
export function receivedCallback<Shape extends z.core.$ZodLooseShape>(shape: () => Shape) {
  const identity = { mchId: text, mchOrderNo: text, orderNo: text };
  return received(() => ({ ...identity, ...shape(), test: isTest }), callbackAliases).check(
    z.refine(agree, 'a field and its alias have different values'),
  );
}

function agree(callback: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(callbackAliases).every(
    ([alias, name]) => !(alias in callback) || String(callback[alias]) === callback[name],
  );
}
