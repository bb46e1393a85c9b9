import { type Checkout, newOrderNo, Shop } from '../shop.ts';

/**
 * Retries a create under a new order number, but stores only the first order number. The customer pays the second
 * order. Fix: retry with the same order number, which returns the same pay-in.
 */
export class LostCreateRenumbered extends Shop {
  override async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    this.database.insertOrder(mchOrderNo, amount);
    const first = this.gateway.create(mchOrderNo, amount, 1);
    const { payUrl } = await first.catch(() => this.gateway.create(newOrderNo(), amount, 1));
    return { mchOrderNo, payUrl };
  }
}
