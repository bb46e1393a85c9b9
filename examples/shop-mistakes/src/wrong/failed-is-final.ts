import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Closes the order after a callback with the status `failed`, and ignores a later payment. Fix: treat only `success` as
 * final.
 */
export class FailedIsFinal extends Shop {
  override async settle(payin: Payin): Promise<void> {
    if (payin.status === 'failed') this.database.setStatus(payin.mchOrderNo, 'failed');
    if (this.database.order(payin.mchOrderNo)?.status !== 'failed') await super.settle(payin);
  }
}
