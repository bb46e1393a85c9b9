import fc from 'fast-check';
import { anyCharacter } from './any-text.ts';

/** A truncated text, or one with some characters replaced, as in a damaged file. */
export function damagedText(good: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      '\u0000',
      '\uFEFF',
      '"',
      ',',
      '\n',
      '\r',
      '{',
      ']',
      ':',
      '- ',
      '&a',
      '*a',
      '!!js ',
      '%',
      '\ud800',
    ),
    fc.string({ unit: anyCharacter, maxLength: 5 }),
  );
  return fc.oneof(
    fc.nat(good.length).map((length) => good.slice(0, length)),
    fc
      .array(fc.tuple(fc.nat(good.length), fc.nat(8), piece), { minLength: 1, maxLength: 4 })
      .map((changes) =>
        changes.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), good),
      ),
  );
}

/** The same JSON with any value of any shape somewhere in it. */
export function misshapenJson(good: unknown): fc.Arbitrary<string> {
  const places = placesIn(good, []);
  return fc
    .array(fc.tuple(fc.nat(places.length - 1), fc.jsonValue()), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      const copy = structuredClone({ root: good }) as Json;
      for (const [index, value] of changes) put(copy, ['root', ...(places[index] ?? [])], value);
      return JSON.stringify(copy['root']);
    });
}

type Json = Record<string, unknown>;
type Place = readonly string[];

function placesIn(value: unknown, at: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]))];
}

/** Nothing where an earlier change has taken the place away. */
function put(whole: Json, place: Place, value: unknown): void {
  const parent = place
    .slice(0, -1)
    .reduce<unknown>((inner, name) => (inner as Json | null | undefined)?.[name], whole);
  const last = place.at(-1);
  if (typeof parent === 'object' && parent !== null && last !== undefined) (parent as Json)[last] = value;
}
