import { ControlError } from '../http/core/control-error.ts';
import type { Moved } from '../operations/moved.ts';

/** What a refusal is told with. */
export interface Standing<Status> {
  /** Such as `The pay-in PI2026…`. */
  readonly order: string;
  /** What can be done in that state, as the domain has it. */
  readonly legal: (status: Status) => readonly string[];
  /** Why nothing can be, unless the state is final. */
  readonly unless?: (status: Status) => string | null;
}

/** The moved order; a refusal becomes the control API's error, with the state and what can be done in it. */
export function moved<Order, Status extends string>(
  result: Moved<Order, Status>,
  { order, legal, unless = () => null }: Standing<Status>,
): Order {
  if (result.ok) return result.value;
  if (result.refusal === 'not_found') throw new ControlError('not_found', `${order} does not exist.`);
  const { status } = result;
  const moves = legal(status);
  const none = unless(status) ?? 'which is final';
  const state =
    moves.length === 0
      ? `${status}, ${none}; legal moves: none`
      : `${status}; legal moves: ${moves.join(', ')}`;
  throw new ControlError('illegal_transition', `${order} is ${state}. Nothing was changed.`);
}
