import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Stores credited orders only in memory. After a restart, a repeated callback credits the order again. Fix: store the
 * mark in the database, in one transaction with the credit.
 */
export class RemembersInMemory extends Shop {
  readonly #credited = new Set<string>();

  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success' || this.#credited.has(mchOrderNo)) return;
    this.#credited.add(mchOrderNo);
    this.database.credit(mchOrderNo, paidAmount);
  }
}
