import { type Mask, printable } from '@inrgate/sdk/internal';
import { bodyText } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import { beginning, cut, maxKeyLength } from '../masking/cut.ts';

/** Maximum number of characters of a response in a finding. */
const shownLength = 60;

/** The beginning of a response for a report, without keys and control characters. */
export function shownAnswer(result: Pick<DeliveryResult, 'status' | 'body'>, hide: Mask): string {
  if (result.status === null) return 'no response';
  const text = bodyText(result.body) ?? '';
  const wasCut = text.length > shownLength + maxKeyLength;
  const shown = printable(beginning(hide(cut(text, shownLength)), shownLength, wasCut));
  const rest = text.length > shownLength ? '…' : '';
  return text === '' ? `${result.status} without a body` : `${result.status} ${shown}${rest}`;
}
