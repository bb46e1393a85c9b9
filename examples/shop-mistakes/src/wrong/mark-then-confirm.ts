import type { Payin } from '../gateway.ts';
import { type Reply, Shop, success } from '../shop.ts';

/**
 * Marks the order, confirms the payment with a query, and credits the order. If the query fails, the retried callback
 * finds the mark. Fix: query first, then credit and mark the order in one transaction.
 */
export class MarkThenConfirm extends Shop {
  override async callback({ status, mchOrderNo }: Payin): Promise<Reply> {
    if (status !== 'success' || !this.database.mark(mchOrderNo)) return success;
    const confirmed = await this.gateway.query(mchOrderNo, 1);
    this.database.credit(mchOrderNo, confirmed.paidAmount);
    return success;
  }
}
