import type { Mask } from './masking.ts';

/**
 * Length of a key of 100 escaped characters. Strings are cut this much later, so a key that begins before the cut is
 * masked completely.
 */
export const maxKeyLength = 600;

/** Cuts a string longer than shown, so keys are masked before they are cut. */
export function cut(text: string, length: number): string {
  return text.slice(0, length + maxKeyLength);
}

/**
 * The shown part of a masked string. Masking can shorten the string, so the end of the cut string would be shown. The
 * end can contain part of a key, so it is left out.
 *
 * @param wasCut whether the string was cut before it was masked
 */
export function beginning(masked: string, length: number, wasCut: boolean): string {
  return masked.slice(0, wasCut ? Math.max(0, Math.min(length, masked.length - maxKeyLength)) : length);
}

/** The masked beginning of a string. */
export function shownPart(text: string, masked: Mask, length: number): string {
  const part = cut(text, length);
  return beginning(masked(part), length, part.length === length + maxKeyLength);
}
