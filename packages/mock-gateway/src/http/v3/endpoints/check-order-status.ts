import {
  type OrderQuery,
  type PayinFoundData,
  type PayoutFoundData,
  readOrderQuery,
  V3Refusal,
} from '@inrgate/sdk/internal';
import type { Payin } from '../../../domain/deposit.ts';
import type { Payout } from '../../../domain/payout.ts';
import type { Admitted } from '../admission.ts';
import { payinView, payoutView } from '../views.ts';

/** spec: POST check-order-status. The key selects pay-ins or payouts (spec: Authentication 2). */
export async function checkOrderStatus(call: Admitted): Promise<PayinFoundData | PayoutFoundData> {
  const wanted = readOrderQuery(call.params);
  return call.key === 'mchKey' ? queryPayin(call, wanted) : queryPayout(call, wanted);
}

async function queryPayin(
  { services, merchant, trace }: Admitted,
  wanted: OrderQuery,
): Promise<PayinFoundData> {
  const { deposits } = services.ports.store;
  const found =
    wanted.orderNo === null
      ? await deposits.byReference(merchant.mchId, 'payin', wanted.mchOrderNo ?? '')
      : await deposits.get(wanted.orderNo);
  if (found?.kind !== 'payin' || !isTheOne(found, wanted, merchant.mchId))
    throw new V3Refusal('order_not_found');
  trace.orderNo = found.orderNo;
  const view = payinView(found, services.ports.clock.now(), services.payUrl(found.payToken));
  return { ...view, type: 'payin' };
}

async function queryPayout(
  { services, merchant, trace }: Admitted,
  wanted: OrderQuery,
): Promise<PayoutFoundData> {
  const { payouts } = services.ports.store;
  const found =
    wanted.orderNo === null
      ? await payouts.byReference(merchant.mchId, wanted.mchOrderNo ?? '')
      : await payouts.get(wanted.orderNo);
  if (found === null || !isTheOne(found, wanted, merchant.mchId)) throw new V3Refusal('order_not_found');
  trace.orderNo = found.orderNo;
  return { ...payoutView(found), type: 'payout' };
}

/** Returns whether the order belongs to the merchant and matches both given order numbers (reading: Parameters). */
function isTheOne(order: Payin | Payout, wanted: OrderQuery, mchId: string): boolean {
  return order.mchId === mchId && (wanted.mchOrderNo === null || order.mchOrderNo === wanted.mchOrderNo);
}
