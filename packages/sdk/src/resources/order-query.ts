import { ConfigurationError } from '../errors/configuration-error.ts';
import { argumentRules, picked } from './arguments.ts';

/** Which order: by your number, by the service's, or by both, which must then name the same one. */
export type OrderQuery =
  | {
      /** Your order number. */
      readonly mchOrderNo: string;
      /** The service's order number. */
      readonly orderNo?: string | undefined;
    }
  | {
      /** Your order number. */
      readonly mchOrderNo?: string | undefined;
      /** The service's order number. */
      readonly orderNo: string;
    };

/**
 * The numbers of a query, checked.
 *
 * @throws {ConfigurationError} when neither is given
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
