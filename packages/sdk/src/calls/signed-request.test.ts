import { expect, it } from 'vitest';
import { present } from './signed-request.ts';

it('only parameters that have a value are sent', () => {
  const sent = present({ amount: '500.00', extra: '', notifyUrl: undefined, note: ' ' });
  expect(Object.entries(sent)).toEqual([
    ['amount', '500.00'],
    ['note', ' '],
  ]);
});
