import type { Payin } from '../gateway.ts';
import { otherWork, Shop } from '../shop.ts';

/**
 * Marks the order, updates the stock, and credits the order. If the process is killed between these steps, the retried
 * callback finds the mark. Fix: credit and mark the order in one transaction.
 */
export class MarkThenCredit extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success' || !this.database.mark(mchOrderNo)) return;
    await otherWork();
    this.database.credit(mchOrderNo, paidAmount);
  }
}
