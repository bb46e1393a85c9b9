import type { Payin } from '../gateway.ts';
import { type Reply, Shop, success } from '../shop.ts';

/** Treats every genuine callback as a payment. Fix: check that `status` is `success`. */
export class FailedCredited extends Shop {
  override async callback({ mchOrderNo, paidAmount }: Payin): Promise<Reply> {
    this.database.creditOnce(mchOrderNo, paidAmount || this.amountOf(mchOrderNo));
    return success;
  }
}
