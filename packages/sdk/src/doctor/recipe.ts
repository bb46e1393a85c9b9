import { hash } from 'node:crypto';
import type { FlatValue } from '../protocol/flat-parser.ts';

/** A parameter on its way into the base string. */
export interface Field {
  readonly name: string;
  readonly text: string;
  readonly kind: FlatValue['kind'];
  /** True if the client signs the parameter although it is empty. */
  readonly kept?: true;
}

export type Fields = readonly Field[];

/** A key, with the string that replaces it in shown strings. */
export interface SigningKey {
  readonly text: string;
  readonly shown: string;
}

/** The input of a hash: a string that is encoded as UTF-8, or the bytes of another encoding. */
export type Payload = string | Uint8Array;

export interface DigestInput {
  /** The base string with the key. */
  readonly payload: Payload;
  /** The base string without the key. */
  readonly bare: () => Payload;
  readonly key: string;
}

/** Sorts and joins parameters. By default, uses the recipe's own `join`. */
export type Write = (fields: Fields, join?: Recipe['join']) => string;

/** The stages of a signature. A client can make a mistake at each stage, so mistakes at different stages combine. */
export interface Recipe {
  /** Selects the parameters to sign. */
  readonly fields: (fields: Fields) => Fields;
  /** Changes the names of the parameters. */
  readonly names: (fields: Fields) => Fields;
  /** Restores values that the transport changed. */
  readonly origins: (fields: Fields) => Fields;
  /** Handles parameters without a value. */
  readonly empties: (fields: Fields) => Fields;
  readonly numbers: (fields: Fields) => Fields;
  readonly texts: (fields: Fields) => Fields;
  readonly escapes: (fields: Fields) => Fields;
  readonly order: (fields: Fields) => Fields;
  readonly join: (fields: Fields) => string;
  readonly key: SigningKey;
  readonly keyPlacement: (fields: Fields, key: string, write: Write) => string;
  /** Changes the complete base string. */
  readonly textMutation: (text: string) => string;
  /** Encodes the base string as bytes. */
  readonly bytes: (text: string) => Payload;
  /** The digest, in lower-case hexadecimal. */
  readonly digest: (input: DigestInput) => string;
}

export type Stage = keyof Recipe;

const same = (fields: Fields) => fields;

/** The correct recipe with this key (spec: Authentication 3). */
export function rightRecipe(key: SigningKey): Recipe {
  return {
    fields: same,
    names: same,
    origins: same,
    empties: withoutEmpties,
    numbers: same,
    texts: same,
    escapes: same,
    order: inByteOrder,
    join: joinPairs,
    key,
    keyPlacement: (fields, text, write) => `${write(fields)}&key=${text}`,
    textMutation: (text) => text,
    bytes: (text) => text,
    digest: ({ payload }) => hash('md5', payload, 'hex'),
  };
}

function withoutEmpties(fields: Fields): Fields {
  return fields.filter(({ text, kept }) => text !== '' || kept);
}

export function inByteOrder(fields: Fields): Fields {
  const compare = fields.some(({ name }) => beyondSurrogates.test(name)) ? inBytes : inUnits;
  return fields.toSorted((a, b) => compare(a.name, b.name));
}

/** Compares in the byte order of UTF-8, which is the order of code points. */
export function inBytes(a: string, b: string): number {
  if (beyondSurrogates.test(a) || beyondSurrogates.test(b)) {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return inUnits(a, b);
}

/** Compares in the order of UTF-16, as JavaScript and Java do. */
export function inUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const beyondSurrogates = /[\ud800-\uffff]/;

function joinPairs(fields: Fields): string {
  let text = '';
  for (const { name, text: value } of fields) text += text === '' ? `${name}=${value}` : `&${name}=${value}`;
  return text;
}

/** The string of a recipe before it is hashed. */
export interface BaseString {
  readonly text: string;
  /** The string without the key. */
  readonly bare: () => string;
}

/** Replacements for parameters and the key in a shown string. */
export interface Redaction {
  readonly fields: (fields: Fields) => Fields;
}

/** @param redaction replacements for a shown string. Omit it for a string to hash */
export function baseStringOf(recipe: Recipe, given: Fields, redaction?: Redaction): BaseString {
  const ready = prepared(recipe, given, redaction);
  const key = redaction === undefined ? recipe.key.text : recipe.key.shown;
  return withKey(recipe, ready, key);
}

/** Stages that run before the recipe joins the parameters. */
export const earlyStages: ReadonlySet<Stage> = /* @__PURE__ */ new Set([
  'fields',
  'names',
  'origins',
  'empties',
  'numbers',
  'texts',
  'escapes',
]);

/** The parameters before the recipe joins them. */
export function prepared(recipe: Recipe, given: Fields, redaction?: Redaction): Fields {
  const { escapes, texts, numbers, empties, origins, names } = recipe;
  const chosen = recipe.fields(given);
  const signed = redaction === undefined ? chosen : redaction.fields(chosen);
  return escapes(texts(numbers(empties(origins(names(signed))))));
}

/** @param written the joined parameters, if already known */
export function withKey(recipe: Recipe, ready: Fields, key: string, written?: string): BaseString {
  const write: Write = (fields, join) =>
    fields === ready && written !== undefined && join === undefined
      ? written
      : (join ?? recipe.join)(recipe.order(fields));
  return {
    text: recipe.textMutation(recipe.keyPlacement(ready, key, write)),
    bare: () => recipe.textMutation(write(ready)),
  };
}

/** The digest of the base string in lower-case hexadecimal. */
export function digestOf({ bytes, digest, key }: Recipe, { text, bare }: BaseString): string {
  return digest({ payload: bytes(text), bare: () => bytes(bare()), key: key.text });
}
