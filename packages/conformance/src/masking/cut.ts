import type { Mask } from './masking.ts';

/** A key, each of its 100 characters escaped: one that begins before a cut is seen, and masked, as a whole. */
export const maxKeyLength = 600;

/** A little more than is shown, so that a key is not cut before it is masked. */
export function cut(text: string, length: number): string {
  return text.slice(0, length + maxKeyLength);
}

/**
 * What is shown of a masked text. Masking can shorten it so much that the place of the cut, where a part of a key may
 * stand, moves to where it would be shown: it is left out.
 *
 * @param wasCut whether there was more of it before it was masked
 */
export function beginning(masked: string, length: number, wasCut: boolean): string {
  return masked.slice(0, wasCut ? Math.max(0, Math.min(length, masked.length - maxKeyLength)) : length);
}

/** What is shown of a text: its beginning, masked. */
export function shownPart(text: string, masked: Mask, length: number): string {
  const part = cut(text, length);
  return beginning(masked(part), length, part.length === length + maxKeyLength);
}
