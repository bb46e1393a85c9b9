import { expect, it } from 'vitest';
import { linkCallback } from '../schemas/link.ts';
import { payinCallback } from '../schemas/payin.ts';
import { payoutCallback } from '../schemas/payout.ts';
import { v1Requests } from '../schemas/v1-requests.ts';
import { v3Requests } from '../schemas/v3-requests.ts';
import { operations } from './operations.ts';
import { aliasPairs } from './spec-names.ts';

const sorted = (names: Iterable<string>) => [...names].filter((name) => name !== 'sign').sort();

it.each(Object.entries({ ...v3Requests, ...v1Requests }))(
  '%s has the names of its table, in its order',
  (name, { fields }) => {
    const names = fields.map((field) => field.name).filter((field) => field !== 'sign');
    expect(operations[name as keyof typeof operations].names).toEqual(names);
  },
);

it.each([
  ['payin-callback', payinCallback],
  ['payout-callback', payoutCallback],
  ['link-callback', linkCallback],
] as const)('%s has the names of its schema', (name, schema) => {
  const own = new Set(operations[name].names);
  const names = sorted(Object.keys(schema.shape));
  expect(names.filter((field) => !own.has(field))).toEqual([]);
  expect([...own].filter((field) => !names.includes(field) && field !== 'test')).toEqual([]);
});

it('every alias of the tables is known', () => {
  const pairs = new Set(aliasPairs.map((pair) => pair.join()));
  for (const { fields } of Object.values(v3Requests)) {
    for (const { name, alias } of fields)
      if (alias !== undefined) expect(pairs).toContain(`${name},${alias}`);
  }
});
