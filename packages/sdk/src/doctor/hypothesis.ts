import type { KeyName } from '../protocol/routes.ts';
import type { Fields, Recipe, SigningKey, Stage } from './recipe.ts';
import type { RemedyName } from './remedies.ts';

/** Known facts about a wrong signature. */
export interface Facts {
  /** Parameters as received, in order, without `sign`. */
  readonly fields: Fields;
  /** Merchant ID from the request, the callback or the options. */
  readonly mchId: string | undefined;
  readonly key: NamedKey;
  /** All keys that the search may try. */
  readonly keys: readonly NamedKey[];
  /** Parameter names that the API defines for this request or callback. */
  readonly known: readonly string[];
  /** Form of the base string: sorted pairs, or the concatenated values of the alternative pay-in signature. */
  readonly form: Form;
  /** True if the body is a form, in which a `+` is a space. */
  readonly isForm: boolean;
}

export type Form = 'normal' | 'alternative';

/** One of a merchant's keys. */
export interface NamedKey extends SigningKey {
  readonly name: KeyName;
  /** Merchant ID of the other merchant that owns the key, or an empty string if unknown. */
  readonly other?: string;
}

/** One variant of a mistake: the stage of the recipe and the wrong step for it. */
export type Variant = {
  readonly [S in Stage]: {
    readonly stage: S;
    readonly apply: Recipe[S];
    /** Detail of the title. It contains names but never values. */
    readonly about?: string | undefined;
    /** True if the search does not combine this variant with another mistake. */
    readonly alone?: true;
    /** Number of hexadecimal digits of the digest. The default is 32, as for MD5. */
    readonly digits?: number;
    /** True if the client hashed the string without the key. */
    readonly bare?: true;
  };
}[Stage];

/** A mistake with its id. */
export interface Named {
  readonly id: string;
  /** Short description of the mistake. The detail follows after a colon. */
  readonly title: string;
  readonly fix: string;
  /** The fix as code in six languages. */
  readonly remedy: RemedyName;
}

/** A client mistake with all its variants. */
export interface Hypothesis extends Named {
  /** True if the search tries these variants last because of their number. */
  readonly isLast?: true;
  /** Variants, most frequent first. A variant without an effect takes no time, because each string is hashed once. */
  readonly variants: (facts: Facts) => readonly Variant[];
}

/** Creates hypotheses from a table without their ids. The key of each entry is its id. */
export function withIds<Id extends string>(
  table: Readonly<Record<Id, Omit<Hypothesis, 'id'>>>,
): Readonly<Record<Id, Hypothesis>> {
  const entries = Object.entries<Omit<Hypothesis, 'id'>>(table).map(([id, rest]) => [id, { ...rest, id }]);
  return Object.fromEntries(entries);
}

/** Maximum number of parameters that the search changes one by one. */
export const maxSingled = 48;

/** A format of a value, and its description. */
export type ValueFormat = readonly [about: string, write: (text: string) => string];

/** Variants that format all values, in pairs too. If several values could change, variants for single values follow. */
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

/** A variant that maps the string of each parameter. */
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
  return { stage, apply, about };
}
