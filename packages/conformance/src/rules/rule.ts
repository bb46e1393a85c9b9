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

/** Rules by id, in the order of the report. A check observes a plain sentence from the level `read-only` on. */
export type RuleTable = Readonly<Record<string, string | Omit<Rule, 'id'>>>;

/** Creates a function for the rules that a check observes from this level on, or never for this reason. */
function seenAt(seen: Rule['seen']): (title: string) => Omit<Rule, 'id'> {
  return (title) => ({ title, seen });
}

export const smallest = seenAt('smallest');

export const theSdks = seenAt({ never: 'concerns the client, not the gateway' });
export const theReceivers = seenAt({
  never: 'concerns the receiver of callbacks: inrgate check webhook',
});
export const needsOperator = seenAt({
  never: 'requires a payment, a callback, a limit or a setting that the check does not cause',
});
export const needsFailure = seenAt({ never: 'requires a gateway that fails' });
export const inBrowser = seenAt({ never: 'is visible only in a browser' });
export const needsHanging = seenAt({ never: 'requires receivers that hang' });
export const needsNight = seenAt({ never: 'requires payouts on more than one day' });
export const inside = seenAt({ never: 'is not visible from outside' });
export const notTried = seenAt({ never: 'is not tested by this check' });
