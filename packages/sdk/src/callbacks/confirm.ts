import { isSameAmount } from '../protocol/money.ts';
import type { Callback } from './callback.ts';
import { overtakenBy } from './statuses.ts';

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

/** What of a `GatewayClient` confirms callbacks. */
export interface ConfirmingClient {
  /** The merchant that it queries for, compared with the handler's where it is known. */
  readonly mchId?: string | undefined;
  /** Queries for a pay-in callback: numbers, `amount` and, at the same status, `paidAmount` must agree. */
  readonly payins: {
    retrieve(
      query: { readonly orderNo: string },
      options: Options,
    ): Promise<FoundOrder & { readonly paidAmount: string | null }>;
  };
  /** Queries for a payout callback: numbers and `amount` must agree. */
  readonly payouts: {
    retrieve(query: { readonly orderNo: string }, options: Options): Promise<FoundOrder>;
  };
  /** Queries for a link callback: `amount` must agree. */
  readonly links: {
    retrieve(query: { readonly linkCode: string }, options: Options): Promise<Found>;
  };
}

/** The gateway waits 8 seconds for the answer to a callback, and the merchant's function needs some of them. */
const options: Options = { deadline: 5_000 };

/**
 * Compares a callback with the order as a query finds it.
 *
 * @returns `outdated` when the order has moved on since: the callback for that comes by itself
 * @throws {GatewayError} when the query fails
 */
export async function compare(
  callback: Callback,
  client: ConfirmingClient,
): Promise<'same' | 'outdated' | 'different'> {
  const { status, same } = await find(callback, client);
  if (!same) return 'different';
  if (status === callback.status) return 'same';
  return overtakenBy(callback.kind, callback.status).includes(status) ? 'outdated' : 'different';
}

async function find(
  callback: Callback,
  client: ConfirmingClient,
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
