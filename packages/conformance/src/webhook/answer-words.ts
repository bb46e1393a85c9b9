import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Acknowledgement } from '../delivery/acknowledgement.ts';
import { bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';

/** Display names of the formats. */
export const formatNames: Readonly<Record<CallbackFormat, string>> = { json: 'JSON', form: 'a form' };

/**
 * Returns a note about an unusual but accepted response, or null. Delivery rule 1 requires the plain text `success`,
 * and rule 2 accepts any body that contains it (spec: Delivery rules).
 */
export function oddityOf(result: DeliveryResult, { reason }: Acknowledgement): string | null {
  const text = bodyText(result.body) ?? '';
  if (text === 'success') return null;
  if (reason !== null) return reason;
  if (text.trim() === 'success') return 'accepted, but white space or a line break surrounds success';
  if (text.trim() === '"success"') return 'accepted, but success is a quoted JSON string';
  return 'accepted because the body contains success, but the rule requires exactly the plain text success';
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
