import { it } from 'vitest';
import { expectReadOrRefused } from './files.ts';

it.each(['csv', 'yaml'] as const)(
  'whatever is left of a %s file is read or refused as what the caller can mend, and no value of it is repeated',
  (kind) => expectReadOrRefused(kind, { count: 2_000, seed: 20_261_122 }),
);
