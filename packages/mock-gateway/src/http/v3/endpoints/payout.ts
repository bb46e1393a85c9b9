import { isDeepStrictEqual } from 'node:util';
import { type PayoutCreatedData, readPayout, V3Refusal } from '@inrgate/sdk/internal';
import { createPayout } from '../../../operations/create-payout.ts';
import type { WireGateway } from '../../pipeline/wire-gateway.ts';
import type { Admitted } from '../admission.ts';
import { payoutView } from '../views.ts';

/** spec: POST payout. */
export function payout(gateway: WireGateway, { merchant, params, record }: Admitted): PayoutCreatedData {
  const wanted = readPayout(params);
  const result = createPayout(gateway, merchant, wanted);
  if (!result.ok) throw new V3Refusal(result.refusal, { message: result.message });
  const { order, duplicate } = result.value;
  record.orderNo = order.orderNo;
  if (!isDeepStrictEqual(order.destination, wanted.destination)) record.warning = otherDestination;
  const view = payoutView(order);
  return duplicate ? { ...view, duplicate: true } : view;
}

/** The specification names only amount and pay type, so a repeat with another destination is no error. */
const otherDestination =
  'The destination of this repeated payout differs from the stored one. The gateway pays the stored destination.';
