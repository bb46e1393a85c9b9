import { expect, it } from 'vitest';
import { phpSuffix, v1Routes } from './routes.ts';

it('v1 paths end in the suffix that v3 paths also accept', () => {
  expect(phpSuffix).toBe('.php');
  for (const { path } of Object.values(v1Routes)) expect(path.endsWith(phpSuffix)).toBe(true);
});
