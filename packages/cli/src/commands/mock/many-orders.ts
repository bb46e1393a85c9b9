import { ControlApiError, type ControlClient } from '@inrgate/mock-gateway/control';
import { numberOf } from '../../mock/any-order.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import { printable, status } from '../../output/output.ts';
import type { Session } from '../../session/session.ts';
import { type MovedOrder, noteMissingCallback } from './missing-callback.ts';

export type MoveOne = (order: string) => Promise<MovedOrder>;

type Outcome =
  | { readonly order: string; readonly moved: MovedOrder }
  | { readonly order: string; readonly refusal: ControlApiError };

/**
 * Processes the orders sequentially and prints a line for each order. Continues after a rejection.
 *
 * @throws {EndedWith} with exit code 1 if an order was rejected
 * @throws {ControlApiError} if the gateway does not respond
 */
export async function moveMany(
  session: Session,
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
  const moved = outcomes.flatMap((outcome) => ('moved' in outcome ? [outcome.moved] : []));
  const refused = outcomes.length - moved.length;
  output.data({ event: 'done', ok: refused === 0, moved: moved.length, refused }, () =>
    outcomes.length === 0 ? 'no matching orders' : `${moved.length} done, ${refused} rejected`,
  );
  noteMissingCallback(session, moved);
  if (refused > 0) throw new EndedWith(exitCodes.refused);
}

async function outcomeOf(order: string, moveOne: MoveOne): Promise<Outcome> {
  try {
    return { order, moved: await moveOne(order) };
  } catch (error) {
    if (error instanceof ControlApiError && error.refused) return { order, refusal: error };
    throw error;
  }
}

function outcomeEvent(outcome: Outcome): object {
  const { order } = outcome;
  if ('moved' in outcome) return { event: 'order', order, ok: true, result: outcome.moved };
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
  const { moved } = outcome;
  const own = 'linkCode' in moved ? moved.clientRef : moved.mchOrderNo;
  const words = [own, numberOf(moved), moved.amount].filter(Boolean).map((fact) => printable(String(fact)));
  return `  ${status(moved.status, moved.status.padEnd(width))}  ${words.join('  ')}`;
}

/** Gateway order numbers of all payouts in these states, oldest first. `mchId` limits them to one merchant. */
export async function payoutsIn(
  control: ControlClient,
  states: readonly string[],
  mchId: string | undefined,
): Promise<readonly string[]> {
  const lists = await Promise.all(
    states.map((status) => control.items('/payouts', { query: { status, mchId } })),
  );
  // The sort is stable, which matters because times have whole seconds.
  return lists
    .flatMap((list) => list.toReversed())
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(({ orderNo }) => orderNo);
}
