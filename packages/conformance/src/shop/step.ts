/** A fault of the shop's next create or query. Its response is held, or its request or its response is lost. */
export type NetworkFault = 'hold' | 'lose-request' | 'lose-response';
/** A call of the shop to the gateway. */
export type ShopCall = 'create' | 'query';
/** The events of a pay-in that have a callback. */
export type CallbackEvent = 'success' | 'failed';
/**
 * What happens to a callback. `unacknowledged`: the shop gets it, and its response is lost. `with-return`: the customer opens
 * the return page at the same moment.
 */
export type CallbackFate = 'delivered' | 'lost' | 'unacknowledged' | 'twice' | 'at-once' | 'with-return';

/** Copies of a callback that arrive at once. */
export const copiesAtOnce = 6;

/**
 * One step of a story. The run skips a step that is impossible at its time, for example a callback before the payment.
 * Any subset of the steps is therefore a valid story.
 */
export type Step =
  | { readonly do: 'order' }
  | { readonly do: 'fault'; readonly call: ShopCall; readonly fault: NetworkFault }
  | { readonly do: 'release' }
  | { readonly do: 'pay'; readonly part: PaidPart }
  | { readonly do: 'fail' }
  | { readonly do: 'return' }
  | { readonly do: 'callback'; readonly event: CallbackEvent; readonly fate: CallbackFate }
  | CrashStep
  | { readonly do: 'kill' }
  | { readonly do: 'start' }
  | { readonly do: 'clock'; readonly by: ClockMove };

/** The part of the order's amount that the customer pays. */
export type PaidPart = 'full' | 'short' | 'over';
/** Moves of the clock: past the first retry, past the expiry of the order. */
export type ClockMove = '2m' | '31m';

/** A move past all retries of a callback (spec: Delivery rules 3). */
export const pastRetries = '8h';

/** The shop is killed while it handles a request. */
export interface CrashStep {
  readonly do: 'crash';
  readonly during: CallbackEvent | 'return';
  /** Percent of the time that the shop usually needs. 100: its response is complete, and is lost. */
  readonly at: number;
}

/** Steps in order. */
export type Story = readonly Step[];

/** The amount that the customer pays for each part, INR. */
export const paidAmounts: Readonly<Record<PaidPart, string>> = {
  full: '500.37',
  short: '400.00',
  over: '600.00',
};
/** The amount of each order, INR. */
export const orderAmount = paidAmounts.full;
