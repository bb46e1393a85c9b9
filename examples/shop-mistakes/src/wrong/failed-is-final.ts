import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * A callback with the status `failed` closes the order, and the shop drops the later payment. Fix: only success is
 * final.
 */
export class FailedIsFinal extends Shop {
  override async settle(payin: Payin): Promise<void> {
    if (payin.status === 'failed') this.database.setStatus(payin.mchOrderNo, 'failed');
    if (this.database.order(payin.mchOrderNo)?.status !== 'failed') await super.settle(payin);
  }
}
