import { expect, it } from 'vitest';
import * as z from 'zod';
import { describeIssues, inputIssues } from './input-issues.ts';

const whole = z.strictObject({
  name: z.string().min(2).max(3),
  port: z.int().min(1).max(9),
  items: z.array(z.boolean()).min(1).max(2),
  format: z.enum(['json', 'form', 'xml']),
  only: z.literal('one'),
  own: z.string().regex(/^a$/, 'must be the letter a'),
  inner: z.strictObject({ id: z.number() }),
  either: z.union([z.literal('a'), z.number()]),
  url: z.url(),
});
const valid = {
  ...{ name: 'ab', port: 1, items: [true], format: 'json', only: 'one', own: 'a' },
  ...{ inner: { id: 1 }, either: 'a', url: 'https://shop.example' },
};

it.each<[object, string, string]>([
  [{ name: undefined }, 'name', 'is missing'],
  [{ name: 5 }, 'name', 'must be a string'],
  [{ name: 'a' }, 'name', 'must be 2 characters or more'],
  [{ name: 'abcd' }, 'name', 'must be 3 characters or less'],
  [{ port: 'a' }, 'port', 'must be a number'],
  [{ port: 1.5 }, 'port', 'must be a whole number'],
  [{ port: 0 }, 'port', 'must be 1 or more'],
  [{ port: 10 }, 'port', 'must be 9 or less'],
  [{ items: {} }, 'items', 'must be a list'],
  [{ items: [] }, 'items', 'must be 1 items or more'],
  [{ items: [true, 1] }, 'items.1', 'must be true or false'],
  [{ format: 'csv' }, 'format', 'must be json, form or xml'],
  [{ only: 'two' }, 'only', 'must be one'],
  [{ own: 'b' }, 'own', 'must be the letter a'],
  [{ inner: [] }, 'inner', 'must be an object'],
  [{ inner: { id: '1' } }, 'inner.id', 'must be a number'],
  [{ either: true }, 'either', 'must be a valid value'],
  [{ url: 'x' }, 'url', 'has an invalid format'],
  [{ more: 1 }, 'more', 'is not a known key'],
  [{ inner: { id: 1, more: 1 } }, 'inner.more', 'is not a known key'],
])('the issue of %j is that %s %s', (wrong, key, expected) => {
  const { error } = whole.safeParse({ ...valid, ...wrong });
  expect(inputIssues(error ?? { issues: [] })).toEqual([{ key, expected }]);
  expect(describeIssues(error ?? { issues: [] })).toBe(`${key}: ${expected}`);
});

it('the issues of an input are one string with at most five issues', () => {
  const described = (schema: z.ZodType, input: unknown) =>
    describeIssues(schema.safeParse(input).error ?? { issues: [] });
  expect(described(whole, valid)).toBe('');
  expect(described(whole, 5)).toBe('must be an object');
  expect(described(whole, {}).split('; ')).toEqual(
    ['name', 'port', 'items', 'format', 'only'].map((key) => expect.stringContaining(`${key}: `)),
  );
  expect(described(z.strictObject({}), { b: 1, a: 1 })).toBe('b: is not a known key; a: is not a known key');
});
