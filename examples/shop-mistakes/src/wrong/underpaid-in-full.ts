import { paiseOf } from '../database.ts';
import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/** Credits the order's amount if the customer paid less. Fix: credit `paidAmount`. */
export class UnderpaidInFull extends Shop {
  override async settle(payin: Payin): Promise<void> {
    const amount = this.amountOf(payin.mchOrderNo);
    const isLess = payin.status === 'success' && paiseOf(payin.paidAmount) < paiseOf(amount);
    await super.settle(isLess ? { ...payin, paidAmount: amount } : payin);
  }
}
