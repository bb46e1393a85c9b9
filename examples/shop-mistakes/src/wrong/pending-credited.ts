import { Shop } from '../shop.ts';

/**
 * Treats `success: true` in the response as a payment, although it only means that the query succeeded. Fix: check that
 * `status` is `success`.
 */
export class PendingCredited extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    const { paidAmount } = await this.gateway.query(mchOrderNo);
    await this.settle({
      mchOrderNo,
      status: 'success',
      paidAmount: paidAmount || this.amountOf(mchOrderNo),
      paidAt: '',
    });
  }
}
