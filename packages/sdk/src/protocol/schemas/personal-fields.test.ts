import { expect, it } from 'vitest';
import { personalFields } from './personal-fields.ts';
import { destinations, v3Requests } from './v3-requests.ts';

it('the personal fields are the fields of the beneficiary, except the bank and its branch', () => {
  expect(personalFields).toEqual(['accountName', 'accountNumber', 'upiId', 'usdtAddress']);
});

it('each destination field is a payout parameter in the order of the specification', () => {
  const named = v3Requests.payout.fields.filter(({ destination }) => destination !== undefined);
  expect(Object.values(destinations).flat()).toEqual(named);
  for (const [kind, fields] of Object.entries(destinations)) {
    expect(fields.map(({ destination }) => destination)).toEqual(fields.map(() => kind));
    expect(fields.some(({ tells }) => tells)).toBe(true);
  }
});
