import { expect, it } from 'vitest';
import { linkCallback } from '../protocol/schemas/link.ts';
import { payinCallback } from '../protocol/schemas/payin.ts';
import { payoutCallback } from '../protocol/schemas/payout.ts';
import { fieldNames } from './field-names.ts';

it('the field names are those of the three callbacks', () => {
  const names = [payinCallback, payoutCallback, linkCallback].flatMap(({ shape }) => Object.keys(shape));
  expect([...fieldNames].sort()).toEqual([...new Set(names)].sort());
});
