import { callRules } from './calls.ts';
import { limitRules } from './limits.ts';
import { orderRules } from './orders.ts';
import { readingRules } from './readings.ts';
import type { Rule } from './rule.ts';

/** The rows of the conformance table about gateways. */
export const rules: readonly Rule[] = Object.entries({
  ...orderRules,
  ...callRules,
  ...limitRules,
  ...readingRules,
}).map(([id, rule]) => ({ id, ...rule }));
