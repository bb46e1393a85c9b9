import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/** Milliseconds for which the shop remembers a callback. A real shop would use minutes, but a test must not wait. */
const rememberedMs = 20;

/**
 * Ignores a callback that is repeated within a short time. A retry arrives minutes later and credits the order again.
 * Fix: keep the mark permanently.
 */
export class DedupesForAMoment extends Shop {
  override async settle({ status, mchOrderNo, paidAmount }: Payin): Promise<void> {
    if (status !== 'success') return;
    const now = Date.now();
    this.database.together(() => {
      const marks = this.database.rows<{ mark: string }>('SELECT mark FROM marks');
      const times = marks.flatMap(({ mark }) =>
        mark.startsWith(mchOrderNo) ? [Number(mark.split(' ')[1])] : [],
      );
      if (times.some((time) => now - time < rememberedMs)) return;
      this.database.mark(`${mchOrderNo} ${now}`);
      this.database.credit(mchOrderNo, paidAmount);
    });
  }
}
