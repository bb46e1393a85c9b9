import * as z from 'zod/mini';
import { writtenDecimal } from '../money.ts';
import { aliasesOf, type Field, type Fields, type Form } from './field.ts';

// The tolerant schemas use zod/mini, a fifth of the size of zod. The client needs nothing else of zod.
// The annotations let a bundler leave out unused schemas.

/** A known word, or an unknown one of a later version (reading: What the SDK tolerates). */
export type Open<Known extends string> = Known | (string & {});

/** Converts numbers to strings, because some gateways write strings of digits as numbers. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A required string. */
const text = /* @__PURE__ */ z.pipe(/* @__PURE__ */ z.transform(textOf), /* @__PURE__ */ z.string());

// Optional values. A value of another type counts as absent.

/** An optional string. */
export const optionalText = /* @__PURE__ */ z.optional(/* @__PURE__ */ z.transform(textOf));
/** A string, or null if missing. */
const textOrNull = /* @__PURE__ */ z.transform((value) => textOf(value) ?? null);
/** A string, or the empty string if missing. */
const textOrEmpty = /* @__PURE__ */ z.transform((value) => textOf(value) ?? '');

/** Any text, a known one in either case; typed so that an editor offers the known ones. */
// @__NO_SIDE_EFFECTS__
function openText<Known extends string>(...known: readonly Known[]) {
  return z.pipe(
    text,
    z.transform((word) => knownWord(word, known)),
  );
}

/** The same that can be left out. */
// @__NO_SIDE_EFFECTS__
function optionalOpenText<Known extends string>(...known: readonly Known[]) {
  return z.optional(
    z.transform((value): Open<Known> | undefined => {
      const word = textOf(value);
      return word === undefined ? undefined : knownWord(word, known);
    }),
  );
}

function knownWord<Known extends string>(word: string, known: readonly Known[]): Open<Known> {
  return known.find((one) => one.length === word.length && one.toLowerCase() === word.toLowerCase()) ?? word;
}

/** Two decimals, whatever it came with. */
// @__NO_SIDE_EFFECTS__
function amountLike(pattern: RegExp) {
  return z.pipe(
    text,
    z.transform((input, { issues }) => {
      const amount = writtenDecimal(input, 2);
      if (amount !== undefined && pattern.test(amount)) return amount;
      issues.push({ code: 'custom', message: 'not an amount', input });
      return z.NEVER;
    }),
  );
}

/** A required amount. */
const inr = /* @__PURE__ */ amountLike(/^\d/);
/** A required balance, which may be negative. */
const balance = /* @__PURE__ */ amountLike(/\d/);

/** A decimal that can be left out, with so many places. */
// @__NO_SIDE_EFFECTS__
function optionalDecimal(places: number) {
  return z.optional(z.transform((value) => writtenDecimal(textOf(value) ?? '', places)));
}

/** True or false, also as 1 and 0, or either as a string (reading: What the SDK tolerates, `test`). */
export function flagOf(value: unknown): boolean | undefined {
  const word = String(typeof value === 'boolean' ? value : textOf(value)).toLowerCase();
  return ['true', '1'].includes(word) || (['false', '0'].includes(word) ? false : undefined);
}

/** A required flag. */
export const flag = /* @__PURE__ */ z.pipe(/* @__PURE__ */ z.transform(flagOf), /* @__PURE__ */ z.boolean());
/** An optional flag, false by default. */
const optionalFlag = /* @__PURE__ */ z.optional(/* @__PURE__ */ z.transform(flagOf));

/** `test` as true, "true", 1 or "1" (reading: What the SDK tolerates), in either case; anything else is false. */
const isTest = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ z.transform((value) => flagOf(value) === true),
  /* @__PURE__ */ z.boolean(),
);

const inrOrNull = /* @__PURE__ */ z._default(/* @__PURE__ */ z.nullable(inr), null);
const sum = /* @__PURE__ */ optionalDecimal(2);
const usdt = /* @__PURE__ */ optionalDecimal(6);

/** Tolerant schema of each form. */
const forms = {
  id: text,
  payoutNo: text,
  amount: inr,
  balance,
  sum,
  sumOrNull: inrOrNull,
  sumOrEmpty: inrOrNull,
  usdt,
  usdtIfAny: usdt,
  rate: /* @__PURE__ */ optionalDecimal(4),
  name: optionalText,
  text: textOrEmpty,
  textOrNull,
  reference: textOrNull,
  url: textOrEmpty,
  time: optionalText,
  timeOrNull: textOrNull,
  timeOrEmpty: textOrNull,
  flag: optionalFlag,
  test: isTest,
  sign: optionalText,
} as const satisfies Readonly<Record<Exclude<Form, 'status' | 'word'>, z.ZodMiniType>>;

type Tolerant<F extends Field> = F extends {
  readonly form: infer Kind;
  readonly words: readonly (infer One extends string)[];
}
  ? Kind extends 'status'
    ? ReturnType<typeof openText<One>>
    : ReturnType<typeof optionalOpenText<One>>
  : (typeof forms)[Extract<F['form'], keyof typeof forms>];

/** Main names; a value under an alias is available there too. */
type TolerantShape<T extends Fields> = {
  [Name in keyof T as T[Name] extends { readonly aliasOf: string } ? never : Name]: Tolerant<T[Name]>;
};

/** The tolerant schema of an object that has these fields. */
// @__NO_SIDE_EFFECTS__
export function receivedFields<T extends Fields>(fields: T) {
  return received(() => tolerantShape(fields), aliasesOf(fields));
}

/** The tolerant shape of an object with these fields. */
export function tolerantShape<T extends Fields>(fields: T): TolerantShape<T> {
  return Object.fromEntries(
    mainFields(fields).map(([name, field]) => [name, tolerant(field)]),
  ) as TolerantShape<T>;
}

function tolerant({ form, words = [''] }: Field): z.ZodMiniType {
  if (form === 'status') return openText(...words);
  return form === 'word' ? optionalOpenText(...words) : forms[form];
}

type Output<F extends Field> = z.output<Tolerant<F>>;

/** Fields of a result, none of them undefined. */
export type Received<T extends Fields> = {
  readonly [Name in keyof TolerantShape<T>]: undefined extends Output<T[Name]>
    ? Exclude<Output<T[Name]>, undefined> | (T[Name] extends { readonly form: 'flag' } ? never : null)
    : Output<T[Name]>;
};

/** Takes the fields out of a reading by their main names. A missing value is null, or false for a flag. */
// @__NO_SIDE_EFFECTS__
export function receivedBy<T extends Fields>(
  fields: T,
): (data: Readonly<Record<string, unknown>>) => Received<T> {
  const absent = mainFields(fields).map(
    ([name, { form }]) => [name, form === 'flag' ? false : null] as const,
  );
  return (data) => {
    const all: Record<string, unknown> = {};
    for (const [name, otherwise] of absent) all[name] = data[name] ?? otherwise;
    return all as Received<T>;
  };
}

function mainFields(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, { aliasOf }]) => aliasOf === undefined);
}

/** Main names by their alias. */
type Aliases = Readonly<Record<string, string>>;

/**
 * The tolerant schema of what the gateway sends: unknown fields stay, null and the empty string count as absent, and
 * a field that came under its alias alone is found under its main name too.
 *
 * @param shape a function, so that a reading that is not used can be left out with all that it is made of
 */
// @__NO_SIDE_EFFECTS__
export function received<Shape extends z.core.$ZodLooseShape>(shape: () => Shape, aliases: Aliases = {}) {
  const others = Object.entries(aliases);
  return z.pipe(
    z.transform((value) => withMainNames(value, others)),
    z.looseObject(shape()),
  );
}

function withMainNames(value: unknown, aliases: readonly (readonly [string, string])[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of value instanceof Map ? value : Object.entries(value)) {
    // `__proto__` would replace the prototype. No schema has a field of that name.
    if (field !== null && field !== '' && name !== '__proto__') fields[name] = field;
  }
  for (const [alias, name] of aliases) {
    if (fields[alias] !== undefined) fields[name] ??= fields[alias];
  }
  return fields;
}
