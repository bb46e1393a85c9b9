import type { Payin } from '../gateway.ts';
import { otherWork, Shop } from '../shop.ts';

/**
 * Credits, sends a mail, and marks the order. After a kill in between, the retried callback credits again.
 * Fix: credit and mark in one transaction, and send the mail later.
 */
export class CreditThenMark extends Shop {
  override settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    return this.inTurn(mchOrderNo, async () => {
      if (status !== 'success' || this.database.isMarked(mchOrderNo)) return;
      this.database.credit(mchOrderNo, paidAmount);
      await otherWork();
      this.database.mark(mchOrderNo);
    });
  }
}
