import { Shop } from '../shop.ts';

/** Treats every state except pending and failed as a payment. Fix: check that `status` is `success`. */
export class ExpiredCredited extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    const { status, paidAmount } = await this.gateway.query(mchOrderNo);
    if (status === 'pending' || status === 'failed') return;
    this.database.creditOnce(mchOrderNo, paidAmount || this.amountOf(mchOrderNo));
  }
}
