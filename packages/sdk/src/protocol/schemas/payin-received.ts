import { callbackIdentity, callbackTest } from './callback-identity.ts';
import { receivedCallback } from './callback-received.ts';
import { combined } from './field.ts';
import {
  payinCallbackOwnFields,
  payinCreatedFields,
  payinFields,
  payinFoundFields,
  payinUsdtFields,
} from './payin-fields.ts';
import { received } from './received.ts';

/** Fields of a pay-in order in either response. */
const payinOrderFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...payinFoundFields,
      ...payinFields,
      ...payinCreatedFields,
      ...payinUsdtFields,
    }) as const,
);

/**
 * Reads a pay-in order tolerantly. Accepts `pay_url` instead of `payUrl`. If both are missing, `payUrl` is an empty
 * string.
 */
export const payinReceived = /* @__PURE__ */ received(payinOrderFields);

const payinCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackTest,
      ...callbackIdentity,
      ...payinCallbackOwnFields,
    }) as const,
);

/** Reads a pay-in callback, JSON or form. */
export const payinCallbackReceived = /* @__PURE__ */ receivedCallback(payinCallbackFields);
