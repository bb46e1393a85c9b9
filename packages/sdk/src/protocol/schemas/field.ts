/**
 * Forms of a value on the wire. `exact.ts` has the schema of each form as this API writes it, and `received.ts` has
 * the tolerant one.
 */
export type Form =
  /** An identifier that a caller cannot do without. */
  | 'id'
  | 'payoutNo'
  /** INR. A caller cannot do without an amount or a balance. */
  | 'amount'
  | 'balance'
  | 'sum'
  | 'sumOrNull'
  | 'sumOrEmpty'
  | 'usdt'
  | 'usdtIfAny'
  | 'rate'
  /** One of `words`. A caller cannot do without a status. */
  | 'status'
  | 'word'
  | 'name'
  | 'text'
  | 'textOrNull'
  /** Text that is empty until it is known. */
  | 'reference'
  | 'url'
  | 'time'
  | 'timeOrNull'
  | 'timeOrEmpty'
  /** `true`, or absent. */
  | 'flag'
  | 'test'
  | 'sign';

/** One field of a response or callback, with everything known about it. */
export interface Field {
  readonly form: Form;
  /** Possible values of a `status` or `word`. */
  readonly words?: readonly [string, ...string[]];
  /** The main name, for a field that is an alias. */
  readonly aliasOf?: string;
  readonly description: string;
  readonly example: string | true;
}

/** Fields of a resource by wire name. Plain data, so that a client can bundle it without the exact schemas. */
export type Fields = Readonly<Record<string, Field>>;

/** The words of a field, as a type. */
export type Word<F extends Field> = F extends { readonly words: readonly (infer One extends string)[] }
  ? One
  : never;

/** The forms of INR. */
export const amountForms = [
  'amount',
  'balance',
  'sum',
  'sumOrNull',
  'sumOrEmpty',
] as const satisfies readonly Form[];
/** The forms of an instant. */
export const timeForms = ['time', 'timeOrNull', 'timeOrEmpty'] as const satisfies readonly Form[];

/** Forms that are null for an unknown value. */
const nullForms = ['sumOrNull', 'textOrNull', 'timeOrNull'] as const satisfies readonly Form[];

/** The names of the fields that have one of these forms. */
// @__NO_SIDE_EFFECTS__
export function namesOf(fields: Fields, ...forms: readonly Form[]): readonly string[] {
  return Object.keys(fields).filter((name) => forms.includes(fields[name]?.form as Form));
}

/** The fields that can be null, written as null. */
export function absentFields(fields: Fields): Readonly<Record<string, null>> {
  return Object.fromEntries(namesOf(fields, ...nullForms).map((name) => [name, null]));
}

/** Main names by their alias. */
export function aliasesOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { aliasOf }]) => (aliasOf === undefined ? [] : [[name, aliasOf]])),
  );
}

/** A table that other tables are part of. A bundler can leave out this call, but not an object with a spread. */
// @__NO_SIDE_EFFECTS__
export function combined<T extends Fields>(make: () => T): T {
  return make();
}
