/**
 * Forms of a value on the wire. `exact.ts` contains the strict schema of each form, and `received.ts` contains the
 * tolerant reader.
 */
export type Form =
  /** A required identifier. */
  | 'id'
  | 'payoutNo'
  /** A required amount or balance in INR. */
  | 'amount'
  | 'balance'
  | 'sum'
  | 'sumOrNull'
  | 'sumOrEmpty'
  | 'usdt'
  | 'usdtIfAny'
  | 'rate'
  /** One of `words`, required. */
  | 'status'
  | 'word'
  | 'name'
  | 'text'
  | 'textOrNull'
  /** A string that is empty until its value is known. */
  | 'reference'
  | 'url'
  | 'time'
  | 'timeOrNull'
  | 'timeOrEmpty'
  /** `true`, or absent. */
  | 'flag'
  | 'test'
  | 'sign';

/** One field of a response or callback, with its names, form and description. */
export interface Field {
  readonly form: Form;
  /** Possible values of a `status` or `word`. */
  readonly words?: readonly [string, ...string[]];
  /** The main name, for a field that is an alias. */
  readonly aliasOf?: string;
  readonly description: string;
  readonly example: string | true;
}

/** Fields of a resource by wire name. The table is plain data, so a client's bundle can omit the strict schemas. */
export type Fields = Readonly<Record<string, Field>>;

/** Union of the words of a field. */
export type Word<F extends Field> = F extends { readonly words: readonly (infer One extends string)[] }
  ? One
  : never;

/** Forms whose value is an amount in INR. */
export const amountForms = [
  'amount',
  'balance',
  'sum',
  'sumOrNull',
  'sumOrEmpty',
] as const satisfies readonly Form[];
/** Forms whose value is an instant. */
export const timeForms = ['time', 'timeOrNull', 'timeOrEmpty'] as const satisfies readonly Form[];

const nullForms = ['sumOrNull', 'textOrNull', 'timeOrNull'] as const satisfies readonly Form[];

/** Returns the names of the fields that have one of these forms. */
// @__NO_SIDE_EFFECTS__
export function namesOf(fields: Fields, ...forms: readonly Form[]): readonly string[] {
  return Object.keys(fields).filter((name) => forms.includes(fields[name]?.form as Form));
}

/** Returns the nullable fields, each with the value null. */
export function absentFields(fields: Fields): Readonly<Record<string, null>> {
  return Object.fromEntries(namesOf(fields, ...nullForms).map((name) => [name, null]));
}

/** Returns the main names by alias. */
export function aliasesOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { aliasOf }]) => (aliasOf === undefined ? [] : [[name, aliasOf]])),
  );
}

/** Creates an object. A bundler can drop this call if it is unused, but not an object with a spread. */
// @__NO_SIDE_EFFECTS__
export function combined<T>(make: () => T): T {
  return make();
}
