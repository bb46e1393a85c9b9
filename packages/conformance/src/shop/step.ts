import { formatAmount, type Paise } from '@inrgate/sdk/protocol';

/** A fault of the shop's next create or query. The network holds the response, or loses the request or the response. */
export type NetworkFault = 'hold' | 'lose-request' | 'lose-response';
export type ShopCall = 'create' | 'query';
/** The events of a pay-in that cause a callback. */
export type CallbackEvent = 'success' | 'failed';
/**
 * How a callback is delivered. `unacknowledged`: the shop receives the callback, but its response is lost.
 * `with-return`: the customer opens the return page simultaneously.
 */
export type CallbackFate = 'delivered' | 'lost' | 'unacknowledged' | 'twice' | 'at-once' | 'with-return';

/** Number of copies of a callback that arrive simultaneously. */
export const copiesAtOnce = 6;

/**
 * One step of a story. `neighbour`: another customer orders for the same amount. With `pays`, that customer also pays,
 * in the same second, and the shop receives the callback. A run skips impossible steps, for example a callback before
 * the payment. Any subset of the steps is therefore a valid story.
 */
export type Step =
  | OrderStep
  | { readonly do: 'neighbour'; readonly pays?: true }
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

/** The amount that the customer pays, relative to the order's amount. */
export type PaidPart = 'full' | 'short' | 'over';
/** Moves of the gateway's clock: past the first retry, or past the expiry of the order. */
export type ClockMove = '2m' | '31m';

/** The customer orders. Without `amount` and `format`, for `orderAmount`, and the gateway sends JSON. */
export interface OrderStep {
  readonly do: 'order';
  readonly amount?: string;
  readonly format?: 'form';
}

/** A move past all retries of a callback (spec: Delivery rules 3). */
export const pastRetries = '8h';

/** Step that kills the shop while it handles a request. */
export interface CrashStep {
  readonly do: 'crash';
  readonly during: CallbackEvent | 'return';
  /**
   * Moment of the kill in percent of the shop's usual response time. At 100, the shop has sent its response, but the
   * response is lost.
   */
  readonly at: number;
}

export type Story = readonly Step[];

/** Paid amount in INR if the customer does not pay in full. */
export const otherAmounts: Readonly<Record<Exclude<PaidPart, 'full'>, string>> = {
  short: '400.00',
  over: '1600.00',
};
/** The usual amount of an order, in INR. */
export const orderAmount = '500.37';
/** An amount that binary fractions get wrong: 512.05 * 100 is below 51205. */
export const inexactAmount = '512.05';
/** An amount that a shop formats wrongly if it converts the amount to a number: 1250.5 or 1,250.50. */
export const formattedAmount = '1250.50';

/** The difference between the credits and the payment. */
export type Loss = 'credited_twice' | 'not_credited' | 'wrong_amount' | 'credited_unpaid';

/** The number of credits of an order, and their total. */
export interface Credit {
  readonly count: number;
  readonly amount: Paise;
}

/** @param paid the amount in paise that the customer paid, or null for an unpaid order */
export function lossOf(credit: Credit, paid: Paise | null): Loss | null {
  if (paid === null) return credit.count === 0 && credit.amount === 0n ? null : 'credited_unpaid';
  if (credit.count === 0) return 'not_credited';
  if (credit.count > 1) return 'credited_twice';
  return credit.amount === paid ? null : 'wrong_amount';
}

export function expectedCredit(paid: Paise | null): Credit {
  return paid === null ? { count: 0, amount: 0n } : { count: 1, amount: paid };
}

export function creditText({ count, amount }: Credit): string {
  return `{"count": ${count}, "amount": "${formatAmount(amount)}"}`;
}
