import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Cancels open orders at its start, and drops their payments. Fix: a cancelled order still has its payment, so credit
 * it or refund it.
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
