import { expect, it } from 'vitest';
import { KeyIndex } from './key-index.ts';

function found(text: string, ...keys: readonly string[]): readonly string[] {
  const index = new KeyIndex();
  for (const key of keys) index.add(key);
  return index.find(text).map(({ start, end }) => text.slice(start, end));
}

it('a key index finds the longest key at any position', () => {
  expect(found('abcdef', 'abcdef')).toEqual(['abcdef']);
  expect(found('xx abcdefgh abcdef-abcdefg', 'abcdef', 'abcdefgh')).toEqual(['abcdefgh', 'abcdef', 'abcdef']);
  expect(found('abcdefghij', 'abcdef', 'defghij')).toEqual(['abcdef', 'defghij']);
});

it('a key index finds only whole keys of at least six characters', () => {
  expect(found('abcdefg', 'abcdefgh')).toEqual([]);
  expect(found('abcde abcd', 'abcde', 'abcd')).toEqual([]);
  expect(found('', 'abcdef')).toEqual([]);
});

it('a key index distinguishes keys whose first characters have the same hash', () => {
  // Two strings with the same hash: one character is lower by one bit, and the next character is higher by 32.
  const [one, other] = ['a@bbbbkey', '``bbbbkey'];
  expect(found(`${one} ${other}`, one)).toEqual([one]);
  expect(found(`${one} ${other}`, one, other)).toEqual([one, other]);
});

it('a key index finds a key in upper or lower case', () => {
  expect(found('xABCDEFx abcdefgh', 'abcDEF')).toEqual(['ABCDEF', 'abcdef']);
});

it('a key index does not find a removed key', () => {
  const index = new KeyIndex();
  index.add('abcdef');
  index.clear();
  expect(index.find('abcdef')).toEqual([]);
  index.add('abcdef');
  expect(index.find('abcdef')).toHaveLength(1);
});

it('a key index finds the same matches as a separate search for each key', () => {
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const text = (length: number) => Array.from({ length }, () => 'ab'.charAt(random(2))).join('');
  for (let round = 0; round < 200; round++) {
    const keys = Array.from({ length: 5 }, () => text(6 + random(4)));
    const searched = text(60);
    const expected = [...searched].flatMap((_, start) => {
      const here = keys.filter((key) => searched.startsWith(key, start)).sort((a, b) => b.length - a.length);
      return here.slice(0, 1);
    });
    expect(found(searched, ...keys)).toEqual(expected);
  }
});

it('a key index searches a string in the same number of steps for any number of keys', () => {
  const index = new KeyIndex();
  const key = (number: number) => `sk_test_${String(number).padStart(8, '0')}`;
  for (let added = 0; added < 20_000; added++) index.add(key(added));
  const text = `${'amount=500.00&'.repeat(20)}${key(19_999)}`;
  // All strings have the same beginning. The index compares only possible lengths at possible positions, instead of
  // each key.
  let places = 0;
  const slices = countSlices(() => {
    places = index.find(text).length;
  });
  expect([places, slices]).toEqual([1, 1]);
});

/** Counts the substrings that the search creates. */
function countSlices(work: () => void): number {
  const { slice } = String.prototype;
  let count = 0;
  String.prototype.slice = function (this: string, ...bounds) {
    count += 1;
    return slice.apply(this, bounds);
  };
  try {
    work();
  } finally {
    String.prototype.slice = slice;
  }
  return count;
}
