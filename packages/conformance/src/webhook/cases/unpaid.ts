import type { CaseMaterial } from '../case.ts';
import { keyOfKind } from '../order.ts';

/** A genuine callback of an unpaid order. A payout stays open, because `failed` would end it. */
export function unpaid({ order, write }: CaseMaterial): string {
  const { kind } = order;
  const fields =
    kind === 'payin' ? write.payin(order, { status: 'failed' }) : write.payout(order, 'processing');
  return write.signed(fields, keyOfKind[kind]);
}
