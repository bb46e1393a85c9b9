import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { AttemptFault, NewCallback } from '../domain/callback.ts';

/** Fault of one delivery (contract: A fault, for `callback`). */
export type DeliveryFault =
  /** Delays the callback by real milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Does not send the attempt. The attempt counts as failed. */
  | { readonly kind: 'drop' }
  /** Sends the callback twice. */
  | { readonly kind: 'duplicate' }
  /** Alters one field after signing. */
  | { readonly kind: 'tamper' };

export type StruckFault = DeliveryFault & { readonly id: string };

/** Returns the fault of the next attempt, or null. */
export type CallbackFaults = (callback: NewCallback) => Promise<StruckFault | null>;

export const noFaults: CallbackFaults = async () => null;

/** Returns the body and the number of sends under a fault. */
export function attemptFaultOf(
  fault: StruckFault,
  { body, format }: Pick<NewCallback, 'body' | 'format'>,
): AttemptFault {
  const { id, kind } = fault;
  return { id, kind, sent: timesSent[kind], sentBody: kind === 'tamper' ? tamper(body, format) : null };
}

const timesSent: Readonly<Record<DeliveryFault['kind'], number>> = {
  delay: 1,
  drop: 0,
  duplicate: 2,
  tamper: 1,
};

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
