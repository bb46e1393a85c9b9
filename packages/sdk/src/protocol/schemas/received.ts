import { writtenDecimal } from '../money.ts';
import { aliasesOf, type Field, type Fields, type Form } from './field.ts';

// These readers do not use zod, because a client needs no other part of it (decision 15). The `@__PURE__` annotations
// let a bundler drop unused readers.

/** A known word, or an unknown word of a later version of the API (reading: What the SDK tolerates). */
export type Open<Known extends string> = Known | (string & {});

/** Returns a string unchanged, and a number as a string, because some gateways send digits as JSON numbers. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Reads a boolean. Accepts true, false, 1 and 0, each also as a string (reading: What the SDK tolerates, `test`). */
export function flagOf(value: unknown): boolean | undefined {
  const word = String(typeof value === 'boolean' ? value : textOf(value)).toLowerCase();
  return ['true', '1'].includes(word) || (['false', '0'].includes(word) ? false : undefined);
}

/** An optional string. A value of another type counts as absent. */
function textOrNull(value: unknown): string | null {
  return textOf(value) ?? null;
}

function textOrEmpty(value: unknown): string {
  return textOf(value) ?? '';
}

/** Returns the decimal with exactly `places` decimals, or undefined if the value is not a decimal. */
function decimalOf(value: unknown, places: number): string | undefined {
  return writtenDecimal(textOf(value) ?? '', places);
}

/** Reads a non-negative amount in INR. */
function amountOf(value: unknown): string | undefined {
  const amount = decimalOf(value, 2);
  return amount?.startsWith('-') ? undefined : amount;
}

function amountOrNull(value: unknown): string | null | undefined {
  return value === undefined ? null : amountOf(value);
}

/** Readers by form. A reader returns undefined for an invalid value, and null for an absent value. */
const forms = {
  id: textOf,
  payoutNo: textOf,
  amount: amountOf,
  balance: (value: unknown) => decimalOf(value, 2),
  sum: (value: unknown) => decimalOf(value, 2) ?? null,
  sumOrNull: amountOrNull,
  sumOrEmpty: amountOrNull,
  usdt: (value: unknown) => decimalOf(value, 6) ?? null,
  usdtIfAny: (value: unknown) => decimalOf(value, 6) ?? null,
  rate: (value: unknown) => decimalOf(value, 4) ?? null,
  name: textOrNull,
  text: textOrEmpty,
  textOrNull,
  reference: textOrNull,
  url: textOrEmpty,
  time: textOrNull,
  timeOrNull: textOrNull,
  timeOrEmpty: textOrNull,
  flag: (value: unknown) => flagOf(value) ?? false,
  test: (value: unknown) => flagOf(value) === true,
  sign: textOrNull,
} as const satisfies Readonly<Record<Exclude<Form, 'status' | 'word'>, (value: unknown) => unknown>>;

type Tolerant<F extends Field> = F extends {
  readonly form: infer Kind;
  readonly words: readonly (infer One extends string)[];
}
  ? Open<One> | (Kind extends 'status' ? never : null)
  : Exclude<ReturnType<(typeof forms)[Extract<F['form'], keyof typeof forms>]>, undefined>;

/**
 * Fields of a response or callback by their main names. A missing optional field is null, and a missing flag is false.
 */
export type Received<T extends Fields> = {
  readonly [Name in keyof T as T[Name] extends { readonly aliasOf: string } ? never : Name]: Tolerant<
    T[Name]
  >;
};

/** The reason why a reader rejected a value. */
export interface ReceivedIssue {
  /** The field's main name, or undefined for the whole value. */
  readonly field: string | undefined;
  /**
   * Kind of the issue. `missing` includes values of another type. `conflict` means that a field and its alias have
   * different values.
   */
  readonly kind: 'missing' | 'invalid' | 'conflict';
}

/** The fields that were read, or the first issue. */
export type Result<Data> = { readonly data: Data } | { readonly issue: ReceivedIssue };

/** Reads the gateway's data tolerantly: a JSON object, or a Map of a callback's fields. */
export type Read<Data> = (sent: unknown) => Result<Data>;

/** Fields of a request, by name. */
export type SentFields = ReadonlyMap<string, unknown>;

/** The fields of an object or Map, or undefined for any other value. */
export function sentFields(sent: unknown): SentFields | undefined {
  if (sent instanceof Map) return sent;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  return new Map(Object.entries(sent));
}

/** Returns the value of the first of these names that has a value. Null and the empty string count as no value. */
export function sentValue(fields: SentFields, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/**
 * Creates a reader of an object that has these fields. The reader ignores unknown fields. It returns the value of an
 * alias under the main name.
 */
// @__NO_SIDE_EFFECTS__
export function received<T extends Fields>(
  fields: T,
  aliases: Readonly<Record<string, string>> = aliasesOf(fields),
): Read<Received<T>> {
  const readers = Object.entries(fields)
    .filter(([, { aliasOf }]) => aliasOf === undefined)
    .map(([name, field]) => ({ name, names: withAliases(name, aliases), read: readerOf(field) }));
  return (sent) => {
    const values = sentFields(sent);
    if (values === undefined) return { issue: { field: undefined, kind: 'missing' } };
    const data: Record<string, unknown> = {};
    for (const { name, names, read } of readers) {
      const value = sentValue(values, ...names);
      const found = read(value);
      if (found === undefined) {
        return { issue: { field: name, kind: textOf(value) === undefined ? 'missing' : 'invalid' } };
      }
      data[name] = found;
    }
    return { data: data as Received<T> };
  };
}

function withAliases(name: string, aliases: Readonly<Record<string, string>>): readonly string[] {
  return [name, ...Object.keys(aliases).filter((alias) => aliases[alias] === name)];
}

function readerOf({ form, words = [''] }: Field): (value: unknown) => unknown {
  if (form !== 'status' && form !== 'word') return forms[form];
  const otherwise = form === 'status' ? undefined : null;
  return (value) => {
    const word = textOf(value);
    return word === undefined ? otherwise : knownWord(word, words);
  };
}

/** Returns a known word in its usual case, and an unknown word unchanged. */
function knownWord(word: string, known: readonly string[]): string {
  return known.find((one) => one.length === word.length && one.toLowerCase() === word.toLowerCase()) ?? word;
}
