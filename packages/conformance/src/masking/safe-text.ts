import { type Mask, mask } from '@inrgate/sdk/internal';
import type { Header } from '../http/headers.ts';
import { withoutMasked, withoutNumbers } from './personal-data.ts';

/** A masked header. */
export interface ShownHeader {
  readonly name: string;
  readonly value: string;
}

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie', 'x-api-key']);

/** Masks headers. Removes the value of a header that contains a secret by its purpose. */
export function maskedHeaders(headers: readonly Header[], masked: Mask): readonly ShownHeader[] {
  return headers.map(([name, value]) => ({
    name: masked(name),
    value: secretHeaders.has(name.toLowerCase()) ? mask : masked(value),
  }));
}

/**
 * Masks the keys and personal data in a body or a query. Masks the keys first, because the other patterns can match a
 * part of a key and leave the rest.
 *
 * @param isReadable false for a string that cannot be parsed, so personal data can be at any position
 */
export function safeText(text: string, masked: Mask, isReadable: boolean): string {
  const named = withoutMasked(masked(text));
  return isReadable ? named : withoutNumbers(named);
}
