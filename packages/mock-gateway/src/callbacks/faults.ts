import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { AttemptFault, NewCallback } from '../domain/callback.ts';
import { faultKinds } from '../domain/fault-kinds.ts';
import type { CallbackHit } from '../faults/fault.ts';

/** Draws the fault of an attempt, or returns null. Attempts count from 1. */
export type DrawFault = (callback: NewCallback, attempt: number) => CallbackHit | null;

/** Returns the body and the number of sends under a fault. */
export function attemptFaultOf(
  fault: CallbackHit,
  { body, format }: Pick<NewCallback, 'body' | 'format'>,
): AttemptFault {
  const { id, kind } = fault;
  return {
    id,
    kind,
    sent: faultKinds[kind].callback.sent,
    sentBody: kind === 'tamper' ? tamper(body, format) : null,
  };
}

/** The same body with another `amount`. The signature does not cover the new amount. */
export function tamper(body: string, format: CallbackFormat): string {
  if (format === 'form') {
    const fields = new URLSearchParams(body);
    fields.set('amount', altered(fields.get('amount')));
    return fields.toString();
  }
  const fields = JSON.parse(body);
  return JSON.stringify({ ...fields, amount: altered(fields.amount) });
}

/** Changes `500.00` to `9500.00`. The new amount has a valid format, so only the signature reveals the change. */
function altered(amount: unknown): string {
  return `9${typeof amount === 'string' ? amount : ''}`;
}
