import { beginning, safeText } from '@inrgate/conformance/internal';
import { callbackAnswerLimit, type Mask, printable } from '@inrgate/sdk/internal';

/**
 * The response body without keys and the values of personal fields, because an error page can contain both. Leaves out
 * an incomplete key at the point where the sender stopped reading.
 */
export function shownBody(body: string, hideKeys: Mask): string {
  const shown = safeText(body, hideKeys, true);
  return beginning(shown, shown.length, Buffer.byteLength(body) >= callbackAnswerLimit);
}

/** Number of characters of a response in a line. */
const excerptLength = 200;

/** The beginning of a shown body, for a line. */
export function excerptOf(shown: string): string {
  const rest = shown.length > excerptLength ? '…' : '';
  return printable(shown.slice(0, excerptLength)) + rest;
}
