import { Shop } from '../shop.ts';

/**
 * Credits an order on the return page without a query. Any visitor can open this page. Fix: query the gateway, and
 * credit the paid amount.
 */
export class ReturnTrustsTheBrowser extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    this.database.creditOnce(mchOrderNo, this.amountOf(mchOrderNo));
  }
}
