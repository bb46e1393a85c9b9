import type { Context } from './context.ts';
import type { Comparison } from './explanation.ts';
import { otherCharset } from './hypotheses/charsets.ts';
import { normalHypotheses } from './hypotheses/registry.ts';
import type { Named } from './hypothesis.ts';
import { namedCharacter } from './invisible.ts';
import { mask, maskingParts } from './masking.ts';
import type { Recipe, Stage } from './recipe.ts';
import type { Base, Cause } from './search.ts';

/** The client's own base string from `ExplainOptions.baseString`. */
export interface GivenBaseString {
  /** The string without and with the line break at its end, because the line break may belong only to the file. */
  readonly texts: readonly string[];
  /** The bytes, or an empty list if the bytes are valid UTF-8. */
  readonly bytes: readonly Uint8Array[];
}

export function readBaseString(given: string | Uint8Array): GivenBaseString {
  if (typeof given === 'string') return { texts: withoutBreak(given), bytes: [] };
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const text = bytes.toString();
  const isUtf8 = Buffer.from(text).equals(bytes);
  const raw = withoutBreak(bytes.toString('latin1')).map((some) => Buffer.from(some, 'latin1'));
  return { texts: withoutBreak(text), bytes: isUtf8 ? [] : raw };
}

function withoutBreak(text: string): readonly string[] {
  const end = text.endsWith('\r\n') ? 2 : text.endsWith('\n') ? 1 : 0;
  return end === 0 ? [text] : [text.slice(0, -end), text];
}

/** Mistake of a base string that ends in an unknown key. */
export const unknownKey: Named = {
  id: 'unknown-key',
  title: 'The base string contains a key that you did not pass to the doctor',
  fix: 'Compare the key in your settings with the key in the merchant dashboard.',
  remedy: 'cleanKey',
};

const afterKey: readonly Stage[] = ['textMutation', 'bytes', 'digest'];

/**
 * Bases for a search with this string, both as given and with a key appended. The search compares their digests with
 * the received sign.
 */
export function basesOfText({ texts, bytes }: GivenBaseString, { bases, keys }: Context): readonly Base[] {
  const normal = bases.filter(({ facts }) => facts.form === 'normal');
  const [first] = normal;
  if (first === undefined) return [];
  const asIs = texts.map((text) => {
    const own = keys.find((key) => text.includes(key.text));
    const causes = own === undefined && keyAtEnd.test(text) ? [{ named: unknownKey }] : [];
    const recipe = { ...first.recipe, key: own ?? noKey, keyPlacement: () => text };
    return baseOf(first, { recipe, stages: afterKey, known: causes });
  });
  const raw = bytes.map((some) => {
    const recipe = { ...first.recipe, key: noKey, bytes: () => some };
    return baseOf(first, { recipe, stages: ['digest'], known: [{ named: otherCharset }] });
  });
  const keyed = texts.flatMap((text) =>
    normal.flatMap((base) => [
      baseOf(base, { recipe: replacing(base.recipe, text), stages: [...afterKey, 'key'], known: [] }),
      baseOf(base, {
        recipe: { ...base.recipe, join: () => text },
        stages: [...afterKey, 'key', 'keyPlacement'],
        known: [],
      }),
    ]),
  );
  return [...asIs, ...raw, ...keyed];
}

const noKey = { text: '', shown: '' };

interface OfText {
  readonly recipe: Recipe;
  readonly stages: readonly Stage[];
  readonly known: readonly Cause[];
}

function baseOf(base: Base, { recipe, stages, known }: OfText): Base {
  const hypotheses = normalHypotheses.map((hypothesis) => ({
    ...hypothesis,
    variants: (facts: Base['facts']) =>
      hypothesis.variants(facts).filter(({ stage }) => stages.includes(stage)),
  }));
  return { ...base, facts: { ...base.facts, fields: [] }, recipe, hypotheses, known };
}

export const keyAtEnd = /&key=[^&]*$/;

/** Creates a recipe that replaces the mask with the key in `text`. */
function replacing(recipe: Recipe, text: string): Recipe {
  const place = text.lastIndexOf('&key=');
  const before = keyAtEnd.test(text) ? text.slice(0, place) : text;
  return { ...recipe, keyPlacement: (_, key) => `${before}&key=${key}` };
}

/**
 * The client's string with every key masked, even an unknown or altered key.
 *
 * @param canonical the correct string, which stays fully visible
 */
export function shownText(text: string, { hide, keys }: Context, canonical: string): string {
  const place = text.lastIndexOf('&key=');
  const shown = hide(keyAtEnd.test(text) ? `${text.slice(0, place)}&key=${mask}` : text);
  const hideParts = maskingParts(
    keys.map((key) => key.text),
    (part) => canonical.includes(part),
  );
  return hideParts(shown);
}

/**
 * The correct string for a comparison with the shown string. Contains no key if the client's base string contains none.
 */
export function rightText(canonical: string, shown: string): string {
  const place = canonical.lastIndexOf('&key=');
  return shown.endsWith(mask) || place < 0 ? canonical : canonical.slice(0, place);
}

/** Compares the two strings up to the first difference. */
export function comparisonOf(right: string, signed: string, isWhatWasSigned: boolean | null): Comparison {
  const [expected, found] = [[...right], [...signed]];
  const at = expected.findIndex((character, place) => character !== found[place]);
  const place = at === -1 && found.length > expected.length ? expected.length : at;
  const named = (character: string | undefined) =>
    character === undefined ? null : namedCharacter(character);
  if (place === -1) return { at: null, expected: null, found: null, isWhatWasSigned };
  return { at: place + 1, expected: named(expected[place]), found: named(found[place]), isWhatWasSigned };
}
