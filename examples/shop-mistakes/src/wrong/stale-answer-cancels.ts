import { Shop } from '../shop.ts';

/**
 * The return page cancels an expired order and frees its stock. A late payment can arrive between the response of its
 * query and that moment. Fix: cancel with one statement that requires an unpaid order.
 */
export class StaleAnswerCancels extends Shop {
  override async returnPage(mchOrderNo: string): Promise<void> {
    const payin = await this.gateway.query(mchOrderNo);
    if (payin.status === 'success') await this.settle(payin);
    if (payin.status === 'expired') this.database.run('DELETE FROM credits WHERE mchOrderNo = ?', mchOrderNo);
  }
}
