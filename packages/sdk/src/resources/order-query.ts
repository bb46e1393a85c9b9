import { ConfigurationError } from '../errors/configuration-error.ts';
import { argumentRules, picked } from './arguments.ts';

/**
 * Identifies an order by your order number, the gateway order number, or both. Two order numbers must identify the same
 * order.
 */
export type OrderQuery =
  | {
      /** Your order number. */
      readonly mchOrderNo: string;
      /** The gateway order number. */
      readonly orderNo?: string | undefined;
    }
  | {
      /** Your order number. */
      readonly mchOrderNo?: string | undefined;
      /** The gateway order number. */
      readonly orderNo: string;
    };

/**
 * Returns the checked order numbers of a query.
 *
 * @throws {ConfigurationError} if both order numbers are missing
 */
export function orderQuery(
  operation: string,
  query: OrderQuery,
): Readonly<Partial<Record<'mchOrderNo' | 'orderNo', string | undefined>>> {
  const params = picked(operation, query, argumentRules.order);
  if (params.mchOrderNo === undefined && params.orderNo === undefined) {
    throw new ConfigurationError(`${operation} needs mchOrderNo or orderNo`);
  }
  return params;
}
