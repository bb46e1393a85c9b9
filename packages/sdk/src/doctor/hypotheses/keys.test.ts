import { expect, it } from 'vitest';
import type { Facts, Hypothesis, NamedKey } from '../hypothesis.ts';
import { keyMistakes } from './keys.ts';

const named = (name: NamedKey['name'], text: string, other?: string): NamedKey => ({
  name,
  text,
  shown: '***',
  ...(other === undefined ? {} : { other }),
});

function ways({ variants }: Hypothesis, given: Partial<Facts>): readonly (readonly [string, string])[] {
  const key = named('mchKey', 'k');
  const facts = {
    fields: [],
    mchId: 'M1',
    key,
    keys: [key],
    known: [],
    form: 'normal',
    isForm: false,
  } as const;
  return variants({ ...facts, ...given }).map((variant) => {
    if (variant.stage !== 'key') throw new Error('no key');
    return [variant.about ?? '', variant.apply.text];
  });
}

const decodedAs = (text: string, about: string) =>
  ways(keyMistakes['key-encoded'], { key: named('mchKey', text) }).find(([some]) => some === about)?.[1];

it('the doctor tries a key as the wrong key only if its name and its value differ from the correct key', () => {
  const key = named('mchKey', 'a');
  const keys = [
    key,
    named('mchKey', 'older'),
    named('mchSecret', 'a'),
    named('mchSecret', 'b'),
    named('mchSecret', 'c', 'M2'),
    named('mchKey', 'd', ''),
  ];
  expect(ways(keyMistakes['wrong-key-type'], { key, keys })).toEqual([['mchSecret for mchKey', 'b']]);
  expect(ways(keyMistakes['other-merchants-key'], { key, keys })).toEqual([
    ['mchSecret of M2', 'c'],
    ['mchKey', 'd'],
  ]);
});

it('the doctor tries a known Merchant ID as a key unless the Merchant ID is the correct key', () => {
  expect(ways(keyMistakes['merchant-id-as-key'], {})).toEqual([['', 'M1']]);
  expect(ways(keyMistakes['merchant-id-as-key'], { mchId: undefined })).toEqual([]);
  expect(ways(keyMistakes['merchant-id-as-key'], { mchId: 'k' })).toEqual([]);
});

it.each([
  ['414243', 'hexadecimal decoded', 'ABC'],
  ['4aFf', 'hexadecimal decoded', 'J\u00ff'],
  ['41424', 'hexadecimal decoded', '41424'],
  ['x4142', 'hexadecimal decoded', 'x4142'],
  ['4142x', 'hexadecimal decoded', '4142x'],
  ['', 'hexadecimal decoded', ''],
  ['w6k=', 'base64 decoded', 'é'],
  ['é', 'base64', 'w6k='],
  ['é', 'hexadecimal', 'c3a9'],
  ['a%2Bb', 'URL-decoded', 'a+b'],
  ['a%b', 'URL-decoded', 'a%b'],
])('the key %j (%s) becomes %s', (text, about, expected) => {
  expect(decodedAs(text, about)).toBe(expected);
});
