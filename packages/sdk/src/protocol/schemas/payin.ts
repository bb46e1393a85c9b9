import * as z from 'zod';
import { callbackIdentity, callbackSign, callbackTest } from './callback-identity.ts';
import { exactObject, type Written } from './exact.ts';
import {
  payinCallbackOwnFields,
  payinCreatedFields,
  payinFields,
  payinFoundFields,
  payinUsdtFields,
} from './payin-fields.ts';

/** Strict schema of the status of a pay-in. */
export const payinStatus = z.enum(payinFields.status.words);

/** Data of a pay-in in every response. Contains all fields of a USDT order, or none of them. */
export type PayinData = Written<typeof payinFields> & Partial<PayinUsdtData>;
/** Fields that a USDT order adds. */
export type PayinUsdtData = Written<typeof payinUsdtFields>;
/** The `data` that `payin` returns. */
export type PayinCreatedData = PayinData & Written<typeof payinCreatedFields>;
/** The `data` that `check-order-status` returns. */
export type PayinFoundData = PayinData & Written<typeof payinFoundFields>;

const { tradeType, ...common } = payinFields;

const inr = {
  ...common,
  tradeType: { ...tradeType, words: ['INRUPI'], description: 'Paid by UPI.', example: 'INRUPI' },
} as const;

const usdt = {
  ...common,
  tradeType: { ...tradeType, words: ['usdt'], description: 'Paid in USDT.', example: 'usdt' },
  ...payinUsdtFields,
} as const;

/** A pay-in order as `payin` returns it (spec: Pay-in order). */
export const payinCreated = z.discriminatedUnion('tradeType', [
  exactObject({ ...inr, ...payinCreatedFields }),
  exactObject({ ...usdt, ...payinCreatedFields }),
]);

/** A pay-in order as `check-order-status` returns it. */
export const payinFound = z.discriminatedUnion('tradeType', [
  exactObject({ ...inr, ...payinFoundFields }),
  exactObject({ ...usdt, ...payinFoundFields }),
]);

/** spec: Pay-in callback, as JSON. An unknown value is the empty string. */
export const payinCallback = exactObject({
  ...callbackIdentity,
  ...callbackTest,
  ...callbackSign,
  ...payinCallbackOwnFields,
});
