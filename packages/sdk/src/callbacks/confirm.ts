import { GatewayError } from '../errors/errors.ts';
import { Pacer } from '../pacing/pacer.ts';
import { isSameAmount } from '../protocol/money.ts';
import type { Callback } from './callback.ts';
import { laterThan } from './statuses.ts';

interface Found {
  readonly status: string;
  readonly amount: string;
}

interface FoundOrder extends Found {
  readonly orderNo: string;
  readonly mchOrderNo: string;
}

interface Options {
  readonly deadline: number;
}

/** The part of a `GatewayClient` that confirms callbacks. */
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

/**
 * Maximum wait in milliseconds. The gateway waits 8 seconds for a response. The remaining time is for the merchant's
 * function.
 */
const longest = 5_000;

/**
 * Compares a callback with the order that a query returns. The result is `outdated` if the order has a later status,
 * because the gateway sends another callback for the later status. Rejects with a `GatewayError` if the query fails, or
 * if the request rate delays the query beyond the limit.
 */
export type Confirmation = (callback: Callback) => Promise<'same' | 'outdated' | 'different'>;

/**
 * Creates the comparison with this client's queries. `requestsPerMinute` limits the v3 queries, but not the link
 * queries (reading: States).
 */
export function confirmation(client: ConfirmingClient, requestsPerMinute: number): Confirmation {
  const pacer = new Pacer(requestsPerMinute);
  return async (callback) => {
    if (callback.kind === 'link') return compare(callback, client, { deadline: longest });
    const startedAt = performance.now();
    const endTurn = await pacer.turn(longest, undefined);
    if (endTurn === undefined) {
      throw new GatewayError(
        `confirmRequestsPerMinute of ${requestsPerMinute} allowed no query for this callback within ${longest} ms; increase the limit`,
        { outcome: 'not_sent', attempts: 0 },
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
  const { status, same } = await find(callback, client, options);
  if (!same) return 'different';
  if (status === callback.status) return 'same';
  return laterThan(callback.kind, callback.status).includes(status) ? 'outdated' : 'different';
}

async function find(
  callback: Callback,
  client: ConfirmingClient,
  options: Options,
): Promise<{ readonly status: string; readonly same: boolean }> {
  switch (callback.kind) {
    case 'payin': {
      const found = await client.payins.retrieve({ orderNo: callback.orderNo }, options);
      const paid = callback.paidAmount === null || isSameAmount(callback.paidAmount, found.paidAmount ?? '');
      const moved = found.status !== callback.status;
      return { status: found.status, same: isSameOrder(callback, found) && (paid || moved) };
    }
    case 'payout': {
      const found = await client.payouts.retrieve({ orderNo: callback.orderNo }, options);
      return { status: found.status, same: isSameOrder(callback, found) };
    }
    case 'link': {
      const found = await client.links.retrieve({ linkCode: callback.linkCode }, options);
      return { status: found.status, same: isSameAmount(found.amount, callback.amount) };
    }
  }
}

function isSameOrder(callback: Exclude<Callback, { kind: 'link' }>, found: FoundOrder): boolean {
  return (
    found.orderNo === callback.orderNo &&
    found.mchOrderNo === callback.mchOrderNo &&
    isSameAmount(found.amount, callback.amount)
  );
}
