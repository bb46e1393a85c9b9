/** Levels of a check: no orders, or real orders with the smallest amount. */
export const checkLevels = ['read-only', 'smallest'] as const;

/** Level of a check. */
export type CheckLevel = (typeof checkLevels)[number];

/**
 * A row of the conformance table, with the lowest level that observes it. The tables of this folder are the only place of
 * the sentence, as Markdown.
 */
export interface Rule {
  /** Id in the conformance table. */
  readonly id: string;
  /** The rule, as one or more sentences without Markdown. */
  readonly title: string;
  /** The lowest level that observes the rule, or the reason why no level does. */
  readonly seen: CheckLevel | { readonly never: string };
}

/** Rules by id, in the order of the report. */
export type RuleTable = Readonly<Record<string, Omit<Rule, 'id'>>>;
