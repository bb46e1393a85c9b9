import { inLowerCase, personalFields } from '@inrgate/sdk/internal';
import { type KeyIndex, minKeyLength, type Span } from './key-index.ts';

/** Replacement of secrets. */
export const mask = '***';

/** Names of v1's key parameter, and of keys that clients send by mistake. */
const keys = ['api_key', 'api_secret', 'key', 'secret', 'mchKey', 'mchSecret'];
const maskedNames: ReadonlySet<string> = new Set([...personalFields, ...keys]);

/** True for the name of a key or of personal data. */
export function isMaskedName(name: string): boolean {
  return maskedNames.has(name);
}

/** Masks secrets in a string for display. */
export type Mask = (text: string) => string;

/**
 * Creates a mask for the keys of all merchants, and for one merchant's own keys, even short ones. The mask ignores
 * upper and lower case. It masks a string completely if the string contains an escaped or encoded key (`\u006b`, `%6b`,
 * `%256b`, base64, hexadecimal).
 */
export function masking(everybody: KeyIndex, own: readonly string[] = []): Mask {
  const spansIn = (text: string, keys: readonly string[]) => {
    const plain = inLowerCase(text);
    return [...everybody.find(text), ...keys.flatMap((key) => placesOf(inLowerCase(key), plain))];
  };
  const hasKey = (text: string, keys: readonly string[]) => spansIn(text, keys).length > 0;
  // Search only for longer keys, because decoded bytes contain shorter keys by chance.
  const isEncodedIn = (text: string) => {
    const long = own.filter(({ length }) => length >= minKeyLength);
    return decodedIn(text).some((decoded) => hasKey(decoded, long));
  };
  return (text) => {
    const shown = withoutSpans(text, spansIn(text, own));
    if (isEncodedIn(shown)) return mask;
    for (const layer of layersOf(shown))
      if (layer === null || hasKey(layer, own) || isEncodedIn(layer)) return mask;
    return shown;
  };
}

/** Matches runs of base64 (standard or URL-safe) and of hexadecimal that are long enough to contain a key. */
const encodedRuns = /[\w+/-]{8,}/g;

/** Decodes each encoded run. The encoded key can begin at any character of the run. */
function decodedIn(text: string): readonly string[] {
  return [...text.matchAll(encodedRuns)].flatMap(([run]) => [
    ...[0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString('latin1')),
    ...(run.match(/[0-9a-f]{12,}/gi) ?? []).flatMap((digits) =>
      [0, 1].map((at) => Buffer.from(digits.slice(at), 'hex').toString('latin1')),
    ),
  ]);
}

function placesOf(key: string, text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(key); at !== -1 && key !== ''; at = text.indexOf(key, at + 1)) {
    spans.push({ start: at, end: at + key.length });
  }
  return spans;
}

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

/** Maximum depth of nested escapes. */
const maxDepth = 8;

/**
 * The unescaped string at each level of nesting. Example: a form contains JSON, and the JSON contains a URL. Yields
 * null if the escapes exceed the maximum depth.
 */
export function* layersOf(text: string): Generator<string | null> {
  // In UTF-16, as .NET and Windows write it, every other byte is zero.
  if (text.includes('\0')) yield text.replaceAll('\0', '');
  if (!text.includes('\\') && !text.includes('%')) return;
  // Try both orders, because the outer escape is unknown and a key can contain characters of the other escape.
  yield* layersBy(text, [withoutJsonEscapes, withoutPercents]);
  yield* layersBy(text, [withoutPercents, withoutJsonEscapes]);
}

type Unescape = (text: string) => string;

function* layersBy(text: string, inTurn: readonly Unescape[]): Generator<string | null> {
  let layer = text;
  for (let depth = 0; depth < maxDepth; depth++) {
    const above = layer;
    for (const without of inTurn) {
      const below = without(layer);
      if (below !== layer) yield below;
      layer = below;
    }
    if (layer === above) return;
  }
  yield null;
}

// Keys are ASCII, so it is sufficient to decode single bytes.
const withoutPercents: Unescape = (text) => text.replace(/%([0-9a-f]{2})/gi, (_, byte) => character(byte));

const withoutJsonEscapes: Unescape = (text) =>
  text.replace(/\\u([0-9a-f]{4})|\\([\s\S])/gi, (_, unit?: string, other?: string) =>
    unit === undefined ? (other ?? '') : character(unit),
  );

function character(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
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
const inXml = new RegExp(`(<(?:${names})(?:\\s[^<>]*)?>)[^<]*`, 'gi');

/** Masks the values of secret names in a body or a query: JSON, form, multipart and XML. */
export function withoutMasked(text: string): string {
  return text
    .replace(inJson, `$1"${mask}"`)
    .replace(inForm, `$1$2=${mask}`)
    .replace(inMultipart, `$1${mask}`)
    .replace(inXml, `$1${mask}`);
}

const signInJson = /("sign"\s*:\s*)(?:"(?:[^"\\]|\\[\s\S])*"?|[^,}\s]+)/gi;
const signInForm = /(^|[&?\s])sign=[^&\s]*/gi;

/** Masks signatures in the body or the query of an exported exchange, for example in a recording. */
export function withoutSigns(text: string): string {
  return text.replace(signInJson, `$1"${mask}"`).replace(signInForm, `$1sign=${mask}`);
}

/** Masks strings that look like signatures, in a string that cannot be parsed. */
export function withoutDigests(text: string): string {
  return text.replace(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi, mask);
}

/**
 * Matches a name, an `@` and a domain, possibly repeated. A match starts only at the beginning of a name, because
 * trying each character would take quadratic time.
 */
const upiIds = /(?<![\w.+-])[\w.+-]+(?:(?:@|%40)[\w.+-]+)+/g;

/** Masks account numbers, UPI IDs and wallet addresses by their patterns, in a string that cannot be parsed. */
export function withoutNumbers(text: string): string {
  return text
    .replace(upiIds, mask)
    .replace(/\d{6,}/g, mask)
    .replace(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, mask);
}
