import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Cancels open orders when it starts, and ignores their payments. Fix: the customer can still pay a cancelled order, so
 * credit or refund the payment.
 */
export class CleanupAtStart extends Shop {
  override start(): void {
    this.database.run(
      "UPDATE orders SET status = 'cancelled' WHERE mchOrderNo NOT IN (SELECT mark FROM marks)",
    );
  }

  override async settle(payin: Payin): Promise<void> {
    if (this.database.order(payin.mchOrderNo)?.status !== 'cancelled') await super.settle(payin);
  }
}
