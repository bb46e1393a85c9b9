import { expect, it } from 'vitest';
import { fieldNames } from './fields.ts';
import { linkCallback, payinCallback, payoutCallback } from './responses.ts';

it('the callback field names equal the fields of the three callback schemas', () => {
  const names = [payinCallback, payoutCallback, linkCallback].flatMap(({ shape }) => Object.keys(shape));
  expect([...fieldNames].sort()).toEqual([...new Set(names)].sort());
});
