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
import { received } from './received.ts';

/** Fields of a payout in either response. They include the kind of destination, but not the destination. */
const payoutOrderFields = /* @__PURE__ */ combined(
  () => ({ ...payoutFoundFields, ...payoutFields, ...payoutCreatedFields }) as const,
);

/** Reads a payout of either response. */
export const payoutReceived = /* @__PURE__ */ received(payoutOrderFields);

const payoutCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackTest,
      ...payoutCallbackIdentity,
      ...payoutCallbackOwnFields,
    }) as const,
);

/** Reads a payout callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(payoutCallbackFields);
