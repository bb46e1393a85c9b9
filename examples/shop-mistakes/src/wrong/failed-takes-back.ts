import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Removes the credit after a callback with the status `failed`, which can be an old retry. Fix: treat `success` as
 * final.
 */
export class FailedTakesBack extends Shop {
  override async settle(payin: Payin): Promise<void> {
    const remove = 'DELETE FROM credits WHERE mchOrderNo = ?';
    if (payin.status === 'failed') this.database.run(remove, payin.mchOrderNo);
    await super.settle(payin);
  }
}
