import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { AttemptFault, NewCallback } from '../domain/callback.ts';

/** Fault of one delivery (contract: A fault, for `callback`). */
export type DeliveryFault =
  /** Real milliseconds by which the callback is sent later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The attempt is not sent, and counts as failed. */
  | { readonly kind: 'drop' }
  /** Sent twice. */
  | { readonly kind: 'duplicate' }
  /** One field altered after signing. */
  | { readonly kind: 'tamper' };

/** A matching fault with its id. */
export type StruckFault = DeliveryFault & { readonly id: string };

/** Returns the fault of the next attempt; null for none. */
export type CallbackFaults = (callback: NewCallback) => Promise<StruckFault | null>;

export const noFaults: CallbackFaults = async () => null;

/** Body and number of sends under a fault. */
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

/** The same body with another `amount`, which the signature no longer covers. */
export function tamper(body: string, format: CallbackFormat): string {
  if (format === 'form') {
    const fields = new URLSearchParams(body);
    fields.set('amount', altered(fields.get('amount')));
    return fields.toString();
  }
  const fields = JSON.parse(body);
  return JSON.stringify({ ...fields, amount: altered(fields.amount) });
}

/** Changes `500.00` to `9500.00`, which is a valid amount, so only the signature reveals the change. */
function altered(amount: unknown): string {
  return `9${typeof amount === 'string' ? amount : ''}`;
}
