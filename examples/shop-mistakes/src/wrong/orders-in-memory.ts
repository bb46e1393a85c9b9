import type { Payin } from '../gateway.ts';
import { type Checkout, type Reply, Shop, success } from '../shop.ts';

/**
 * Keeps open orders only in memory. After a restart, the order of a callback is unknown. Fix: store the order in the
 * database before the call.
 */
export class OrdersInMemory extends Shop {
  readonly #orders = new Set<string>();

  override async order(amount: string): Promise<Checkout> {
    const checkout = await super.order(amount);
    this.#orders.add(checkout.mchOrderNo);
    return checkout;
  }

  override async callback(payin: Payin): Promise<Reply> {
    if (!this.#orders.has(payin.mchOrderNo)) return { status: 404, text: 'unknown order' };
    await this.settle(payin);
    return success;
  }

  override async returnPage(): Promise<void> {}
}
