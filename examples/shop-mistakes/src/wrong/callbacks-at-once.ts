import type { Payin } from '../gateway.ts';
import { otherWork, type Reply, Shop, success } from '../shop.ts';

/**
 * Two simultaneous callbacks both find the order uncredited. The return page only reads. Fix: use a unique constraint
 * instead of a check before the credit.
 */
export class CallbacksAtOnce extends Shop {
  override async callback({ status, mchOrderNo, paidAmount }: Payin): Promise<Reply> {
    if (status !== 'success' || this.database.isMarked(mchOrderNo)) return success;
    await otherWork();
    this.database.together(() => {
      this.database.mark(mchOrderNo);
      this.database.credit(mchOrderNo, paidAmount);
    });
    return success;
  }

  override async returnPage(): Promise<void> {}
}
