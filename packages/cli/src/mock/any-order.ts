import type { ControlResponse } from '@inrgate/mock-gateway/control';

/** Collections of orders in the control API. */
export type Collection = 'payins' | 'payouts' | 'links';

export type Order = ControlResponse<'Payin' | 'Link' | 'Payout'>;

/** Returns the gateway order number of an order, or the code of a link. */
export function numberOf(order: Order): string {
  return 'linkCode' in order ? order.linkCode : order.orderNo;
}

/** Returns the name of the kind of an order. */
export function nounOf(order: Order): 'Pay-in' | 'Link' | 'Payout' {
  if ('linkCode' in order) return 'Link';
  return 'payUrl' in order ? 'Pay-in' : 'Payout';
}
