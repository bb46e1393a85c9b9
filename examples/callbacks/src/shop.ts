import type { PayinCallback } from '@inrgate/sdk/callbacks';
import { parseAmount } from '@inrgate/sdk/protocol';

/** An order of a customer. */
export interface Order {
  readonly mchOrderNo: string;
  /** INR with two decimals. */
  readonly amount: string;
}

/** The merchant's database. */
export class Shop {
  readonly #orders = new Map<string, Order>();
  readonly #payments: string[] = [];

  /** The customer has ordered. */
  take({ mchOrderNo, amount }: Order): void {
    this.#orders.set(mchOrderNo, { mchOrderNo, amount });
  }

  /** Number of credits for the order: at most one, for any number of callbacks. */
  paymentsOf(mchOrderNo: string): number {
    return this.#payments.filter((paid) => paid === mchOrderNo).length;
  }

  /**
   * Delivers a paid order. The paid amount counts, not the amount of the order. If this throws, the response is 500 and
   * the gateway retries the callback.
   */
  settle({ mchOrderNo, status, paidAmount }: PayinCallback): void {
    // A failed pay-in can still be paid later, so nothing is cancelled here.
    if (status !== 'success') return;
    const order = this.#orders.get(mchOrderNo);
    if (order === undefined) throw new Error(`there is no order ${mchOrderNo}`);
    if (parseAmount(paidAmount ?? '0.00') >= parseAmount(order.amount)) this.#payments.push(mchOrderNo);
  }
}
