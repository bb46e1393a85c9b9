import { Shop } from '../shop.ts';

/**
 * Checks on the return page whether the order was credited, queries the gateway, and credits the order. A callback can
 * arrive during the query. Fix: check after the query, in one transaction with the credit.
 */
export class ReturnChecksTooEarly extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    if (this.database.isMarked(mchOrderNo)) return;
    const { status, paidAmount } = await this.gateway.query(mchOrderNo);
    if (status !== 'success') return;
    this.database.together(() => {
      this.database.credit(mchOrderNo, paidAmount);
      this.database.mark(mchOrderNo);
    });
  }
}
