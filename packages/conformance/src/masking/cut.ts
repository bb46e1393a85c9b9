import type { Mask } from '@inrgate/sdk/internal';

/**
 * Maximum length of a key of 100 characters whose characters are all escaped. Strings are truncated this many
 * characters after the shown part, so a key at the end of the shown part is masked completely.
 */
export const maxKeyLength = 600;

/** Truncates a string to more than the shown length, so keys at the end can be masked completely. */
export function cut(text: string, length: number): string {
  return text.slice(0, length + maxKeyLength);
}

/**
 * Returns the part of a masked string to show. Masking can shorten the string, so the end of a truncated string could
 * become visible. This end can contain part of a key, so it is omitted.
 *
 * @param wasCut whether the string was truncated before it was masked
 */
export function beginning(masked: string, length: number, wasCut: boolean): string {
  return masked.slice(0, wasCut ? Math.max(0, Math.min(length, masked.length - maxKeyLength)) : length);
}

/** Returns the masked beginning of a string. */
export function shownPart(text: string, masked: Mask, length: number): string {
  const part = cut(text, length);
  return beginning(masked(part), length, part.length === length + maxKeyLength);
}
