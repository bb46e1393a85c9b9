/** An order just made, or the one that was there before (spec: POST payin, rules 1 and 2). */
export interface Created<Order> {
  readonly order: Order;
  readonly duplicate: boolean;
}

/** The sentence of `duplicate_order`: each field with what is stored and what was sent, where the two differ. */
export function usedBefore(
  name: 'mchOrderNo' | 'client_ref',
  fields: readonly (readonly [field: string, stored: string, sent: string])[],
): string {
  const differences = fields.filter(([, stored, sent]) => stored !== sent);
  return `${name} was used before with ${differences.map(([field, stored, sent]) => `${field} ${stored}, not ${sent}`).join(' and ')}.`;
}
