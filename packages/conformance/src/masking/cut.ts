import type { Mask } from './masking.ts';

/** Length of a key of 100 escaped characters. A key that begins before a cut is then masked completely. */
export const maxKeyLength = 600;

/** Cuts a text slightly longer than shown, so that a key is not cut before it is masked. */
export function cut(text: string, length: number): string {
  return text.slice(0, length + maxKeyLength);
}

/**
 * The shown part of a masked text. Masking can shorten it so much that the end, which can contain part of a key, would be
 * shown. That end is left out.
 *
 * @param wasCut whether the text was cut before it was masked
 */
export function beginning(masked: string, length: number, wasCut: boolean): string {
  return masked.slice(0, wasCut ? Math.max(0, Math.min(length, masked.length - maxKeyLength)) : length);
}

/** The masked beginning of a text. */
export function shownPart(text: string, masked: Mask, length: number): string {
  const part = cut(text, length);
  return beginning(masked(part), length, part.length === length + maxKeyLength);
}
