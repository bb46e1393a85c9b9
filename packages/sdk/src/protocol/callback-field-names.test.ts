import { expect, it } from 'vitest';
import { fieldNames } from './callback-field-names.ts';
import { linkCallback, payinCallback, payoutCallback } from './schemas/responses.ts';

it('the callback field names equal the fields of the three callback schemas', () => {
  const names = [payinCallback, payoutCallback, linkCallback].flatMap(({ shape }) => Object.keys(shape));
  expect([...fieldNames].sort()).toEqual([...new Set(names)].sort());
});
