import { it } from 'vitest';
import { expectReadOrRefused } from './files.ts';

it.each(['csv', 'yaml'] as const)(
  'a fragment of a %s file is read, or refused with an error that the caller can fix and that repeats no value',
  (kind) => expectReadOrRefused(kind, { count: 2_000, seed: 20_261_122 }),
);
