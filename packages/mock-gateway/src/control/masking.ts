import type { KeyIndex, Span } from './key-index.ts';

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

/**
 * Hides everybody's keys, and these of the merchant concerned, which may be short ones. Where a key is escaped
 * (`\u006b`, `%6b`), nothing of the text is left.
 */
export function masking(everybody: KeyIndex, own: readonly string[] = []): Mask {
  const hide: Mask = (text) =>
    withoutSpans(text, [...everybody.find(text), ...own.flatMap((key) => placesOf(key, text))]);
  return (text) => {
    const shown = hide(text);
    const plain = unescaped(shown);
    return plain === shown || hide(plain) === plain ? shown : mask;
  };
}

function placesOf(key: string, text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(key); at !== -1 && key !== ''; at = text.indexOf(key, at + 1)) {
    spans.push({ start: at, end: at + key.length });
  }
  return spans;
}

/** Spans that overlap are hidden as one: of neither anything is left. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let shown = '';
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start >= end) shown += text.slice(end, span.start) + mask;
    end = Math.max(end, span.end);
  }
  return shown + text.slice(end);
}

/** What JSON's escapes and a form's stand for; keys are ASCII, so single bytes will do. */
export function unescaped(text: string): string {
  if (!text.includes('\\') && !text.includes('%')) return text;
  return text.replace(escapes, (_, unit?: string, byte?: string, character?: string) =>
    unit === undefined && byte === undefined
      ? (character ?? '')
      : String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)),
  );
}

const escapes = /\\u([0-9a-f]{4})|%([0-9a-f]{2})|\\([\s\S])/gi;

const names = [...maskedNames].join('|');
/** A string, also one that is cut off, or any other value. */
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\[\\s\\S])*"?|[^,}\\s]+)`, 'gi');
const inForm = new RegExp(`(^|[&?\\s])(${names})=[^&\\s]*`, 'gi');

/** A body or a query without the values of the names that are masked, in JSON as in a form. */
export function withoutMasked(text: string): string {
  return text.replace(inJson, `$1"${mask}"`).replace(inForm, `$1$2=${mask}`);
}

/**
 * A name, an `@` and what follows, also several in a row. It begins where no such name has begun already: trying again
 * at each of its characters would take time that grows with the square of a name's length.
 */
const upiIds = /(?<![\w.+-])[\w.+-]+(?:(?:@|%40)[\w.+-]+)+/g;

/** Account numbers, UPI IDs and addresses by their looks: for a text that nobody could read into parameters. */
export function withoutNumbers(text: string): string {
  return text
    .replace(upiIds, mask)
    .replace(/\d{6,}/g, mask)
    .replace(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, mask);
}
