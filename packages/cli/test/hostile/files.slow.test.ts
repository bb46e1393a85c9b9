import { it } from 'vitest';
import { expectReadOrRejected } from './files.ts';

it.each(['csv', 'yaml'] as const)(
  'the reader accepts a fragment of a %s file or rejects it with an error that repeats no value',
  (kind) => expectReadOrRejected(kind, { count: 500, seed: 20_261_122 }),
);
