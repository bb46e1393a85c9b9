import { callbackIdentity, callbackTest } from './callback-identity.ts';
import { aliasesOf, combined, type Fields } from './field.ts';
import { linkCallbackFields, linkCreatedFields, linkFields, linkFoundFields } from './link-fields.ts';
import {
  payinCallbackOwnFields,
  payinCreatedFields,
  payinFields,
  payinFoundFields,
  payinUsdtFields,
} from './payin-fields.ts';
import {
  payoutCallbackIdentity,
  payoutCallbackOwnFields,
  payoutCreatedFields,
  payoutFields,
  payoutFoundFields,
} from './payout-fields.ts';
import { type Read, type Received, received, type SentFields, sentFields, sentValue } from './received.ts';
import { walletFields } from './wallet-fields.ts';

/**
 * Reads a pay-in order of either response. Accepts `pay_url` instead of `payUrl`. If both are missing, `payUrl` is an
 * empty string.
 */
export const payinReceived = /* @__PURE__ */ received(
  combined(
    () => ({ ...payinFoundFields, ...payinFields, ...payinCreatedFields, ...payinUsdtFields }) as const,
  ),
);

/** Reads a payout of either response, with the kind of destination, but not the destination. */
export const payoutReceived = /* @__PURE__ */ received(
  combined(() => ({ ...payoutFoundFields, ...payoutFields, ...payoutCreatedFields }) as const),
);

/** Reads a link of either response. */
export const linkReceived = /* @__PURE__ */ received(
  combined(() => ({ ...linkFields, ...linkCreatedFields, ...linkFoundFields }) as const),
);

/** Reads a wallet. If `balance` or `available` is missing, uses the other one. */
export const walletReceived = /* @__PURE__ */ received(walletFields, {
  available: 'balance',
  balance: 'available',
});

/** Main names of a v3 callback's fields by alias (spec: Events, "field and alias"). */
export const callbackAliases = /* @__PURE__ */ aliasesOf(callbackIdentity);

/** Reads a pay-in callback, JSON or form. */
export const payinCallbackReceived = /* @__PURE__ */ receivedCallback(
  combined(() => ({ ...callbackTest, ...callbackIdentity, ...payinCallbackOwnFields }) as const),
);

/** Reads a payout callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(
  combined(() => ({ ...callbackTest, ...payoutCallbackIdentity, ...payoutCallbackOwnFields }) as const),
);

/** Reads a link callback. */
export const linkCallbackReceived = /* @__PURE__ */ received(
  combined(() => ({ ...callbackTest, ...linkCallbackFields }) as const),
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
    if ('issue' in result || agree(sentFields(sent), result.data)) return result;
    return { issue: { field: undefined, kind: 'conflict' } };
  };
}

function agree(sent: SentFields | undefined, callback: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(callbackAliases).every(([alias, name]) => {
    const value = sent && sentValue(sent, alias);
    return value === undefined || String(value) === callback[name];
  });
}
