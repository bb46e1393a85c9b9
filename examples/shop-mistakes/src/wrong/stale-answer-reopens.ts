import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Stores the queried state on the return page, although it can be older than the callback. The order is pending again,
 * and the next success credits it again. Fix: treat `success` as final.
 */
export class StaleAnswerReopens extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (this.database.order(mchOrderNo)?.status === 'success') return;
    this.database.together(() => {
      if (status === 'success') this.database.credit(mchOrderNo, paidAmount);
      this.database.setStatus(mchOrderNo, status);
    });
  }

  override async returnPage(mchOrderNo: string): Promise<void> {
    const payin = await this.gateway.query(mchOrderNo);
    if (payin.status === 'success') await this.settle(payin);
    else this.database.setStatus(mchOrderNo, payin.status);
  }
}
