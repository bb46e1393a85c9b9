import type { Context } from './context.ts';
import type { Comparison } from './explanation.ts';
import { otherCharset } from './hypotheses/charsets.ts';
import { normalHypotheses } from './hypotheses/registry.ts';
import type { Named } from './hypothesis.ts';
import { namedCharacter } from './invisible.ts';
import { mask, maskingParts } from './masking.ts';
import type { Recipe, Stage } from './recipe.ts';
import type { Base, Cause } from './search.ts';

/** The text that the client made, as it was handed in. */
export interface GivenBaseString {
  /** As it may have been hashed: without the line break at its end, which can be the file's, and with it. */
  readonly texts: readonly string[];
  /** The bytes, where they are not UTF-8. */
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

/** A key that is not known stands in the text: the text says so by itself. */
export const unknownKey: Named = {
  id: 'unknown-key',
  title: 'The key in the base string is none of those that were tried',
  fix: 'Compare the key in your settings with the one that the merchant’s panel shows.',
  remedy: 'cleanKey',
};

const afterKey: readonly Stage[] = ['textMutation', 'bytes', 'digest'];

/** The search whether the text, with or without the key that it lacks, gives the received sign. */
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

/** The key in the place of what stands for it. */
function replacing(recipe: Recipe, text: string): Recipe {
  const place = text.lastIndexOf('&key=');
  const before = keyAtEnd.test(text) ? text.slice(0, place) : text;
  return { ...recipe, keyPlacement: (_, key) => `${before}&key=${key}` };
}

/**
 * The client's text as it may be shown, whosever key stands at its end, and whatever the client has made of one of those
 * that are known.
 *
 * @param canonical the right text, of which everything is shown
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

/** The right text in the same form: a base string without a key is compared with the text without it. */
export function rightText(canonical: string, shown: string): string {
  const place = canonical.lastIndexOf('&key=');
  return shown.endsWith(mask) || place < 0 ? canonical : canonical.slice(0, place);
}

/** The first character that differs. */
export function comparisonOf(right: string, signed: string, isWhatWasSigned: boolean | null): Comparison {
  const [expected, found] = [[...right], [...signed]];
  const at = expected.findIndex((character, place) => character !== found[place]);
  const place = at === -1 && found.length > expected.length ? expected.length : at;
  const named = (character: string | undefined) =>
    character === undefined ? null : namedCharacter(character);
  if (place === -1) return { at: null, expected: null, found: null, isWhatWasSigned };
  return { at: place + 1, expected: named(expected[place]), found: named(found[place]), isWhatWasSigned };
}
