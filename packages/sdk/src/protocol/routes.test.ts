import { expect, it } from 'vitest';
import { phpSuffix, v1Routes } from './routes.ts';

it('the paths of v1 end in the suffix that those of v3 also answer with', () => {
  expect(phpSuffix).toBe('.php');
  for (const { path } of Object.values(v1Routes)) expect(path.endsWith(phpSuffix)).toBe(true);
});
