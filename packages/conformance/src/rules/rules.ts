import { callRules } from './calls.ts';
import { limitRules } from './limits.ts';
import { orderRules } from './orders.ts';
import { readingRules } from './readings.ts';
import type { Rule } from './rule.ts';

const tables = { ...orderRules, ...callRules, ...limitRules, ...readingRules };

/** The sentence of each rule as Markdown, by id, for the conformance page. */
export const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries(tables).map(([id, { title }]) => [id, title]),
);

/** The rows of the conformance table about gateways. */
export const rules: readonly Rule[] = Object.entries(tables).map(([id, { title, seen }]) => ({
  ...{ id, seen },
  title: title.replaceAll('`', '').replace(/\*([^*]+)\*/g, '$1'),
}));
