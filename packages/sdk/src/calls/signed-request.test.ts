import { expect, it } from 'vitest';
import { present } from './signed-request.ts';

it('a signed request contains only parameters with a value', () => {
  const sent = present({ amount: '500.00', extra: '', notifyUrl: undefined, note: ' ' });
  expect(Object.entries(sent)).toEqual([
    ['amount', '500.00'],
    ['note', ' '],
  ]);
});
