import { it } from 'vitest';
import { expectReadOrRefused } from './files.ts';

it.each(['csv', 'yaml'] as const)(
  'a fragment of a %s file is read, or refused with a clear error that repeats no value',
  (kind) => expectReadOrRefused(kind, { count: 2_000, seed: 20_261_122 }),
);
