import type { Result } from '../domain/result.ts';
import type { MoveRefusal } from '../operations/settle-deposit.ts';
import { ControlError } from './control-error.ts';

/** The moved order; a refusal becomes the control API's error. */
export function moved<Order>(result: Result<Order, MoveRefusal>): Order {
  if (result.ok) return result.value;
  if (result.refusal === 'not_found')
    throw new ControlError('not_found', 'There is no order with that number.');
  throw new ControlError('illegal_transition', 'The order’s state does not allow that; nothing was changed.');
}
