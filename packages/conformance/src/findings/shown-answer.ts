import { printable } from '@inrgate/sdk/internal';
import { bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import { beginning, cut, maxKeyLength } from '../masking/cut.ts';
import type { Mask } from '../masking/masking.ts';

/** Characters of an answer that a finding shows. */
const shownLength = 60;

/** An answer's text as a report may show it: the beginning, without keys, and with nothing that acts. */
export function shownAnswer(result: Pick<DeliveryResult, 'status' | 'body'>, hide: Mask): string {
  if (result.status === null) return 'no answer';
  const text = bodyText(result.body) ?? '';
  const wasCut = text.length > shownLength + maxKeyLength;
  const shown = printable(beginning(hide(cut(text, shownLength)), shownLength, wasCut));
  const rest = text.length > shownLength ? '…' : '';
  return text === '' ? `${result.status} without a body` : `${result.status} ${shown}${rest}`;
}
