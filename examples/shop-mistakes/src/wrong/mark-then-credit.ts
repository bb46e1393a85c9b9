import type { Payin } from '../gateway.ts';
import { otherWork, Shop } from '../shop.ts';

/**
 * Marks the order, books the stock, and credits. After a kill in between, the retried callback finds the
 * mark. Fix: credit and mark in one transaction.
 */
export class MarkThenCredit extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success' || !this.database.mark(mchOrderNo)) return;
    await otherWork();
    this.database.credit(mchOrderNo, paidAmount);
  }
}
