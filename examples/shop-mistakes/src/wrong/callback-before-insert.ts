import type { Payin } from '../gateway.ts';
import { type Checkout, newOrderNo, type Reply, Shop, success } from '../shop.ts';

/**
 * Stores the order only after the response to the create, and acknowledges callbacks of unknown orders. A callback can
 * arrive before the response. Fix: store the order before the call.
 */
export class CallbackBeforeInsert extends Shop {
  override async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    const { payUrl } = await this.gateway.create(mchOrderNo, amount);
    this.database.insertOrder(mchOrderNo, amount);
    return { mchOrderNo, payUrl };
  }

  override async callback(payin: Payin): Promise<Reply> {
    if (this.database.order(payin.mchOrderNo) !== undefined) await this.settle(payin);
    return success;
  }
}
