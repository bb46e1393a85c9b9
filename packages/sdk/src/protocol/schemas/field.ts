import { writtenDecimal } from '../money.ts';

// The client reads responses without zod, because it needs no other part of it (decision 15). A bundler drops unused
// tables and readers because of the annotations.

/**
 * Forms of a value on the wire: the name of its strict schema in `strict` of `text.ts`, and its tolerant reading, which returns
 * undefined for an invalid value (reading: What the SDK tolerates).
 */
export const forms = {
  name: { strict: 'someText', read: textOf },
  text: { strict: 'anyText', read: textOf },
  payoutNo: { strict: 'payoutNo', read: textOf },
  /** INR, not negative. The client rejects an invalid amount, even if the field is not required. */
  amount: { strict: 'sum', read: (value: unknown) => /^[^-]*$/.exec(decimalOf(value, 2) ?? '-')?.[0] },
  /** INR. */
  sum: { strict: 'sum', read: (value: unknown) => decimalOf(value, 2) },
  usdt: { strict: 'usdtAmount', read: (value: unknown) => decimalOf(value, 6) },
  /** INR per USDT. */
  rate: { strict: 'rate', read: (value: unknown) => decimalOf(value, 4) },
  time: { strict: 'timestamp', read: textOf },
  url: { strict: 'url', read: textOf },
  /** One of the field's `words`. */
  word: { strict: 'someText', read: textOf },
  flag: { strict: 'onlyTrue', read: flagOf },
  sign: { strict: 'signature', read: textOf },
} as const;

/** One field of a response or callback, with its form and description. */
export interface Field {
  readonly form: keyof typeof forms;
  /** Possible values of a `word`. */
  readonly words?: readonly [string, ...string[]];
  /** True if the client rejects a response without the field. */
  readonly required?: true;
  /** How the API writes an unknown value. */
  readonly absent?: 'null' | 'empty' | 'omitted';
  /** The main name, for a field that is an alias. */
  readonly aliasOf?: string;
  readonly description: string;
  readonly example: string | true;
}

/** Fields of a resource by wire name. */
export type Fields = Readonly<Record<string, Field>>;

/** Union of the words of a field. */
export type Word<F extends Field> = F extends { readonly words: readonly (infer One extends string)[] }
  ? One
  : never;

/** Returns the names of the fields that have one of these forms. */
export function namesOf(fields: Fields, ...wanted: readonly Field['form'][]): readonly string[] {
  return Object.keys(fields).filter((name) => wanted.some((form) => fields[name]?.form === form));
}

/** Returns the nullable fields, each with the value null. */
export function absentFields(fields: Fields): Readonly<Record<string, null>> {
  const nullable = Object.keys(fields).filter((name) => fields[name]?.absent === 'null');
  return Object.fromEntries(nullable.map((name) => [name, null]));
}

/** Creates an object. A bundler can drop this call if it is unused, but not an object with a spread. */
// @__NO_SIDE_EFFECTS__
export function combined<T>(make: () => T): T {
  return make();
}

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

/** Returns the decimal with exactly `places` decimals, or undefined if the value is not a decimal. */
function decimalOf(value: unknown, places: number): string | undefined {
  return writtenDecimal(textOf(value) ?? '', places);
}

/** A missing string is empty if the API itself writes an empty string, and otherwise null. */
type Absent<F extends Field> = F extends { readonly required: true }
  ? never
  : F extends { readonly form: 'text' | 'url' }
    ? F extends { readonly absent: string }
      ? null
      : never
    : null;

type Tolerant<F extends Field> = F extends { readonly form: 'flag' }
  ? boolean
  : (F extends { readonly words: readonly (infer One extends string)[] } ? Open<One> : string) | Absent<F>;

/** Fields of a response or callback by their main names. A missing flag is false. */
export type Received<T extends Fields> = {
  readonly [Name in keyof T as T[Name] extends { readonly aliasOf: string } ? never : Name]: Tolerant<
    T[Name]
  >;
};

/** The reason why a reader rejected a value. */
export interface ReceivedIssue {
  /** The field's main name, or undefined for the whole value. */
  readonly field: string | undefined;
  /** `missing` includes values of another type. `conflict`: a field and its alias have different values. */
  readonly kind: 'missing' | 'invalid' | 'conflict';
}

/** Reads the gateway's data tolerantly: a JSON object, or a Map of a callback's fields. */
export type Read<Data> = (sent: unknown) => { readonly data: Data } | { readonly issue: ReceivedIssue };

/** The fields of an object or Map, or undefined for any other value. */
export function sentFields(sent: unknown): ReadonlyMap<string, unknown> | undefined {
  if (sent instanceof Map) return sent;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  return new Map(Object.entries(sent));
}

/** Returns the value of the first of these names that has a value. Null and the empty string count as no value. */
export function sentValue(fields: ReadonlyMap<string, unknown>, ...names: readonly string[]): unknown {
  return names.map((name) => fields.get(name)).find((value) => (value ?? '') !== '') ?? undefined;
}

/**
 * Creates a reader of an object that has these fields. The reader ignores unknown fields. It returns the value of an
 * alias under the main name.
 *
 * @param aliases main names by alias
 */
// @__NO_SIDE_EFFECTS__
export function received<T extends Fields>(
  fields: T,
  aliases: Readonly<Record<string, string>> = aliasesOf(fields),
): Read<Received<T>> {
  const main = Object.entries<Field>(fields)
    .filter(([, { aliasOf }]) => aliasOf === undefined)
    .map(([name, field]) => {
      const others = Object.keys(aliases).filter((alias) => aliases[alias] === name);
      return { name, names: [name, ...others], field };
    });
  return (sent) => {
    const values = sentFields(sent);
    if (values === undefined) return { issue: { field: undefined, kind: 'missing' } };
    const data: Record<string, unknown> = {};
    for (const { name, names, field } of main) {
      const value = sentValue(values, ...names);
      const found = readField(field, value);
      if (found === undefined) {
        return { issue: { field: name, kind: textOf(value) === undefined ? 'missing' : 'invalid' } };
      }
      data[name] = found;
    }
    return { data: data as Received<T> };
  };
}

export function aliasesOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { aliasOf }]) => (aliasOf === undefined ? [] : [[name, aliasOf]])),
  );
}

/** Returns undefined for an invalid value that the client rejects. */
function readField({ form, words, required, absent }: Field, value: unknown): unknown {
  const found = forms[form].read(value);
  if (typeof found === 'string' && words !== undefined) return knownWord(found, words);
  if (found !== undefined || required || (form === 'amount' && value !== undefined)) return found;
  if (form === 'flag') return false;
  return absent === undefined && (form === 'text' || form === 'url') ? '' : null;
}

/** Returns a known word in its usual case, and an unknown word unchanged. */
function knownWord(word: string, known: readonly string[]): string {
  return known.find((one) => one.length === word.length && one.toLowerCase() === word.toLowerCase()) ?? word;
}
