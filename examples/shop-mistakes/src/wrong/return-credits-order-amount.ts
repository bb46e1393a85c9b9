import { Shop } from '../shop.ts';

/**
 * The return page queries the state, and credits the amount of the order. Fix: credit `paidAmount`.
 */
export class ReturnCreditsOrderAmount extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    const payin = await this.gateway.query(mchOrderNo);
    await this.settle({ ...payin, paidAmount: this.amountOf(mchOrderNo) });
  }
}
