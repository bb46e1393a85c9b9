import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Ignores a callback that arrives again within a moment. A retry arrives minutes later and credits again.
 * Fix: keep the mark permanently.
 */
export class DedupesForAMoment extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success' || !this.database.mark(mchOrderNo)) return;
    this.database.credit(mchOrderNo, paidAmount);
    // Minutes in a real shop, and a moment in this one, so that a test need not wait.
    setTimeout(() => this.database.run('DELETE FROM marks WHERE mark = ?', mchOrderNo), 20);
  }
}
