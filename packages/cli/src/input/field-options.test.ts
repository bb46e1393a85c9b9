import { v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addFieldOptions, optionWords, pickFields } from './field-options.ts';

const { fields } = v3Requests.payin;

test('a wire field fooBar has the option --foo-bar', () => {
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

test('the field options include only the parameters of the request', () => {
  const options = { mchOrderNo: 'A', amount: '500.00', json: true, mchId: 'DEMO1001' };
  expect(pickFields(options, fields)).toEqual({ mchOrderNo: 'A', amount: '500.00' });
});

test('the error for a missing parameter contains its name and an example', () => {
  expect(() => pickFields({ mchOrderNo: 'A' }, fields)).toThrow(
    '--amount is missing. Example: --amount 500.00',
  );
});

test('a wire field foo_bar has the option --foo-bar and its SDK name', () => {
  const link = v1Requests['create-link'].fields;
  const flags = addFieldOptions(new Command(), link).options.map(({ long }) => long);
  expect(flags).toEqual(['--amount', '--note', '--client-ref', '--notify-url', '--return-url', '--currency']);
  expect(pickFields({ amount: '5', clientRef: 'INV-1', json: true }, link)).toEqual({
    amount: '5',
    clientRef: 'INV-1',
  });
});

test('a parameter with fixed values rejects an unknown value and suggests the nearest allowed value', () => {
  const command = addFieldOptions(new Command(), fields, { tradeType: ['INRUPI', 'usdt'] })
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  const call = (tradeType: string) => () => command.parse(['--trade-type', tradeType], { from: 'user' });
  expect(call('ustd')).toThrow('Expected INRUPI or usdt. (Did you mean usdt?)');
  expect(call('usdt')).not.toThrow();
});

test('the output shows request parameters as the options that set them', () => {
  const words = optionWords({ clientRef: 'INV-1', note: undefined, amount: '5.00' });
  expect(words).toEqual(['--client-ref', 'INV-1', '--amount', '5.00']);
});
