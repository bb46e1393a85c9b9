import {
  aliasesOf,
  combined,
  type Fields,
  type Read,
  type Received,
  received,
  sentFields,
  sentValue,
} from './field.ts';
import * as tables from './fields.ts';

/** Reads a pay-in order of either response. Accepts `pay_url` instead of `payUrl`. */
export const payinReceived = /* @__PURE__ */ received(
  /* @__PURE__ */ combined(
    () =>
      ({
        ...tables.foundFields.payin,
        ...tables.payinFields,
        ...tables.createdFields,
        ...tables.payinUsdtFields,
      }) as const,
  ),
);

/** Reads a payout of either response, with the kind of destination, but not the destination. */
export const payoutReceived = /* @__PURE__ */ received(
  /* @__PURE__ */ combined(
    () => ({ ...tables.foundFields.payout, ...tables.payoutFields, ...tables.createdFields }) as const,
  ),
);

export const linkReceived = /* @__PURE__ */ received(
  /* @__PURE__ */ combined(
    () => ({ ...tables.linkFields, ...tables.linkCreatedFields, ...tables.linkFoundFields }) as const,
  ),
);

/** Reads a wallet. If `balance` or `available` is missing, uses the other one. */
export const walletReceived = /* @__PURE__ */ received(tables.walletFields, {
  available: 'balance',
  balance: 'available',
});

/** Main names of a v3 callback's fields by alias (spec: Events, "field and alias"). */
export const callbackAliases = /* @__PURE__ */ combined(() => aliasesOf(tables.callbackIdentity));

/** Reads a pay-in callback, JSON or form. */
export const payinCallbackReceived = /* @__PURE__ */ receivedCallback(
  /* @__PURE__ */ combined(
    () => ({ ...tables.callbackTest, ...tables.callbackIdentity, ...tables.payinCallbackOwnFields }) as const,
  ),
);

/** Reads a payout callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(
  /* @__PURE__ */ combined(
    () =>
      ({
        ...tables.callbackTest,
        ...tables.payoutCallbackIdentity,
        ...tables.payoutCallbackOwnFields,
      }) as const,
  ),
);

export const linkCallbackReceived = /* @__PURE__ */ received(
  /* @__PURE__ */ combined(() => ({ ...tables.callbackTest, ...tables.linkCallbackFields }) as const),
);

/**
 * Creates a reader of a v3 callback. Accepts a callback with only the alias names. Rejects an alias whose value differs
 * from its main name.
 */
// @__NO_SIDE_EFFECTS__
function receivedCallback<T extends Fields>(fields: T): Read<Received<T>> {
  const read = received(fields);
  return (sent) => {
    const result = read(sent);
    if ('issue' in result) return result;
    const data: Readonly<Record<string, unknown>> = result.data;
    const agrees = Object.entries(callbackAliases).every(([alias, name]) => {
      const value = sentValue(sentFields(sent) ?? new Map(), alias);
      return value === undefined || String(value) === data[name];
    });
    return agrees ? result : { issue: { field: undefined, kind: 'conflict' } };
  };
}
