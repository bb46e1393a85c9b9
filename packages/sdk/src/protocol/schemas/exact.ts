import * as z from 'zod';
import type { Field, Fields, Form } from './field.ts';
import {
  described,
  matching,
  orEmpty,
  rate,
  signature,
  someText,
  sum,
  timestamp,
  url,
  usdtAmount,
} from './text.ts';

/** Schemas of the forms as this API writes them. */
const forms = {
  id: someText,
  payoutNo: matching(/^WD/),
  amount: sum,
  balance: sum,
  sum,
  sumOrNull: sum.nullable(),
  sumOrEmpty: orEmpty(sum),
  usdt: usdtAmount,
  usdtIfAny: usdtAmount.optional(),
  rate,
  name: someText,
  text: z.string(),
  textOrNull: z.string().nullable(),
  reference: z.string(),
  url,
  time: timestamp,
  timeOrNull: timestamp.nullable(),
  timeOrEmpty: orEmpty(timestamp),
  flag: z.literal(true).optional(),
  test: z.literal(true).optional(),
  sign: signature,
} as const satisfies Readonly<Record<Exclude<Form, 'status' | 'word'>, z.ZodType>>;

type Exact<F extends Field> = F extends { readonly words: readonly [infer One extends string] }
  ? z.ZodLiteral<One>
  : F extends { readonly words: readonly (infer One extends string)[] }
    ? z.ZodEnum<{ [Word in One]: Word }>
    : (typeof forms)[Extract<F['form'], keyof typeof forms>];

type ExactShape<T extends Fields> = { readonly [Name in keyof T]: Exact<T[Name]> };

/** Creates the schema of a field as this API writes it, with its metadata for an API description. */
function exactField({ form, words, description, example }: Field): z.ZodType {
  return described(exactForm(form, words), description, example);
}

function exactForm(form: Form, words: Field['words'] = ['']): z.ZodType {
  if (form !== 'status' && form !== 'word') return forms[form];
  return words.length === 1 ? z.literal(words[0]) : z.enum(words);
}

/** Creates the schema of an object with exactly these fields. */
export function exactObject<const T extends Fields>(fields: T) {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, exactField(field)]),
    ) as ExactShape<T>,
  );
}

/** Input type of the fields. A missing or unknown field is a compiler error. */
export type Written<T extends Fields> = z.input<z.ZodObject<ExactShape<T>, z.core.$strict>>;
