import { Shop } from '../shop.ts';

/**
 * Cancels an expired order on the return page and releases its stock. A late payment can arrive after the response to
 * the query. Fix: cancel the order with one statement that requires an unpaid order.
 */
export class StaleAnswerCancels extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    const payin = await this.gateway.query(mchOrderNo);
    if (payin.status === 'success') await this.settle(payin);
    if (payin.status === 'expired') this.database.run('DELETE FROM credits WHERE mchOrderNo = ?', mchOrderNo);
  }
}
