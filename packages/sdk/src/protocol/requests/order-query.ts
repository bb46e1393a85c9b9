import type { FlatParams } from '../flat-parser.ts';
import { checkV3Parameters } from './v3-parameters.ts';
import { V3Refusal } from './v3-refusal.ts';

/** The order that a query asks for, by one of its numbers or by both. */
export interface OrderQuery {
  /** The merchant's own number; null when it was not sent. */
  readonly mchOrderNo: string | null;
  /** The gateway's number; null when it was not sent. */
  readonly orderNo: string | null;
}

/**
 * Each parameter by itself, and one of the two numbers (reading: order of checks 10).
 *
 * @throws {V3Refusal}
 */
export function readOrderQuery(params: FlatParams): OrderQuery {
  const values = checkV3Parameters('check-order-status', params);
  const wanted = { mchOrderNo: values['mchOrderNo'] ?? null, orderNo: values['orderNo'] ?? null };
  if (wanted.mchOrderNo === null && wanted.orderNo === null) {
    throw new V3Refusal('missing_param', { message: 'mchOrderNo or orderNo is missing.' });
  }
  return wanted;
}
