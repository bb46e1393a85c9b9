import type { Payin } from '../gateway.ts';
import { type Checkout, newOrderNo, type Reply, Shop, success } from '../shop.ts';

/**
 * Deletes the order if the response to the create is lost, and acknowledges callbacks of unknown orders. The order
 * exists at the gateway, but the shop ignores its payment. Fix: keep the order, and retry the create with the same
 * order number.
 */
export class LostCreateForgotten extends Shop {
  override async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    this.database.insertOrder(mchOrderNo, amount);
    try {
      const { payUrl } = await this.gateway.create(mchOrderNo, amount, 1);
      return { mchOrderNo, payUrl };
    } catch (error) {
      this.database.run('DELETE FROM orders WHERE mchOrderNo = ?', mchOrderNo);
      throw error;
    }
  }

  override async callback(payin: Payin): Promise<Reply> {
    if (this.database.order(payin.mchOrderNo) !== undefined) await this.settle(payin);
    return success;
  }
}
