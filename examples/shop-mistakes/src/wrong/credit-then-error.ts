import type { Payin } from '../gateway.ts';
import { type Reply, Shop, success } from '../shop.ts';

/**
 * Credits the order, and then queries the gateway for the receipt. If the query fails, the shop returns 500, and the
 * retried callback credits the order again. Fix: credit and mark the order in one transaction.
 */
export class CreditThenError extends Shop {
  override callback({ status, mchOrderNo, paidAmount }: Payin): Promise<Reply> {
    return this.inTurn(mchOrderNo, async () => {
      if (status !== 'success' || this.database.isMarked(mchOrderNo)) return success;
      this.database.credit(mchOrderNo, paidAmount);
      await this.gateway.query(mchOrderNo, 1);
      this.database.mark(mchOrderNo);
      return success;
    });
  }

  override async returnPage(): Promise<void> {}
}
