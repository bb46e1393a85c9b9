import { hash } from 'node:crypto';
import type { FlatValue } from '../protocol/flat-parser.ts';

/** A parameter on its way into the text that is signed. */
export interface Field {
  readonly name: string;
  readonly text: string;
  readonly kind: FlatValue['kind'];
  /** Signed although it is empty. */
  readonly kept?: true;
}

export type Fields = readonly Field[];

/** A key, and what stands for it in a text that is shown. */
export interface SigningKey {
  readonly text: string;
  readonly shown: string;
}

/** Text, hashed as UTF-8, or the bytes of another encoding. */
export type Payload = string | Uint8Array;

/** What a digest can be made of. */
export interface DigestInput {
  /** The text with the key. */
  readonly payload: Payload;
  /** The text of the parameters alone. */
  readonly bare: () => Payload;
  readonly key: string;
}

/** Puts parameters in their order and joins them, by default as the recipe does. */
export type Write = (fields: Fields, join?: Recipe['join']) => string;

/**
 * The making of a signature, stage by stage, each a decision that a client takes on its own and can take wrongly. Two
 * mistakes at different stages so compose by themselves.
 */
export interface Recipe {
  /** Which parameters are signed. */
  readonly fields: (fields: Fields) => Fields;
  /** Under which names. */
  readonly names: (fields: Fields) => Fields;
  /** What the values were before they were sent, where sending changed them. */
  readonly origins: (fields: Fields) => Fields;
  /** What becomes of those without a value. */
  readonly empties: (fields: Fields) => Fields;
  /** How numbers and booleans are written. */
  readonly numbers: (fields: Fields) => Fields;
  /** How texts are written. */
  readonly texts: (fields: Fields) => Fields;
  /** How texts are escaped. */
  readonly escapes: (fields: Fields) => Fields;
  /** In which order. */
  readonly order: (fields: Fields) => Fields;
  /** How the parameters become one text. */
  readonly join: (fields: Fields) => string;
  readonly key: SigningKey;
  /** Where the key goes. */
  readonly keyPlacement: (fields: Fields, key: string, write: Write) => string;
  /** What happens to the text as a whole. */
  readonly textMutation: (text: string) => string;
  /** Which bytes the text has. */
  readonly bytes: (text: string) => Payload;
  /** The digest, in lower-case hexadecimal. */
  readonly digest: (input: DigestInput) => string;
}

export type Stage = keyof Recipe;

const same = (fields: Fields) => fields;

/** How it is done right, with this key (spec: Authentication 3). */
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

/** The byte order of UTF-8, which is that of code points. */
export function inBytes(a: string, b: string): number {
  if (beyondSurrogates.test(a) || beyondSurrogates.test(b)) {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return inUnits(a, b);
}

/** The order of UTF-16, in which JavaScript and Java compare. */
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

/** What a recipe makes of parameters, before it is hashed. */
export interface BaseString {
  readonly text: string;
  /** Without the key. */
  readonly bare: () => string;
}

/** What is done to parameters and key before they become a text that is shown. */
export interface Redaction {
  readonly fields: (fields: Fields) => Fields;
}

/** @param redaction where the text is to be shown; what is hidden never meets what was hashed */
export function baseStringOf(recipe: Recipe, given: Fields, redaction?: Redaction): BaseString {
  const ready = prepared(recipe, given, redaction);
  const key = redaction === undefined ? recipe.key.text : recipe.key.shown;
  return withKey(recipe, ready, key);
}

/** The stages at which there still are parameters. */
export const earlyStages: ReadonlySet<Stage> = /* @__PURE__ */ new Set([
  'fields',
  'names',
  'origins',
  'empties',
  'numbers',
  'texts',
  'escapes',
]);

/** The parameters as they are written. */
export function prepared(recipe: Recipe, given: Fields, redaction?: Redaction): Fields {
  const { escapes, texts, numbers, empties, origins, names } = recipe;
  const chosen = recipe.fields(given);
  const signed = redaction === undefined ? chosen : redaction.fields(chosen);
  return escapes(texts(numbers(empties(origins(names(signed))))));
}

/** @param written their text, if it is there already */
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

/** The digest of what was baseString, in lower-case hexadecimal. */
export function digestOf({ bytes, digest, key }: Recipe, { text, bare }: BaseString): string {
  return digest({ payload: bytes(text), bare: () => bytes(bare()), key: key.text });
}
