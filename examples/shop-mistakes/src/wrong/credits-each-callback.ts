import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Credits every callback with `success`, even a repeated callback. Fix: mark the order as credited, in one transaction
 * with the credit.
 */
export class CreditsEachCallback extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status === 'success') this.database.credit(mchOrderNo, paidAmount);
  }

  override async returnPage(): Promise<void> {}
}
