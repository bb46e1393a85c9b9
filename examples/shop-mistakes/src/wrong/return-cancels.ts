import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Cancels an unpaid order on the return page, and ignores the payment that arrives later. Fix: do not treat `pending`
 * as final.
 */
export class ReturnCancels extends Shop {
  override async settle(payin: Payin): Promise<void> {
    if (this.database.order(payin.mchOrderNo)?.status !== 'cancelled') await super.settle(payin);
  }

  override async returnPage(mchOrderNo: string): Promise<void> {
    const payin = await this.gateway.query(mchOrderNo);
    if (payin.status !== 'success') this.database.setStatus(mchOrderNo, 'cancelled');
    await this.settle(payin);
  }
}
