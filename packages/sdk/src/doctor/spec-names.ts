import { amountForms, combined, namesOf } from '../protocol/schemas/field.ts';
import { payinCallbackOwnFields } from '../protocol/schemas/payin-fields.ts';
import { payoutCallbackOwnFields } from '../protocol/schemas/payout-fields.ts';

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
  const pair = aliasPairs.find((names) => names.includes(name));
  return pair?.find((candidate) => candidate !== name);
}

/** Names of amounts in any request or callback. */
export const moneyNames: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ namesOf(
    /* @__PURE__ */ combined(() => ({ ...payinCallbackOwnFields, ...payoutCallbackOwnFields })),
    ...amountForms,
    'usdtIfAny',
  ),
);
