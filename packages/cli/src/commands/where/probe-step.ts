import type { Broken, Step } from './step.ts';

/** Compares the shop's credits with the paid amount. */
export function probeStep(
  at: string,
  { count, amount }: { readonly count: number; readonly amount: string },
  paid: string | null,
): Step {
  const what = `the shop credited the order ${count === 1 ? 'once' : `${count} times`}, ${amount} in total`;
  const broken = creditProblem({ count, amount }, paid);
  return { at, what, ok: broken === undefined, broken: broken ?? null };
}

function creditProblem(
  { count, amount }: { readonly count: number; readonly amount: string },
  paid: string | null,
): Broken | undefined {
  if (paid === null && count > 0)
    return {
      what: 'the shop credited an unpaid order',
      fix: 'Credit the order only if the verified callback or the response to the query has the status success.',
    };
  if (paid === null) return undefined;
  if (count === 0)
    return {
      what: 'the shop has not credited the paid order',
      fix: 'Store the payment before you return success. Query each order that stays pending.',
    };
  if (count > 1)
    return {
      what: `the shop credited the order ${count} times`,
      fix: 'Mark the order as paid and credit the order in one transaction, with a unique key on the order number.',
    };
  if (amount === paid) return undefined;
  return {
    what: `the shop credited ${amount} instead of ${paid}`,
    fix: 'Credit the order with paidAmount from the verified callback.',
  };
}
