import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/**
 * Remembers in memory what it has credited. After a restart, a callback that arrives again credits again.
 * Fix: store the mark in the database, in one transaction with the credit.
 */
export class RemembersInMemory extends Shop {
  readonly #credited = new Set<string>();

  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success' || this.#credited.has(mchOrderNo)) return;
    this.#credited.add(mchOrderNo);
    this.database.credit(mchOrderNo, paidAmount);
  }
}
