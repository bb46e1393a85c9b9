import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import type { Attempt, NewCallback } from '../domain/callback.ts';
import { type CallbackFault, type CallbackFaults, tamper } from './faults.ts';
import { bodyText, judge } from './near-miss.ts';
import type { Delivery, DeliveryResult, Sender } from './sender.ts';

export interface DeliveryContext {
  readonly clock: Clock;
  readonly sender: Sender;
  readonly faults: CallbackFaults;
}

export interface AttemptOptions {
  readonly number: number;
  readonly manual: boolean;
  /** The callback's own unless given. */
  readonly url?: string | undefined;
  readonly signal: AbortSignal;
}

/** Makes one attempt, recorded nowhere. null when the signal broke it off: then it counts as never made. */
export async function attemptDelivery(
  context: DeliveryContext,
  callback: NewCallback,
  { number, manual, signal, url = callback.url ?? '' }: AttemptOptions,
): Promise<Attempt | null> {
  const startedAt = context.clock.now();
  const fault = context.faults(callback);
  const result = fault?.kind === 'drop' ? null : await send(context.sender, callback, { url, fault, signal });
  if (result?.failure === 'aborted') return null;
  const attempt = { number, manual, url, startedAt };
  if (result === null) return { ...attempt, ...dropped };
  const { durationMs, status, body, headers: responseHeaders } = result;
  const answer = { durationMs, status, responseBody: bodyText(body), responseHeaders };
  return { ...attempt, ...answer, ...judge(callback.kind, result) };
}

const dropped = {
  durationMs: 0,
  status: null,
  responseBody: null,
  ok: false,
  reason: 'not sent: a fault dropped it',
} as const;

interface Sending {
  readonly url: string;
  readonly fault: CallbackFault | null;
  readonly signal: AbortSignal;
}

async function send(
  sender: Sender,
  callback: NewCallback,
  { url, fault, signal }: Sending,
): Promise<DeliveryResult> {
  const { format } = callback;
  const body = fault?.kind === 'tamper' ? tamper(callback.body, format) : callback.body;
  const delivery: Delivery = { url, format, body };
  // An abort ends the wait, and then the sender at once.
  if (fault?.kind === 'delay') await sleep(fault.ms, undefined, { signal }).catch(() => {});
  const result = await sender(delivery, signal);
  // The first answer counts; the second delivery is the receiver's to recognise.
  if (fault?.kind === 'duplicate' && result.failure !== 'aborted') await sender(delivery, signal);
  return result;
}
