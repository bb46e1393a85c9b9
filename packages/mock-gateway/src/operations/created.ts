/** A new order, or the existing order if the order number was repeated (spec: POST payin, rules 1 and 2). */
export interface Created<Order> {
  readonly order: Order;
  readonly duplicate: boolean;
}

/** Message of `duplicate_order`. Contains the stored and the sent value of each field that differs. */
export function usedBefore(
  name: 'mchOrderNo' | 'client_ref',
  fields: readonly (readonly [field: string, stored: string, sent: string])[],
): string {
  const differences = fields.filter(([, stored, sent]) => stored !== sent);
  return `${name} was used before with ${differences.map(([field, stored, sent]) => `${field} ${stored}, not ${sent}`).join(' and ')}.`;
}
