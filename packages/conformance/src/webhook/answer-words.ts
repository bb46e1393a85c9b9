import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Acknowledgement } from '../delivery/acknowledgement.ts';
import { bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';

/** How a format is called. */
export const formatNames: Readonly<Record<CallbackFormat, string>> = { json: 'JSON', form: 'a form' };

/**
 * What is odd about an answer that counts (spec: Delivery rules 1 asks for the plain text `success`; rule 2 takes any body
 * with it); null for none.
 */
export function oddityOf(result: DeliveryResult, { reason }: Acknowledgement): string | null {
  const text = bodyText(result.body) ?? '';
  if (text === 'success') return null;
  if (reason !== null) return reason;
  if (text.trim() === 'success') return 'accepted, but white space or a line end stands around success';
  if (text.trim() === '"success"') return 'accepted, but success is in quotes, as JSON';
  return 'accepted, because success is somewhere in it; the plain text success alone is what is asked for';
}

/** `1 time`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
