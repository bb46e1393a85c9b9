import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * The return page cancels an order that is not paid yet. The payment arrives a moment later and is dropped.
 * Fix: pending is not final.
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
