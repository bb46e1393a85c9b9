import type { PayType } from '../schemas/fields.ts';
import { destinations } from '../schemas/v3-requests.ts';
import { isTrc20Address } from '../trc20.ts';

/** The destination of a payout (spec: POST payout). */
export type Destination = {
  [Kind in PayType]: {
    readonly payType: Kind;
  } & {
    readonly [Field in (typeof destinations)[Kind][number]['name']]: string;
  };
}[PayType];

type DestinationField = (typeof destinations)[Destination['payType']][number];

/** Error code of an invalid destination. */
export type DestinationRefusal = DestinationField['code'];

/**
 * Returns the error code of a malformed destination, or null. The caller has already rejected missing fields (reading:
 * Parameters, Bank, upiId, usdtAddress).
 */
export function refuseDestination(destination: Destination): DestinationRefusal | null {
  const values: Readonly<Record<string, string>> = destination;
  const fields: readonly DestinationField[] = destinations[destination.payType];
  const malformed = fields.find(({ name, schema }) => !schema.safeParse(values[name]).success);
  if (malformed !== undefined) return malformed.code;
  const isReachable = destination.payType !== 'usdt' || isTrc20Address(destination.usdtAddress);
  return isReachable ? null : 'address_invalid';
}
