import { GatewayError, notSent } from '../errors/errors.ts';
import { Pacer } from '../pacing/pacer.ts';
import { isSameAmount } from '../protocol/money.ts';
import type { Callback } from './callback.ts';
import { laterThan } from './statuses.ts';

type Found = Readonly<Record<'status' | 'amount', string>>;
type FoundOrder = Found & Readonly<Record<'orderNo' | 'mchOrderNo', string>>;
type Options = Readonly<Record<'deadline', number>>;

export interface ConfirmingClient {
  /** The client's Merchant ID. It must equal the handler's Merchant ID. */
  readonly mchId?: string | undefined;
  /**
   * Queries orders for pay-in callbacks. The order numbers and `amount` must match. If the status matches, `paidAmount`
   * must match too.
   */
  readonly payins: {
    retrieve(
      query: { readonly orderNo: string },
      options: Options,
    ): Promise<FoundOrder & { readonly paidAmount: string | null }>;
  };
  /** Queries orders for payout callbacks. The order numbers and `amount` must match. */
  readonly payouts: {
    retrieve(query: { readonly orderNo: string }, options: Options): Promise<FoundOrder>;
  };
  /** Queries links for link callbacks. `amount` must match. */
  readonly links: {
    retrieve(query: { readonly linkCode: string }, options: Options): Promise<Found>;
  };
}

/** Milliseconds. The gateway waits 8 seconds for a response, and the merchant's function needs the remaining time. */
const longest = 5_000;

/**
 * Compares a callback with the order that a query returns. The result is `outdated` if the order has a later status,
 * because the gateway sends another callback for the later status. Rejects with a `GatewayError` if the query fails, or
 * if the request rate delays the query beyond the limit.
 */
export type Confirmation = (callback: Callback) => Promise<'same' | 'outdated' | 'different'>;

/** @param requestsPerMinute limits the v3 queries, but not the link queries (reading: States) */
export function confirmation(client: ConfirmingClient, requestsPerMinute: number): Confirmation {
  const pacer = new Pacer(requestsPerMinute);
  return async (callback) => {
    if (callback.kind === 'link') return compare(callback, client, { deadline: longest });
    const startedAt = performance.now();
    const endTurn = await pacer.turn(longest, undefined);
    if (endTurn === undefined) {
      throw new GatewayError(
        `confirmRequestsPerMinute of ${requestsPerMinute} allowed no query for this callback within ${longest} ms; increase the limit`,
        notSent,
      );
    }
    const deadline = Math.max(1, Math.ceil(startedAt + longest - performance.now()));
    return compare(callback, client, { deadline }).finally(endTurn);
  };
}

async function compare(
  callback: Callback,
  client: ConfirmingClient,
  options: Options,
): ReturnType<Confirmation> {
  const { status, isSame } = await find(callback, client, options);
  if (!isSame) return 'different';
  if (status === callback.status) return 'same';
  return laterThan(callback.kind, callback.status).includes(status) ? 'outdated' : 'different';
}

async function find(callback: Callback, { payins, payouts, links }: ConfirmingClient, options: Options) {
  if (callback.kind === 'link') {
    const { status, amount } = await links.retrieve({ linkCode: callback.linkCode }, options);
    return { status, isSame: isSameAmount(amount, callback.amount) };
  }
  const { orderNo, mchOrderNo, amount } = callback;
  const isSameOrder = (found: FoundOrder) =>
    found.orderNo === orderNo && found.mchOrderNo === mchOrderNo && isSameAmount(found.amount, amount);
  if (callback.kind === 'payout') {
    const found = await payouts.retrieve({ orderNo }, options);
    return { status: found.status, isSame: isSameOrder(found) };
  }
  const found = await payins.retrieve({ orderNo }, options);
  const hasMoved = found.status !== callback.status;
  const isPaid = callback.paidAmount === null || isSameAmount(callback.paidAmount, found.paidAmount ?? '');
  return { status: found.status, isSame: isSameOrder(found) && (isPaid || hasMoved) };
}
