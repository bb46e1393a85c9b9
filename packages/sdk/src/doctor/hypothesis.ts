import type { KeyName } from '../protocol/routes.ts';
import type { Fields, Recipe, SigningKey, Stage } from './recipe.ts';
import type { RemedyName } from './remedies.ts';

/** What is known about a signature that is wrong. */
export interface Facts {
  /** As received, in order, without `sign`. */
  readonly fields: Fields;
  /** Whom the request or callback names, or was said to be meant. */
  readonly mchId: string | undefined;
  /** The key that it should have been signed with. */
  readonly key: NamedKey;
  /** All keys that may be tried. */
  readonly keys: readonly NamedKey[];
  /** The parameters that belong to such a request or callback. */
  readonly known: readonly string[];
  /** Which text is meant: sorted pairs, or the values that the alternative pay-in signature concatenates. */
  readonly form: Form;
  /** Sent as a form, in which a + means a space. */
  readonly isForm: boolean;
}

export type Form = 'normal' | 'alternative';

/** One of a merchant's keys. */
export interface NamedKey extends SigningKey {
  readonly name: KeyName;
  /** Another merchant's: its Merchant ID, or the empty text where that is not known. */
  readonly other?: string;
}

/** One way to make a mistake: a stage, and what is done there instead of what is right. */
export type Variant = {
  readonly [S in Stage]: {
    readonly stage: S;
    readonly apply: Recipe[S];
    /** What the title leaves open: names, never values. */
    readonly about?: string;
    /** Tried alone, not together with another mistake. */
    readonly alone?: true;
    /** Its digest has so many hexadecimal digits, where it is not the 32 of MD5. */
    readonly digits?: number;
    /** It hashes the text without the key. */
    readonly bare?: true;
  };
}[Stage];

/** A mistake by its name. */
export interface Named {
  /** Stable. */
  readonly id: string;
  /** What was done, in a few words; what it is about follows after a colon. */
  readonly title: string;
  /** What to do instead, in one sentence. */
  readonly fix: string;
  /** The same, in the words of six languages. */
  readonly remedy: RemedyName;
}

/** A mistake that clients make, in all its variants. */
export interface Hypothesis extends Named {
  /** There are so many variants that they are tried only when nothing else explains the sign. */
  readonly isLast?: true;
  /** The most frequent first. What changes nothing is no trouble: the same text is hashed once. */
  readonly variants: (facts: Facts) => readonly Variant[];
}

/** So many parameters are tried one by one. */
export const maxSingled = 48;

/** A way to write a value, and what to call it. */
export type ValueFormat = readonly [about: string, write: (text: string) => string];

/** Ways to write all values, each in a pair too; then those that change one value, where others could change as well. */
export function everyAndEach(fields: Fields, formats: readonly ValueFormat[]): readonly Variant[] {
  const named = fields.slice(0, maxSingled);
  return [
    ...formats.map(([about, write]) => mapping('texts', write, about)),
    ...formats.flatMap(([about, write]) => {
      const changed = named.filter(({ text }) => write(text) !== text);
      if (changed.length < 2) return [];
      return changed.map(({ name: which }): Variant => {
        const map = (text: string, name: string) => (name === which ? write(text) : text);
        return { ...mapping('texts', map, `${which}, ${about}`), alone: true };
      });
    }),
  ];
}

/** A variant that maps the text of each parameter. */
export function mapping(
  stage: 'origins' | 'numbers' | 'texts' | 'escapes',
  map: (text: string, name: string) => string,
  about?: string,
): Variant {
  const apply = (fields: Fields) =>
    fields.map((field) => {
      const text = map(field.text, field.name);
      return text === field.text ? field : { ...field, text };
    });
  return { stage, apply, ...(about === undefined ? {} : { about }) };
}
