import type { Clause } from './clause.ts';
import { callClauses } from './clauses/calls.ts';
import { limitClauses } from './clauses/limits.ts';
import { orderClauses } from './clauses/orders.ts';
import { readingClauses } from './clauses/readings.ts';

/** The rows of the table of conformance that concern a gateway, in its words. */
export const clauses: readonly Clause[] = [
  ...orderClauses,
  ...callClauses,
  ...limitClauses,
  ...readingClauses,
].map(([seen, id, title]) => ({ id, title, seen }));
