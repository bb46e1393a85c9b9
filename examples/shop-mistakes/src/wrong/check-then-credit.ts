import type { Payin } from '../gateway.ts';
import { otherWork, Shop } from '../shop.ts';

/**
 * Checks whether the order was credited, and credits it later. The return page and the callback both find the order
 * uncredited. Fix: use a unique constraint instead of a check before the credit.
 */
export class CheckThenCredit extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success' || this.database.isMarked(mchOrderNo)) return;
    await otherWork();
    this.database.together(() => {
      this.database.credit(mchOrderNo, paidAmount);
      this.database.mark(mchOrderNo);
    });
  }
}
