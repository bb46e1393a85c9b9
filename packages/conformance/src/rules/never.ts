/** Reasons why a check cannot observe a rule. */
export const theSdks = { never: 'concerns the client, not the gateway' };
export const theReceivers = { never: 'concerns the receiver of callbacks: inrgate check webhook' };
export const needsFailure = { never: 'requires a gateway that fails' };
export const inBrowser = { never: 'is visible only in a browser' };
export const needsHanging = { never: 'requires receivers that hang' };
export const needsNight = { never: 'requires payouts on more than one day' };
export const inside = { never: 'is not visible from outside' };
export const notTried = { never: 'is not tested by this check' };
