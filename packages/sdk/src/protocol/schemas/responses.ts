import * as z from 'zod';
import type { V1Endpoint, V3Endpoint } from '../routes.ts';
import { type Field, type Fields, forms } from './field.ts';
import {
  callbackIdentity,
  callbackSign,
  callbackTest,
  createdFields,
  foundFields,
  linkCallbackFields,
  linkCreatedFields,
  linkFields,
  linkFoundFields,
  payinCallbackOwnFields,
  payinFields,
  payinUsdtFields,
  payoutCallbackIdentity,
  payoutCallbackOwnFields,
  payoutFields,
  walletFields,
} from './fields.ts';
import { described, strict } from './text.ts';

type Known<F extends Field> = F extends { readonly words: readonly [infer One extends string] }
  ? z.ZodLiteral<One>
  : F extends { readonly words: readonly (infer One extends string)[] }
    ? z.ZodEnum<{ [Word in One]: Word }>
    : (typeof strict)[(typeof forms)[F['form']]['strict']];

type Exact<F extends Field> = F extends { readonly absent: 'null' }
  ? z.ZodNullable<Known<F>>
  : F extends { readonly absent: 'omitted' }
    ? z.ZodOptional<Known<F>>
    : Known<F>;

type Shape<T extends Fields> = { readonly [Name in keyof T]: Exact<T[Name]> };

/** Creates the schema of an object with exactly these fields, with metadata for an API description. */
function exactObject<const T extends Fields>(fields: T) {
  const entries = Object.entries<Field>(fields).map(([name, field]) => {
    return [name, described(exact(field), field.description, field.example)];
  });
  return z.strictObject(Object.fromEntries(entries) as Shape<T>);
}

/** The schema of a field as this API writes it. */
function exact({ form, words, absent }: Field): z.ZodType {
  const ofWords = words?.length === 1 ? z.literal(words[0]) : words && z.enum(words);
  const known = ofWords ?? strict[forms[form].strict];
  if (absent === 'null') return known.nullable();
  if (absent === 'omitted') return known.optional();
  return absent === 'empty' && form !== 'text' ? z.union([known, z.literal('')]) : known;
}

/** Input type of the fields. A missing or unknown field is a compiler error. */
type Written<T extends Fields> = z.input<z.ZodObject<Shape<T>, z.core.$strict>>;

export const payinStatus = z.enum(payinFields.status.words);
export const payoutStatus = z.enum(payoutFields.status.words);

// The `data` of each response, for those who write it. A pay-in contains all fields of a USDT order, or none of them.
export type PayinData = Written<typeof payinFields> & Partial<PayinUsdtData>;
export type PayinUsdtData = Written<typeof payinUsdtFields>;
export type PayinCreatedData = PayinData & Written<typeof createdFields>;
export type PayinFoundData = PayinData & Written<(typeof foundFields)['payin']>;
export type PayoutData = Written<typeof payoutFields>;
export type PayoutCreatedData = PayoutData & Written<typeof createdFields>;
export type PayoutFoundData = PayoutData & Written<(typeof foundFields)['payout']>;
export type LinkData = Written<typeof linkFields>;
export type LinkCreatedData = LinkData & Written<typeof linkCreatedFields>;
export type LinkFoundData = LinkData & Written<typeof linkFoundFields>;
export type WalletData = Written<typeof walletFields>;

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
  exactObject({ ...inr, ...createdFields }),
  exactObject({ ...usdt, ...createdFields }),
]);
/** A pay-in order as `check-order-status` returns it. */
export const payinFound = z.discriminatedUnion('tradeType', [
  exactObject({ ...inr, ...foundFields.payin }),
  exactObject({ ...usdt, ...foundFields.payin }),
]);
/** A payout as `payout` returns it (spec: Withdrawal). */
export const payoutCreated = exactObject({ ...payoutFields, ...createdFields });
/** A payout as `check-order-status` returns it. */
export const payoutFound = exactObject({ ...payoutFields, ...foundFields.payout });
/** A link as `create-link` returns it (spec: Legacy payment link). */
export const linkCreated = exactObject({ ...linkFields, ...linkCreatedFields });
/** A link as `link-status` returns it. */
export const linkFound = exactObject({ ...linkFields, ...linkFoundFields });
/** A wallet as `check-gateway-balance` returns it, in INR with two decimals (spec: Wallet). */
export const wallet = exactObject(walletFields);

const signed = { ...callbackTest, ...callbackSign };

/** spec: Pay-in callback, as JSON. An unknown value is the empty string. */
export const payinCallback = exactObject({ ...callbackIdentity, ...signed, ...payinCallbackOwnFields });
/** spec: Pay-out callback, as JSON. An unknown value is the empty string. */
export const payoutCallback = exactObject({
  ...payoutCallbackIdentity,
  ...signed,
  ...payoutCallbackOwnFields,
});
/** The callback of a paid link (spec: Legacy webhook). */
export const linkCallback = exactObject(linkCallbackFields);

/** Schemas of `data` in the responses of v3. The schema of `check-order-status` depends on the signing key. */
export const v3Responses = {
  payin: payinCreated,
  'check-order-status': z.union([payinFound, payoutFound]),
  payout: payoutCreated,
  'check-gateway-balance': wallet,
} satisfies Record<V3Endpoint, z.ZodType>;

export const v1Responses = {
  'create-link': linkCreated,
  'link-status': linkFound,
} satisfies Record<V1Endpoint, z.ZodType>;
