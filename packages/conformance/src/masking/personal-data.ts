import { type Mask, mask, masking, personalFields } from '@inrgate/sdk/internal';

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
