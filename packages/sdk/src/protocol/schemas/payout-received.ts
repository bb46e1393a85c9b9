import { callbackTest } from './callback-identity.ts';
import { receivedCallback } from './callback-received.ts';
import { combined } from './field.ts';
import {
  payoutCallbackIdentity,
  payoutCallbackOwnFields,
  payoutCreatedFields,
  payoutFields,
  payoutFoundFields,
} from './payout-fields.ts';
import { receivedFields, toldBy } from './received.ts';

/** What a withdrawal can have, created or found. It tells the kind of destination, never the destination. */
const payoutOrderFields = /* @__PURE__ */ combined(
  () => ({ ...payoutFoundFields, ...payoutFields, ...payoutCreatedFields }) as const,
);

/** The tolerant reading of a withdrawal, created or found. */
export const payoutReceived = /* @__PURE__ */ receivedFields(payoutOrderFields);
/** What a caller sees of it. */
export const toldPayout = /* @__PURE__ */ toldBy(payoutOrderFields);

/** What a client reads of a pay-out callback. */
const payoutCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackTest,
      ...payoutCallbackIdentity,
      ...payoutCallbackOwnFields,
    }) as const,
);

/** The tolerant reading of a pay-out callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(payoutCallbackFields);
/** What a caller sees of it. */
export const toldPayoutCallback = /* @__PURE__ */ toldBy(payoutCallbackFields);
