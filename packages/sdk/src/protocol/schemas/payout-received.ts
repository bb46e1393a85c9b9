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
import { receivedBy, receivedFields } from './received.ts';

/** Fields of a payout, created or found, with the kind of destination and without the destination itself. */
const payoutOrderFields = /* @__PURE__ */ combined(
  () => ({ ...payoutFoundFields, ...payoutFields, ...payoutCreatedFields }) as const,
);

/** The tolerant schema of a payout, created or found. */
export const payoutReceived = /* @__PURE__ */ receivedFields(payoutOrderFields);
/** Result fields of a payout. */
export const receivedPayout = /* @__PURE__ */ receivedBy(payoutOrderFields);

/** Fields of a payout callback that a client reads. */
const payoutCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackTest,
      ...payoutCallbackIdentity,
      ...payoutCallbackOwnFields,
    }) as const,
);

/** The tolerant schema of a payout callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(payoutCallbackFields);
/** Result fields of a payout callback. */
export const receivedPayoutCallback = /* @__PURE__ */ receivedBy(payoutCallbackFields);
