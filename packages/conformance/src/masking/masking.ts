import type { ShownParameter } from '@inrgate/sdk/doctor';
import { type Mask, mask, masking, personalFields } from '@inrgate/sdk/internal';
import type { Header } from '../http/messages.ts';

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

export function shownPart(text: string, masked: Mask, length: number): string {
  const part = cut(text, length);
  return beginning(masked(part), length, part.length === length + maxKeyLength);
}

/** Names of v1's key parameter, and of keys that clients send by mistake. */
const keys = ['api_key', 'api_secret', 'key', 'secret', 'mchKey', 'mchSecret'];
const maskedNames: ReadonlySet<string> = new Set([...personalFields, ...keys]);

/** True for the name of a key or of personal data. */
export function isMaskedName(name: string): boolean {
  return maskedNames.has(name);
}

const names = [...maskedNames].join('|');
/** Matches a JSON value in a string that can be incomplete. */
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\[\\s\\S])*"?|[^,}\\s]+)`, 'gi');
const inForm = new RegExp(`(^|[&?\\s])(${names})=[^&\\s]*`, 'gi');
/** Matches an unencoded array from PHP. The length is bounded, because a name can repeat any number of times. */
const inMultipart = new RegExp(
  `(\\bname="?(?:${names})"?[^\\r\\n]{0,200}\\r?\\n(?:[^\\r\\n]{1,200}\\r?\\n){0,4}\\r?\\n)[^\\r\\n]*`,
  'gi',
);

/** Masks the values of secret names in a body or a query: JSON, form and multipart. */
export function withoutMasked(text: string): string {
  return text
    .replace(inJson, `$1"${mask}"`)
    .replace(inForm, `$1$2=${mask}`)
    .replace(inMultipart, `$1${mask}`);
}

/**
 * Matches a name, an `@` and a domain, possibly repeated. A match starts only at the beginning of a name, because
 * trying each character would take quadratic time.
 */
const upiIds = /(?<![\w.+-])[\w.+-]+(?:(?:@|%40)[\w.+-]+)+/g;

/** Masks account numbers, also in groups of digits, UPI IDs and wallet addresses by their patterns, in a string that cannot be parsed. */
export function withoutNumbers(text: string): string {
  return text
    .replace(upiIds, mask)
    .replace(/\b\d{3,6}[ -]\d{3,6}(?:[ -]\d{1,6}){0,4}\b/g, mask)
    .replace(/\d{6,}/g, mask)
    .replace(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, mask);
}

/**
 * Also masks the personal data in the query and the bodies of an exchange, because any part of a message can repeat it.
 * Masks a number, also in groups of digits, an address or a full name everywhere, but a single word only in its own field.
 */
export function alsoMaskingPersonal(masked: Mask, texts: readonly string[]): Mask {
  const telling = texts
    .flatMap((text) => [...jsonValues(text), ...formValues(text), ...looseValues(text)])
    .filter((value) => value.length >= 6 && /[\d@\s]/.test(value));
  const own = masking(telling);
  const numbers = telling
    .map((value) => value.replace(/[ -]/g, ''))
    .filter((value) => /^\d{6,}$/.test(value));
  const grouped = [...new Set(numbers)].map((digits) => new RegExp([...digits].join('[ -]?'), 'g'));
  return (text) => grouped.reduce((shown, number) => shown.replace(number, mask), own(masked(text)));
}

/** Values of secret names in a string that cannot be parsed: broken JSON, and multipart. */
function looseValues(text: string): readonly string[] {
  return [inJson, inMultipart].flatMap((values) =>
    [...text.matchAll(values)].map(([whole, name = '']) => whole.slice(name.length).replace(/^"|"$/g, '')),
  );
}

function formValues(text: string): readonly string[] {
  const form = new URLSearchParams(text);
  return personalFields.flatMap((name) => form.getAll(name));
}

function jsonValues(text: string): readonly string[] {
  const values: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      const isText = typeof value === 'string' || typeof value === 'number';
      if (isText && personalFields.includes(name)) values.push(String(value));
      return value;
    });
  } catch {
    // Ignore a string that is not JSON.
  }
  return values;
}

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

/** Creates a function that masks a parameter in the doctor's output. */
export function shownParameter(masked: Mask): (parameter: ShownParameter) => ShownParameter {
  return ({ name, text }) => ({
    name: masked(name),
    text: isMaskedName(name) && text !== '' ? mask : masked(text),
  });
}
