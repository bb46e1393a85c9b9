import { type PayoutCreatedData, readPayout, V3Refusal } from '@inrgate/sdk/internal';
import { createPayout } from '../../../operations/create-payout.ts';
import type { Admitted } from '../admission.ts';
import { payoutView } from '../views.ts';

/** spec: POST payout. */
export async function payout({ services, merchant, params, trace }: Admitted): Promise<PayoutCreatedData> {
  const result = await createPayout(services.ports, merchant, readPayout(params));
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  trace.orderNo = order.orderNo;
  const view = payoutView(order);
  return duplicate ? { ...view, duplicate: true } : view;
}
