import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/** A callback with the status `failed` removes the credit, but can be an old retry. Fix: success is final. */
export class FailedTakesBack extends Shop {
  override async settle(payin: Payin): Promise<void> {
    const remove = 'DELETE FROM credits WHERE mchOrderNo = ?';
    if (payin.status === 'failed') this.database.run(remove, payin.mchOrderNo);
    await super.settle(payin);
  }
}
