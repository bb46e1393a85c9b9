import { callbackView } from './callbacks.ts';
import { ControlError } from './control-error.ts';
import type { ControlDeps } from './deps.ts';

/** One extra attempt of the order's latest callback, waited for; the schedule stays (reading: Callbacks). */
export async function resendLatest(deps: ControlDeps, orderNo: string) {
  const latest = await deps.ports.store.callbacks.latestOf(orderNo);
  if (latest === null) throw new ControlError('not_found', 'The order has no callback yet.');
  if (latest.url === null)
    throw new ControlError('illegal_transition', 'The callback has no address to go to.');
  const sent = await deps.scheduler.resend(latest.id);
  if (sent === null) throw new ControlError('callback_busy', 'The callback is being delivered right now.');
  return callbackView(sent, deps.log.hideKeys);
}
