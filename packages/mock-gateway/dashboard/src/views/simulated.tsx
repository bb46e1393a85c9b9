import { duration } from '../format.ts';
import { now } from '../store.ts';
import type { Order } from '../types.ts';

/** Next move of a simulated customer on an order, with its time on the gateway's clock. */
export function Simulated({ of }: { readonly of: Order['simulated'] }) {
  if (of === null) return null;
  const { at, will, because } = of;
  const left = at === null ? null : Date.parse(at) - now.value;
  const when = left === null ? 'This order' : left > 0 ? `In ${duration(left)} this order` : 'Now this order';
  return (
    <p class="quiet simulated">
      {when} {will}, because {because}. Simulated customers are on.
    </p>
  );
}
