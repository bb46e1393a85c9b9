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

/** Strict schema of the status of a payout. */
export const payoutStatus = z.enum(payoutFields.status.words);

/** Data of a payout in every response. */
export type PayoutData = Written<typeof payoutFields>;
/** The `data` that `payout` returns. */
export type PayoutCreatedData = PayoutData & Written<typeof payoutCreatedFields>;
/** The `data` that `check-order-status` returns. */
export type PayoutFoundData = PayoutData & Written<typeof payoutFoundFields>;

/** A payout as `payout` returns it (spec: Withdrawal). */
export const payoutCreated = exactObject({ ...payoutFields, ...payoutCreatedFields });

/** A payout as `check-order-status` returns it. */
export const payoutFound = exactObject({ ...payoutFields, ...payoutFoundFields });

/** spec: Pay-out callback, as JSON. An unknown value is the empty string. */
export const payoutCallback = exactObject({
  ...payoutCallbackIdentity,
  ...callbackTest,
  ...callbackSign,
  ...payoutCallbackOwnFields,
});
