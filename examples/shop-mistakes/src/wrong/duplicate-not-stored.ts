import { type Checkout, newOrderNo, Shop } from '../shop.ts';

/**
 * Stores the order after the create, unless the response is a `duplicate`. After a lost response, the response to the
 * retry is also a `duplicate`. Fix: store the order before the call.
 */
export class DuplicateNotStored extends Shop {
  override async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    const { payUrl, isDuplicate } = await this.gateway.create(mchOrderNo, amount);
    if (!isDuplicate) this.database.insertOrder(mchOrderNo, amount);
    return { mchOrderNo, payUrl };
  }
}
