import { v3Requests } from '@inrgate/sdk/protocol';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addFieldOptions, pickFields, shellWord } from './field-options.ts';

const { fields } = v3Requests.payin;

test('a wire field fooBar is the option --foo-bar', () => {
  const flags = addFieldOptions(new Command(), fields).options.map(({ long }) => long);
  expect(flags).toEqual([
    '--mch-order-no',
    '--amount',
    '--trade-type',
    '--notify-url',
    '--return-url',
    '--extra',
  ]);
});

test('only the parameters of the request are picked', () => {
  const options = { mchOrderNo: 'A', amount: '500.00', json: true, mchId: 'DEMO1001' };
  expect(pickFields(options, fields)).toEqual({ mchOrderNo: 'A', amount: '500.00' });
});

test('a missing parameter is named, with an example', () => {
  expect(() => pickFields({ mchOrderNo: 'A' }, fields)).toThrow(
    '--amount is missing, such as --amount 500.00',
  );
});

test.each([
  ['ORDER-1', 'ORDER-1'],
  ['A#1', "'A#1'"],
  ["it's", "'it'\\''s'"],
])('%s is written for a shell as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
