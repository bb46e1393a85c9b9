import { Shop } from '../shop.ts';

/** Queries the state on the return page, and credits the order's amount. Fix: credit `paidAmount`. */
export class ReturnCreditsOrderAmount extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    const payin = await this.gateway.query(mchOrderNo);
    await this.settle({ ...payin, paidAmount: this.amountOf(mchOrderNo) });
  }
}
