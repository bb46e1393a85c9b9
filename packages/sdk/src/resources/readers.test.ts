import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { reader } from './readers.ts';

it.each([
  [z.object({ a: z.string() }), { a: 1 }, 'data.a: not a string'],
  [z.object({ a: z.string().check(z.minLength(3)) }), { a: 'x' }, 'data.a: not of the documented form'],
  [z.object({ a: z.literal('b') }), { a: 'x' }, 'data.a: not of the documented form'],
  [z.strictObject({}), { a: 'x' }, 'data: not of the documented form'],
])('the problem of a response has our own description (%#)', (schema, wrong, problem) => {
  expect(reader(schema, () => null)(wrong)).toEqual({ problem });
});
