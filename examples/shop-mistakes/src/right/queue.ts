import type { Payin } from '../gateway.ts';
import { otherWork, type Reply, Shop, success } from '../shop.ts';

/**
 * A shop with a job queue. The callback and the return page only store a job. A worker credits the order later, and
 * continues after a restart.
 */
export class Queue extends Shop {
  override start(): void {
    this.database.run(
      'CREATE TABLE IF NOT EXISTS jobs (mchOrderNo TEXT PRIMARY KEY, paidAmount TEXT NOT NULL) STRICT',
    );
    void this.#work();
  }

  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    const insert = 'INSERT INTO jobs VALUES (?, ?) ON CONFLICT DO NOTHING';
    if (status === 'success') this.database.run(insert, mchOrderNo, paidAmount);
  }

  override async callback(payin: Payin): Promise<Reply> {
    await this.settle(payin);
    return success;
  }

  async #work(): Promise<void> {
    for (;;) {
      await otherWork();
      if (!this.database.isOpen) return;
      for (const { mchOrderNo, paidAmount } of this.database.rows<Payin>('SELECT * FROM jobs'))
        this.database.creditOnce(mchOrderNo, paidAmount);
    }
  }
}
