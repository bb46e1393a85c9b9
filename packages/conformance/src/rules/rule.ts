/** Levels of a check: no orders, real orders of the smallest amount, or the control API of a mock gateway. */
export const checkLevels = ['read-only', 'smallest', 'mock'] as const;

/** One of them. */
export type CheckLevel = (typeof checkLevels)[number];

/** A row of the conformance table with the level that it needs. */
export interface Rule {
  /** The id in the table. */
  readonly id: string;
  /** The rule, as one or more sentences. */
  readonly title: string;
  /** The lowest level that observes it, or why no level does. */
  readonly seen: CheckLevel | { readonly never: string };
}

/** `[level, id, rule]` */
export type RuleRow = readonly [Rule['seen'], string, string];
