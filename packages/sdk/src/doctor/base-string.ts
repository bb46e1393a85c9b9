import type { Client } from './client.ts';
import type { Comparison } from './explanation.ts';
import { namedCharacter } from './invisible.ts';
import { mistakes } from './mistakes.ts';
import type { Base } from './search.ts';
import type { Named } from './ways.ts';

/** Mistake of a base string that ends in an unknown key. */
export const unknownKey: Named = {
  id: 'unknown-key',
  title: 'The base string contains a key that you did not pass to the doctor',
  fix: 'Compare the key in your settings with the key in the merchant dashboard.',
  remedy: 'cleanKey',
};

export const keyAtEnd = /&key=[^&]*$/;

/** The client's string without and with the line break at its end, which may belong only to the file. */
export function textsOf(given: string | Uint8Array): readonly [string, ...string[]] {
  const text = typeof given === 'string' ? given : Buffer.from(given).toString();
  const withoutBreak = text.replace(/\r?\n$/, '');
  return withoutBreak === text ? [text] : [withoutBreak, text];
}

/** Bases for a search with the client's own string: as it is, as its bytes, and with a key at its end. */
export function basesOfText(given: string | Uint8Array, bases: readonly Base[]): readonly Base[] {
  const charset = mistakes.filter(({ id }) => id === 'other-charset').map((named) => ({ named }));
  const normal = bases.filter(({ form }) => form === 'normal');
  const all = textsOf(given).flatMap((text) => {
    const before = text.replace(keyAtEnd, '');
    const hasKey = bases.some(({ facts }) => text.includes(facts.key.text));
    const unknown = !hasKey && keyAtEnd.test(text) ? [{ named: unknownKey }] : [];
    return normal.flatMap((base) => {
      const known = text.includes(base.facts.key.text) ? base.known : unknown;
      return [
        { ...ofText(base, { place: () => text }, ['key', 'place']), known },
        ofText(base, { join: () => before }, []),
      ];
    });
  });
  const [first] = normal;
  if (first === undefined || typeof given === 'string') return all;
  return [
    ...all,
    { ...ofText(first, { place: () => '', bytes: () => given }, ['key', 'place', 'whole']), known: charset },
  ];
}

/** @param fixed steps that the string already contains */
function ofText(base: Base, client: Partial<Client>, fixed: readonly (keyof Client)[]): Base {
  const before = ['pick', 'origin', 'empties', 'values', 'escape', 'order', 'join', ...fixed] as const;
  return {
    ...base,
    facts: { ...base.facts, fields: [] },
    client: { ...base.client, ...client },
    mistakes: base.mistakes.map((mistake) => ({
      ...mistake,
      ways: (facts) => mistake.ways(facts).filter((way) => before.every((step) => way[step] === undefined)),
    })),
  };
}

/** Compares the two strings up to the first difference. */
export function comparisonOf(right: string, signed: string, isWhatWasSigned: boolean | null): Comparison {
  const [expected, found] = [[...right], [...signed]];
  const at = Array.from({ length: Math.max(expected.length, found.length) }).findIndex(
    (_, place) => expected[place] !== found[place],
  );
  const named = (character: string | undefined) =>
    character === undefined ? null : namedCharacter(character);
  if (at === -1) return { at: null, expected: null, found: null, isWhatWasSigned };
  return { at: at + 1, expected: named(expected[at]), found: named(found[at]), isWhatWasSigned };
}
