import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { printable, status } from '../output/output.ts';
import type { Session } from '../session/session.ts';
import { noteMissingCallback } from './missing-callback.ts';
import { type Collection, numberOf, type Order, type OrderAnswer } from './named-order.ts';

export type MoveOne = (order: string) => Promise<OrderAnswer>;

type Outcome =
  | { readonly order: string; readonly found: OrderAnswer }
  | { readonly order: string; readonly refusal: ControlApiError };

/**
 * Processes the orders sequentially and prints a line for each order. Continues after a rejection.
 *
 * @throws {EndedWith} with exit code 1 if an order was rejected
 * @throws {ControlApiError} if the gateway does not respond
 */
export async function moveMany(
  session: Session,
  control: ControlClient,
  { orders, moveOne }: { readonly orders: readonly string[]; readonly moveOne: MoveOne },
): Promise<void> {
  const { output } = session;
  const progress = output.progress();
  const outcomes: Outcome[] = [];
  try {
    for (const order of orders) {
      progress.show(() => `${outcomes.length + 1} of ${orders.length}`);
      const outcome = await outcomeOf(order, moveOne);
      progress.end();
      outcomes.push(outcome);
      output.data(outcomeEvent(outcome), () => outcomeLine(outcome));
    }
  } finally {
    progress.end();
  }
  const moved = outcomes.flatMap((outcome) => ('found' in outcome ? [outcome.found] : []));
  const refused = outcomes.length - moved.length;
  output.data({ event: 'done', ok: refused === 0, moved: moved.length, refused }, () =>
    outcomes.length === 0 ? 'no matching orders' : `${moved.length} done, ${refused} rejected`,
  );
  await noteMissingCallback(session, control, moved);
  if (refused > 0) throw new EndedWith(exitCodes.refused);
}

async function outcomeOf(order: string, moveOne: MoveOne): Promise<Outcome> {
  try {
    return { order, found: await moveOne(order) };
  } catch (error) {
    if (error instanceof ControlApiError && error.refused) return { order, refusal: error };
    throw error;
  }
}

function outcomeEvent(outcome: Outcome): object {
  const { order } = outcome;
  if ('found' in outcome) return { event: 'order', order, ok: true, result: outcome.found.answer };
  const { code, status: httpStatus, message } = outcome.refusal;
  return { event: 'order', order, ok: false, error: code, status: httpStatus, message };
}

/** Width of the longest status and of `rejected`. */
const width = 'processing'.length;

function outcomeLine(outcome: Outcome): string {
  if ('refusal' in outcome) {
    const refused = status('failed', 'rejected'.padEnd(width));
    return `  ${refused}  ${printable(`${outcome.order}: ${outcome.refusal.message}`)}`;
  }
  const { answer } = outcome.found;
  const own = 'linkCode' in answer ? answer.clientRef : answer.mchOrderNo;
  const words = [own, numberOf(answer), answer.amount].filter(Boolean).map((fact) => printable(String(fact)));
  return `  ${status(answer.status, answer.status.padEnd(width))}  ${words.join('  ')}`;
}

/** Gateway order numbers of all orders in these states, oldest first. `mchId` limits the orders to one merchant. */
export async function ordersIn(
  control: ControlClient,
  {
    collection,
    states,
    mchId,
  }: {
    readonly collection: Collection;
    readonly states: readonly string[];
    readonly mchId: string | undefined;
  },
): Promise<readonly string[]> {
  const lists = await Promise.all(
    states.map((state) => control.items(`/${collection}`, { query: { status: state, mchId } })),
  );
  // The sort is stable, which matters because times have whole seconds.
  return lists
    .flatMap((list): readonly Order[] => list.toReversed())
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(numberOf);
}
