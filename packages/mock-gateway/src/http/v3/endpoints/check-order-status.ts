import {
  type OrderQuery,
  type PayinFoundData,
  type PayoutFoundData,
  readOrderQuery,
  V3Refusal,
} from '@inrgate/sdk/internal';
import type { Payin } from '../../../domain/deposit.ts';
import type { Payout } from '../../../domain/payout.ts';
import type { WireGateway } from '../../pipeline/wire-gateway.ts';
import type { Admitted } from '../admission.ts';
import { payinView, payoutView } from '../views.ts';

/** spec: POST check-order-status. The key selects pay-ins or payouts (spec: Authentication 2). */
export function checkOrderStatus(gateway: WireGateway, call: Admitted): PayinFoundData | PayoutFoundData {
  const query = readOrderQuery(call.params);
  return call.key === 'mchKey' ? queryPayin(gateway, call, query) : queryPayout(gateway, call, query);
}

function queryPayin(
  { store: { deposits }, clock, payUrl }: WireGateway,
  { merchant, record }: Admitted,
  query: OrderQuery,
): PayinFoundData {
  const found =
    query.orderNo === null
      ? deposits.byReference(merchant.mchId, 'payin', query.mchOrderNo ?? '')
      : deposits.get(query.orderNo);
  if (found?.kind !== 'payin' || !isTheOne(found, query, merchant.mchId))
    throw new V3Refusal('order_not_found');
  record.orderNo = found.orderNo;
  const view = payinView(found, clock.now(), payUrl(found.payToken));
  return { ...view, type: 'payin' };
}

function queryPayout(
  { store: { payouts } }: WireGateway,
  { merchant, record }: Admitted,
  query: OrderQuery,
): PayoutFoundData {
  const found =
    query.orderNo === null
      ? payouts.byReference(merchant.mchId, query.mchOrderNo ?? '')
      : payouts.get(query.orderNo);
  if (found === null || !isTheOne(found, query, merchant.mchId)) throw new V3Refusal('order_not_found');
  record.orderNo = found.orderNo;
  return { ...payoutView(found), type: 'payout' };
}

/** Returns whether the order belongs to the merchant and matches both given order numbers (reading: Parameters). */
function isTheOne(order: Payin | Payout, query: OrderQuery, mchId: string): boolean {
  return order.mchId === mchId && (query.mchOrderNo === null || order.mchOrderNo === query.mchOrderNo);
}
