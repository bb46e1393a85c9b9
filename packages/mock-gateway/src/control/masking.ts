/** What stands for something that nobody is to read. */
export const mask = '***';

/** The beneficiary's data (spec: POST payout), v1's key, and keys that somebody sends by mistake. */
const personal = ['accountNumber', 'accountName', 'upiId', 'usdtAddress'];
const keys = ['api_key', 'api_secret', 'key', 'secret', 'mchKey', 'mchSecret'];
const maskedNames: ReadonlySet<string> = new Set([...personal, ...keys]);

export function isMaskedName(name: string): boolean {
  return maskedNames.has(name);
}

export type Mask = (text: string) => string;

/** Longer keys first: one can be part of another. */
export function masking(secrets: readonly string[]): Mask {
  const hidden = secrets.toSorted((a, b) => b.length - a.length);
  return (text) => hidden.reduce((rest, key) => rest.replaceAll(key, mask), text);
}

const names = [...maskedNames].join('|');
/** A string, also one that is cut off, or any other value. */
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^,}\\s]+)`, 'gi');
const inForm = new RegExp(`(^|[&?\\s])(${names})=[^&\\s]*`, 'gi');

/** A body or a query without the values of the names that are masked, in JSON as in a form. */
export function withoutMasked(text: string): string {
  return text.replace(inJson, `$1"${mask}"`).replace(inForm, `$1$2=${mask}`);
}

/** Account numbers, UPI IDs and addresses by their looks: for a text that nobody could read into parameters. */
export function withoutNumbers(text: string): string {
  return text
    .replace(/\d{6,}/g, mask)
    .replace(/[\w.+-]+(?:@|%40)[\w.-]+/g, mask)
    .replace(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, mask);
}
