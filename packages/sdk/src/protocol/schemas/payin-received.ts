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
import { receivedFields, toldBy } from './received.ts';

/** What a pay-in order can have, created or found. */
const payinOrderFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...payinFoundFields,
      ...payinFields,
      ...payinCreatedFields,
      ...payinUsdtFields,
    }) as const,
);

/** The tolerant reading of a pay-in order; `payUrl` also when it came as `pay_url` alone, empty when neither came. */
export const payinReceived = /* @__PURE__ */ receivedFields(payinOrderFields);
/** What a caller sees of it. */
export const toldPayin = /* @__PURE__ */ toldBy(payinOrderFields);

/** What a client reads of a pay-in callback. */
const payinCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackTest,
      ...callbackIdentity,
      ...payinCallbackOwnFields,
    }) as const,
);

/** The tolerant reading of a pay-in callback, JSON or form. */
export const payinCallbackReceived = /* @__PURE__ */ receivedCallback(payinCallbackFields);
/** What a caller sees of it. */
export const toldPayinCallback = /* @__PURE__ */ toldBy(payinCallbackFields);
