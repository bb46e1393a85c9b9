import type { Payin } from '../gateway.ts';
import { otherWork, Shop } from '../shop.ts';

/**
 * Credits the order, sends a mail, and marks the order. If the process is killed between these steps, the retried
 * callback credits the order again. Fix: credit and mark the order in one transaction, and send the mail later.
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
