import { setTimeout as sleep } from 'node:timers/promises';
import {
  acknowledgementOf,
  bodyText,
  type Delivery,
  type DeliveryResult,
  type Sender,
} from '@inrgate/conformance/internal';
import type { Clock } from '../clock/clock.ts';
import type { Attempt, NewCallback } from '../domain/callback.ts';
import { attemptFaultOf, type DrawFault } from './faults.ts';

export interface DeliveryContext {
  readonly clock: Clock;
  readonly sender: Sender;
  readonly drawFault: DrawFault;
  /** Called after each attempt. The argument is true if the attempt delivered the callback. */
  readonly attempted?: ((isDelivered: boolean) => void) | undefined;
  /** Returns whether a move of the clock waits for the deliveries in progress. */
  readonly isClockWaiting?: () => boolean;
}

export interface AttemptOptions {
  readonly number: number;
  readonly manual: boolean;
  /** URL of the attempt. The default is the callback's own URL. */
  readonly url?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Makes one attempt without recording it. Resolves with null after an abort, because an aborted attempt does not count.
 */
export async function attemptDelivery(
  context: DeliveryContext,
  callback: NewCallback,
  options: AttemptOptions,
): Promise<Attempt | null> {
  const attempt = await attemptOnce(context, callback, options);
  if (attempt !== null) context.attempted?.(attempt.ok);
  return attempt;
}

async function attemptOnce(
  context: DeliveryContext,
  callback: NewCallback,
  { number, manual, signal, url = callback.url ?? '' }: AttemptOptions,
): Promise<Attempt | null> {
  const startedAt = context.clock.now();
  const drawn = context.drawFault(callback, number);
  const fault = drawn === null ? null : attemptFaultOf(drawn, callback);
  const attempt = { number, manual, url, startedAt, fault };
  if (fault?.sent === 0) return { ...attempt, ...dropped };
  const body = fault?.sentBody ?? callback.body;
  const waitMs = drawn?.kind === 'delay' ? drawn.ms : 0;
  const delivery = { url, format: callback.format, body };
  const result = await send(context.sender, delivery, { times: fault?.sent ?? 1, waitMs, signal });
  if (result.failure === 'aborted') return null;
  const { durationMs, status, headers: responseHeaders } = result;
  const answer = { durationMs, status, responseBody: bodyText(result.body), responseHeaders };
  const acknowledgement = acknowledgementOf(callback.kind, result);
  if (result.failure !== 'timeout' || context.isClockWaiting?.() !== true)
    return { ...attempt, ...answer, ...acknowledgement };
  return { ...attempt, ...answer, ...acknowledgement, reason: `${acknowledgement.reason}; ${whileMoving}` };
}

/**
 * Message for a handler that moves the clock before it responds. The clock move then waits for the handler's response.
 */
const whileMoving =
  'a clock move waited for this response. Respond to the callback before you move the clock';

const dropped = {
  durationMs: 0,
  status: null,
  responseBody: null,
  ok: false,
  reason: 'not sent, because a fault dropped the callback',
} as const;

interface Sending {
  readonly times: number;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

async function send(
  sender: Sender,
  delivery: Delivery,
  { times, waitMs, signal }: Sending,
): Promise<DeliveryResult> {
  // The signal can abort both the wait and the attempt.
  if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {});
  const result = await sender(delivery, signal);
  // The result of the first send counts. The receiver must recognise the duplicate.
  if (times > 1 && result.failure !== 'aborted') await sender(delivery, signal);
  return result;
}
