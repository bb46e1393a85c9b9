import { ControlError } from '../http/core/control-error.ts';
import type { Moved } from '../operations/moved.ts';

/** Details for the error of an illegal move. */
export interface Transition<Status> {
  /** Kind and gateway order number of the order. Example: `The pay-in PI2026…`. */
  readonly order: string;
  /** Returns the moves that the state allows. */
  readonly legal: (status: Status) => readonly string[];
  /** Returns the reason why a state that is not final allows no move at present, or null. */
  readonly unless?: (status: Status) => string | null;
}

/** Returns the moved order. Throws a ControlError with the state and its legal moves if the move is illegal. */
export function moved<Order, Status extends string>(
  result: Moved<Order, Status>,
  { order, legal, unless = () => null }: Transition<Status>,
): Order {
  if (result.ok) return result.value;
  const { status } = result;
  const moves = legal(status);
  const none = unless(status) ?? 'which is final';
  const state =
    moves.length === 0
      ? `${status}, ${none}; allowed actions: none`
      : `${status}; allowed actions: ${moves.join(', ')}`;
  throw new ControlError('illegal_transition', `${order} is ${state}. Nothing was changed.`);
}
