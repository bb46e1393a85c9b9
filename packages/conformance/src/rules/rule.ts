/** How far a check goes: what costs nothing; real orders of the smallest amount; everything, with the control API. */
export const checkLevels = ['read-only', 'smallest', 'mock'] as const;

/** One of them. */
export type CheckLevel = (typeof checkLevels)[number];

/** A row of the table of conformance, and how far one has to go to see whether it holds. */
export interface Rule {
  /** As in the table. */
  readonly id: string;
  /** What must hold. */
  readonly title: string;
  /** Where it is seen; or why nobody sees it from outside. */
  readonly seen: CheckLevel | { readonly never: string };
}

/** `[where it is seen, id, what must hold]` */
export type RuleRow = readonly [Rule['seen'], string, string];
