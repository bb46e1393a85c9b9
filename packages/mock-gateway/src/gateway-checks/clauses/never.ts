/** Why nobody sees a clause from outside. */
export const theSdks = { never: 'concerns the one who calls, not the gateway' };
export const theReceivers = { never: 'concerns the receiver of callbacks: inrgate check webhook' };
export const needsFailure = { never: 'needs a gateway that fails' };
export const inBrowser = { never: 'is seen in a browser only' };
export const needsHanging = { never: 'needs receivers that hang' };
