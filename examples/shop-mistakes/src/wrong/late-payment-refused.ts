import type { Payin } from '../gateway.ts';
import { type Checkout, newOrderNo, Shop } from '../shop.ts';

/**
 * Ignores a payment after the order has expired, although the gateway has received the money. Fix: credit every
 * `success`.
 */
export class LatePaymentRefused extends Shop {
  override async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    this.database.insertOrder(mchOrderNo, amount);
    const { payUrl, expiresAt } = await this.gateway.create(mchOrderNo, amount);
    this.database.run('UPDATE orders SET expiresAt = ? WHERE mchOrderNo = ?', expiresAt, mchOrderNo);
    return { mchOrderNo, payUrl };
  }

  override async settle(payin: Payin): Promise<void> {
    const { expiresAt = '' } = this.database.order(payin.mchOrderNo) ?? {};
    if (expiresAt === '' || payin.paidAt <= expiresAt) await super.settle(payin);
  }
}
