/** Why nobody sees a rule from outside. */
export const theSdks = { never: 'concerns the one who calls, not the gateway' };
export const theReceivers = { never: 'concerns the receiver of callbacks: inrgate check webhook' };
export const needsFailure = { never: 'needs a gateway that fails' };
export const inBrowser = { never: 'is seen in a browser only' };
export const needsHanging = { never: 'needs receivers that hang' };
export const needsNight = { never: "needs more than a day's withdrawals" };
export const inside = { never: 'is not to be seen from outside' };
export const notTried = { never: 'is not tried here' };
