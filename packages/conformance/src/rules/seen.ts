import type { Rule } from './rule.ts';

/** Creates a function for the rules that a check observes from this level on, or never for this reason. */
function seenAt(seen: Rule['seen']): (title: string) => Omit<Rule, 'id'> {
  return (title) => ({ title, seen });
}

export const readOnly = seenAt('read-only');
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
