import { type GatewayClient, isApiError } from '@inrgate/sdk';
import type { Orders } from './orders.ts';

interface Asking {
  readonly orders: Orders;
  readonly client: GatewayClient;
}

/** Asks the gateway what became of a pay-in; one that it does not know was never made. */
export async function ask({ orders, client }: Asking, mchOrderNo: string): Promise<void> {
  try {
    orders.settle(await client.payins.retrieve({ mchOrderNo }));
  } catch (error) {
    if (!isApiError(error) || error.code !== 'order_not_found') throw error;
  }
  orders.noteAsked(mchOrderNo);
}

/** Asks about whatever it is time for. What has no answer is asked about again in the next round. */
export async function askAround(asking: Asking): Promise<void> {
  for (const mchOrderNo of asking.orders.due()) await ask(asking, mchOrderNo).catch(console.error);
}

/** A minute passes from the end of a round to the beginning of the next, so that none overlaps another. */
export function everyMinute(round: () => Promise<void>): void {
  setTimeout(async () => {
    await round().catch(console.error);
    everyMinute(round);
  }, 60_000);
}
