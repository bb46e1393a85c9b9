import type { Comparison } from '../../../scripts/bench/compare.ts';
import { callers } from './calls.ts';
import { imports } from './importing.ts';
import { verifiers } from './verifying.ts';

/** The SDK against the least that does the same, and next to others that do the like. */
export const comparisons: readonly Comparison[] = [
  {
    name: 'one call, against a bare ky.post with the same body',
    unit: 'µs of CPU time',
    wanted: { atMost: 1.1 },
    open: callers,
  },
  {
    name: 'verifying a callback, against a bare sorted MD5',
    unit: 'µs of CPU time',
    wanted: { atMost: 2.5 },
    open: verifiers,
  },
  {
    name: 'importing the client, against the budget',
    unit: 'ms of CPU time',
    wanted: { atMost: 1 },
    open: imports,
  },
];
