import { callbackMiddleware } from '@inrgate/sdk/express';
import { parseAmount } from '@inrgate/sdk/protocol';
import express, { type Express } from 'express';

export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

export interface Order {
  /** Requested amount in INR, with two decimals. */
  readonly amount: string;
  paid: boolean;
}

/** The merchant's database: pay-ins and payouts by `mchOrderNo`, links by `client_ref`. */
export interface Books {
  readonly orders: Map<string, Order>;
  /** Latest status of each payout. */
  readonly withdrawals: Map<string, string>;
}

/**
 * The merchant's server. The middleware verifies the raw body, skips repeated deliveries, and returns `success` after
 * the function. If the function throws, the middleware returns an error, and the gateway retries the callback.
 */
export function createServer(credentials: Credentials, books: Books): Express {
  const app = express();
  // Register this route before any body parser, because the middleware verifies the raw bytes.
  app.post(
    '/callbacks',
    callbackMiddleware({
      ...credentials,
      onPayin: ({ mchOrderNo, status, paidAmount }) => {
        // Do not cancel the order on `failed`, because the customer can still pay.
        if (status === 'success') pay(books, mchOrderNo, paidAmount);
      },
      onLink: ({ clientRef, status, amount }) => {
        if (status === 'success') pay(books, clientRef, amount);
      },
      onPayout: ({ mchOrderNo, status }) => {
        books.withdrawals.set(mchOrderNo, status);
        console.log(`  [merchant] payout ${mchOrderNo} is ${status}`);
      },
    }),
  );
  return app;
}

/** Delivers an order that is paid in full. Compares the paid amount, not the order's amount. */
function pay({ orders }: Books, orderNo: string, paidAmount: string | null): void {
  const order = orders.get(orderNo);
  if (order === undefined) throw new Error(`there is no order ${orderNo}`);
  if (paidAmount === null) throw new Error(`the callback of ${orderNo} has no paidAmount`);
  if (parseAmount(paidAmount) < parseAmount(order.amount)) {
    console.log(`  [merchant] ${orderNo} is underpaid: ${paidAmount} of ${order.amount} INR`);
    return;
  }
  order.paid = true;
  console.log(`  [merchant] ${orderNo} is paid: ${paidAmount} INR`);
}
