import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Acknowledgement } from '../delivery/acknowledgement.ts';
import { bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import { beginning, cut, maxKeyLength } from '../masking/cut.ts';
import type { Mask } from '../masking/masking.ts';

/** Characters of an answer that a finding shows. */
const shownLength = 60;

/** What does something to a terminal instead of standing there. */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** An answer's text as a report may show it: the beginning, without keys, and with nothing that acts. */
export function shownAnswer(result: Pick<DeliveryResult, 'status' | 'body'>, hide: Mask): string {
  if (result.status === null) return 'no answer';
  const text = bodyText(result.body) ?? '';
  const wasCut = text.length > shownLength + maxKeyLength;
  const shown = beginning(hide(cut(text, shownLength)), shownLength, wasCut).replace(active, escaped);
  const rest = text.length > shownLength ? '…' : '';
  return text === '' ? `${result.status} without a body` : `${result.status} ${shown}${rest}`;
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

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
