import { z } from 'zod';
import type { Merchant } from '../domain/merchant.ts';
import { ControlError } from '../http/core/control-error.ts';
import { callbackView } from './callbacks.ts';
import type { ControlGateway } from './control-gateway.ts';
import { addressInput, parseInput } from './input.ts';

/** URL of a re-send. The default is the order's current URL. */
export const resendInput = z.strictObject({ to: addressInput.optional() });

export type ResendInput = z.input<typeof resendInput>;

interface Sent {
  readonly orderNo: string;
  readonly mchId: string;
}

/**
 * Makes one additional attempt of the order's latest callback and waits for its result. Sends the same bytes and does
 * not change the schedule (reading: Callbacks).
 *
 * @param target current URL of the order's callbacks
 */
export async function resendLatest(
  { store, deliveries, log }: ControlGateway,
  { orderNo, mchId }: Sent,
  { input, target }: { readonly input: ResendInput; readonly target: (owner: Merchant) => string | null },
) {
  const { to } = parseInput(resendInput, input);
  const [latest, owner] = [store.callbacks.latestOf(orderNo), store.merchants.get(mchId)];
  if (latest === null || owner === null)
    throw new ControlError('not_found', 'The gateway has not sent a callback for this order yet.');
  const destination = to ?? target(owner);
  if (destination === null) throw new ControlError('illegal_transition', nowhere);
  const sent = await deliveries.resend(latest.id, destination);
  if (sent === null) throw new ControlError('callback_busy', 'The gateway is delivering this callback.');
  return callbackView(sent, log.hideKeys);
}

const nowhere = 'The callback has no URL. Save a callback URL for the merchant, or set `to`.';
