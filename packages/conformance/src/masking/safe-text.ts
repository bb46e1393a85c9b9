import { personalFields } from '@inrgate/sdk/internal';
import type { Header } from '../http/headers.ts';
import { layersOf, type Mask, mask, withoutMasked, withoutNumbers } from './masking.ts';
import { isSpeltIn } from './personal-values.ts';

/** A masked header. */
export interface ShownHeader {
  readonly name: string;
  readonly value: string;
}

/** Context of a string that `safeText` masks. */
export interface SafeTextContext {
  /** The parameters in the string, or null if the string cannot be parsed. */
  readonly parameters: ReadonlyMap<string, string> | null;
  readonly masked: Mask;
}

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie', 'x-api-key']);
/** Headers whose digits are lengths and times. */
const countingHeaders = new Set([
  ...['age', 'cache-control', 'content-length', 'date', 'expires', 'last-modified', 'retry-after'],
  'strict-transport-security',
]);
/** Headers that the checks need, and that normally contain no personal data. */
const plainHeaders = new Set(['content-type', 'host']);
/** Matches an account number, also with grouped digits. */
const groupedNumber = /\d(?:[ -]?\d){8,}/g;

/**
 * Masks headers. Removes a value that contains a secret or personal data in any spelling.
 *
 * @param personal personal data of the exchange, which each side can repeat in a header
 */
export function maskedHeaders(
  headers: readonly Header[],
  masked: Mask,
  personal: readonly string[],
): readonly ShownHeader[] {
  return headers.map(([name, value]) => ({
    name: isSpeltIn(name, personal) ? mask : masked(name),
    value: shownHeader(name, value),
  }));

  function shownHeader(name: string, value: string): string {
    const plain = name.toLowerCase();
    if (secretHeaders.has(plain) || isPersonalName(plain)) return mask;
    if (countingHeaders.has(plain)) return personal.includes(value) ? mask : masked(value);
    if (isSpeltIn(value, personal)) return mask;
    if (plainHeaders.has(plain)) return masked(value);
    return safeText(value.replace(groupedNumber, mask), { parameters: null, masked }) ?? mask;
  }
}

/** Returns whether the header's name, like `x-account-number`, matches the name of a personal field. */
function isPersonalName(name: string): boolean {
  const plain = name.replace(/[^a-z0-9]/g, '');
  return personalFields.some((field) => plain.endsWith(field.toLowerCase()));
}

/** Removes secrets from a string. Returns null if the string contains an escaped secret whose position is unknown. */
export function safeText(text: string, { parameters, masked }: SafeTextContext): string | null {
  // A string that cannot be parsed can contain personal data at any position.
  const impersonal =
    parameters === null ? (part: string) => withoutNumbers(withoutMasked(part)) : withoutMasked;
  const named = impersonal(text);
  for (const layer of layersOf(named)) if (layer === null || impersonal(layer) !== layer) return null;
  const shown = masked(named);
  return shown === mask && text !== mask ? null : shown;
}
