import { type PayoutCreatedData, readPayout, V3Refusal } from '@inrgate/sdk/internal';
import { createPayout } from '../../../operations/create-payout.ts';
import type { WireGateway } from '../../pipeline/wire-gateway.ts';
import type { Admitted } from '../admission.ts';
import { payoutView } from '../views.ts';

/** spec: POST payout. */
export function payout(gateway: WireGateway, { merchant, params, trace }: Admitted): PayoutCreatedData {
  const result = createPayout(gateway, merchant, readPayout(params));
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  trace.orderNo = order.orderNo;
  const view = payoutView(order);
  return duplicate ? { ...view, duplicate: true } : view;
}
