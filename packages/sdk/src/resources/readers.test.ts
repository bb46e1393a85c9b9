import { expect, it } from 'vitest';
import { reader } from './readers.ts';

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
