import * as z from 'zod';
import { callbackSign, callbackTest } from './callback-identity.ts';
import { exactObject, type Written } from './exact.ts';
import {
  payoutCallbackIdentity,
  payoutCallbackOwnFields,
  payoutCreatedFields,
  payoutFields,
  payoutFoundFields,
} from './payout-fields.ts';

/** The states of a withdrawal, as the schema of the strict reading. */
export const payoutStatus = z.enum(payoutFields.status.words);

/** What is written of a withdrawal, created or found. */
export type PayoutData = Written<typeof payoutFields>;
/** The `data` that `payout` answers. */
export type PayoutCreatedData = PayoutData & Written<typeof payoutCreatedFields>;
/** The `data` that `check-order-status` answers. */
export type PayoutFoundData = PayoutData & Written<typeof payoutFoundFields>;

/** A withdrawal as `payout` answers it (spec: Withdrawal). */
export const payoutCreated = exactObject({ ...payoutFields, ...payoutCreatedFields });

/** A withdrawal as `check-order-status` answers it. */
export const payoutFound = exactObject({ ...payoutFields, ...payoutFoundFields });

/** spec: Pay-out callback, as JSON. What is not known is the empty text. */
export const payoutCallback = exactObject({
  ...payoutCallbackIdentity,
  ...callbackTest,
  ...callbackSign,
  ...payoutCallbackOwnFields,
});
