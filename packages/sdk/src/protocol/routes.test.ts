import { expect, it } from 'vitest';
import { phpSuffix, v1Routes } from './routes.ts';

it('each v1 path ends in .php, the optional suffix of v3 paths', () => {
  expect(phpSuffix).toBe('.php');
  for (const { path } of Object.values(v1Routes)) expect(path.endsWith(phpSuffix)).toBe(true);
});
