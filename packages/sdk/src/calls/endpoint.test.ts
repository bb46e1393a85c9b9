import { expect, it } from 'vitest';
import { checkedArguments, reader } from './endpoint.ts';

it.each([
  [{ field: 'a', kind: 'missing' }, 'data.a: not a string'],
  [{ field: 'a', kind: 'invalid' }, 'data.a: does not have the documented format'],
  [{ field: undefined, kind: 'missing' }, 'data: not an object'],
] as const)('the SDK describes an invalid response in its own words (%#)', (issue, problem) => {
  expect(
    reader(
      () => ({ issue }),
      () => null,
    )({}),
  ).toEqual({ problem });
});

it('a signed request contains only parameters with a value', () => {
  const text = { meaning: 'text' };
  const rules = { amount: text, extra: text, notifyUrl: text, note: text };
  const given = { amount: '500.00', extra: '', notifyUrl: undefined, note: ' ' };
  expect(Object.entries(checkedArguments({ operation: 'payins.create', rules }, given))).toEqual([
    ['amount', '500.00'],
    ['note', ' '],
  ]);
});
