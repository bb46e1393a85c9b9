/** An order just made, or the one that was there before (spec: POST payin, rules 1 and 2). */
export interface Created<Order> {
  readonly order: Order;
  readonly duplicate: boolean;
}
