import { paiseOf } from '../database.ts';
import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/** Credits the order's amount if the customer paid more. Fix: credit `paidAmount`. */
export class OverpaidInPart extends Shop {
  override async settle(payin: Payin): Promise<void> {
    const amount = this.amountOf(payin.mchOrderNo);
    const isMore = payin.status === 'success' && paiseOf(payin.paidAmount) > paiseOf(amount);
    await super.settle(isMore ? { ...payin, paidAmount: amount } : payin);
  }
}
