import type { FlatParams } from '../flat-parser.ts';
import { checkV3Parameters } from './v3-parameters.ts';
import { V3Refusal } from './v3-refusal.ts';

/** The order numbers of a query. */
export interface OrderQuery {
  /** The merchant's order number, or null if the client did not send it. */
  readonly mchOrderNo: string | null;
  /** The gateway order number, or null if the client did not send it. */
  readonly orderNo: string | null;
}

/**
 * Reads the order numbers of a query and checks them. Requires at least one order number (reading: order of checks 10).
 *
 * @throws {V3Refusal}
 */
export function readOrderQuery(params: FlatParams): OrderQuery {
  const values = checkV3Parameters('check-order-status', params);
  const wanted = { mchOrderNo: values['mchOrderNo'] ?? null, orderNo: values['orderNo'] ?? null };
  if (wanted.mchOrderNo === null && wanted.orderNo === null) {
    const message = 'mchOrderNo and orderNo are missing. Send one of the two parameters.';
    throw new V3Refusal('missing_param', { message: `${message}${noAlias(params)}` });
  }
  return wanted;
}

/** The aliases that the other calls and the callbacks have, but a query does not (spec: check-order-status). */
function noAlias(params: FlatParams): string {
  const aliases = ['merchant_order_no', 'gateway_order_no', 'order_no'];
  const sent = aliases.filter((name) => params.has(name));
  return sent.length === 0 ? '' : ` A query has no alias ${sent.join(' or ')}.`;
}
