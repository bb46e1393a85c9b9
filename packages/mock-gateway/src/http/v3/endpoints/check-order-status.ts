import type { FlatParams } from '@inrgate/sdk/protocol';
import type { Payin } from '../../../domain/deposit.ts';
import type { Payout } from '../../../domain/payout.ts';
import type { Admitted } from '../admission.ts';
import { checkParameters } from '../parameters.ts';
import { V3Refusal } from '../refusal.ts';
import { payinView, payoutView } from '../views.ts';

/** spec: POST check-order-status. The key selects pay-ins or withdrawals (spec: Authentication 2). */
export async function checkOrderStatus(call: Admitted): Promise<object> {
  const wanted = readQuery(call.params);
  return call.key === 'mchKey' ? queryPayin(call, wanted) : queryPayout(call, wanted);
}

/** Each parameter by itself, and one of the two numbers (reading: order of checks 10). */
export function readQuery(params: FlatParams): Wanted {
  const values = checkParameters('check-order-status', params);
  const wanted = { mchOrderNo: values['mchOrderNo'] ?? null, orderNo: values['orderNo'] ?? null };
  if (wanted.mchOrderNo === null && wanted.orderNo === null) {
    throw new V3Refusal('missing_param', { message: 'mchOrderNo or orderNo is missing.' });
  }
  return wanted;
}

interface Wanted {
  readonly mchOrderNo: string | null;
  readonly orderNo: string | null;
}

async function queryPayin({ services, merchant, trace }: Admitted, wanted: Wanted): Promise<object> {
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

async function queryPayout({ services, merchant, trace }: Admitted, wanted: Wanted): Promise<object> {
  const { payouts } = services.ports.store;
  const found =
    wanted.orderNo === null
      ? await payouts.byReference(merchant.mchId, wanted.mchOrderNo ?? '')
      : await payouts.get(wanted.orderNo);
  if (found === null || !isTheOne(found, wanted, merchant.mchId)) throw new V3Refusal('order_not_found');
  trace.orderNo = found.orderNo;
  return { ...payoutView(found), type: 'payout' };
}

/** With both numbers, both must name the same order; another merchant's is not found (reading: Parameters). */
function isTheOne(order: Payin | Payout, wanted: Wanted, mchId: string): boolean {
  return order.mchId === mchId && (wanted.mchOrderNo === null || order.mchOrderNo === wanted.mchOrderNo);
}
