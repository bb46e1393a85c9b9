import type { Payin } from '../gateway.ts';
import { Shop } from '../shop.ts';

/** Milliseconds. Minutes in a real shop, and a moment in this one, so that a test need not wait. */
const rememberedMs = 20;

/**
 * Ignores a callback that arrives again within a moment. A retry arrives minutes later and credits again. Fix: keep the
 * mark permanently.
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
