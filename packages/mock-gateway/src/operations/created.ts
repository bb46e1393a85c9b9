/** A new order, or the existing order if the order number was repeated (spec: POST payin, rules 1 and 2). */
export interface Created<Order> {
  readonly order: Order;
  readonly duplicate: boolean;
}

const maxTries = 20;

/**
 * Generates the number of a new order. Among 10,000 orders of one second, two often get the same eight random digits, so
 * a number that is taken is generated again.
 */
export function unusedNumber(generate: () => string, isTaken: (orderNo: string) => boolean): string {
  for (let tries = 0; tries < maxTries; tries++) {
    const orderNo = generate();
    if (!isTaken(orderNo)) return orderNo;
  }
  throw new Error(`${maxTries} generated order numbers are taken`);
}

/** Message of `duplicate_order`. Contains the stored and the sent value of each field that differs. */
export function usedBefore(
  name: 'mchOrderNo' | 'client_ref',
  fields: readonly (readonly [field: string, stored: string, sent: string])[],
): string {
  const differences = fields.filter(([, stored, sent]) => stored !== sent);
  return `${name} was used before with ${differences.map(([field, stored, sent]) => `${field} ${stored}, not ${sent}`).join(' and ')}.`;
}
