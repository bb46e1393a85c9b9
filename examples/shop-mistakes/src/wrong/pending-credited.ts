import { Shop } from '../shop.ts';

/**
 * Treats `success: true` of the response as a payment, but it only means that the query worked. Fix: check that
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
