import { type GatewayClient, isApiError } from '@inrgate/sdk';
import type { Orders } from './orders.ts';

interface Asking {
  readonly orders: Orders;
  readonly client: GatewayClient;
}

/** Queries the state of a pay-in. If the gateway does not know the pay-in, it was never created. */
export async function ask({ orders, client }: Asking, mchOrderNo: string): Promise<void> {
  try {
    orders.settle(await client.payins.retrieve({ mchOrderNo }));
  } catch (error) {
    if (!isApiError(error) || error.code !== 'order_not_found') throw error;
  }
  orders.noteAsked(mchOrderNo);
}

/** Queries all attempts that are due. If a query fails, the next round repeats it. */
export async function askAround(asking: Asking): Promise<void> {
  for (const mchOrderNo of asking.orders.due()) await ask(asking, mchOrderNo).catch(console.error);
}

/** Runs a round each minute. Waits a minute after each round, so rounds do not overlap. */
export function everyMinute(round: () => Promise<void>): void {
  setTimeout(async () => {
    await round().catch(console.error);
    everyMinute(round);
  }, 60_000);
}
