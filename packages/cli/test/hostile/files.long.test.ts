import { it } from 'vitest';
import { printedSeed } from '../../../../test/seed.ts';
import { expectReadOrRejected } from './files.ts';

const seed = printedSeed();

it.each(['csv', 'yaml'] as const)(
  'the reader accepts each of 500,000 random %s files or rejects it with an error that repeats no value',
  (kind) => expectReadOrRejected(kind, { count: 500_000, seed }),
);
