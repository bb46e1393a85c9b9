import { personalFields } from '@inrgate/sdk/internal';
import type { KeyIndex, Span } from './key-index.ts';

/** What stands for something that nobody is to read. */
export const mask = '***';

/** v1's key, and keys that somebody sends by mistake. */
const keys = ['api_key', 'api_secret', 'key', 'secret', 'mchKey', 'mchSecret'];
const maskedNames: ReadonlySet<string> = new Set([...personalFields, ...keys]);

/** Whether a value of this name is a key or personal data. */
export function isMaskedName(name: string): boolean {
  return maskedNames.has(name);
}

/** Makes of a text what may be shown of it. */
export type Mask = (text: string) => string;

/**
 * Hides everybody's keys, and these of the merchant concerned, which may be short ones. Where a key is escaped
 * (`\u006b`, `%6b`, `%256b`), nothing of the text is left.
 */
export function masking(everybody: KeyIndex, own: readonly string[] = []): Mask {
  const hide: Mask = (text) =>
    withoutSpans(text, [...everybody.find(text), ...own.flatMap((key) => placesOf(key, text))]);
  return (text) => {
    const shown = hide(text);
    for (const layer of layersOf(shown)) if (layer === null || hide(layer) !== layer) return mask;
    return shown;
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

/** So many escapes of escapes are looked into. */
const maxDepth = 8;

/**
 * What a text's escapes stand for, and what the escapes in that stand for: a form can hold JSON that holds an address.
 * null where they go too deep to be looked into.
 */
export function* layersOf(text: string): Generator<string | null> {
  // UTF-16, as .NET and Windows write it: every other byte is zero.
  if (text.includes('\0')) yield text.replaceAll('\0', '');
  if (!text.includes('\\') && !text.includes('%')) return;
  // Which of them is outside is not known, and a key may have the other one's signs in it.
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

// Keys are ASCII, so single bytes will do.
const withoutPercents: Unescape = (text) => text.replace(/%([0-9a-f]{2})/gi, (_, byte) => character(byte));

const withoutJsonEscapes: Unescape = (text) =>
  text.replace(/\\u([0-9a-f]{4})|\\([\s\S])/gi, (_, unit?: string, other?: string) =>
    unit === undefined ? (other ?? '') : character(unit),
  );

function character(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

const names = [...maskedNames].join('|');
/** A string, also one that is cut off, or any other value. */
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\[\\s\\S])*"?|[^,}\\s]+)`, 'gi');
const inForm = new RegExp(`(^|[&?\\s])(${names})=[^&\\s]*`, 'gi');
/** What PHP sends for an array that nobody encoded. Bounded: a name may stand there often, and no end come. */
const inMultipart = new RegExp(
  `(\\bname="?(?:${names})"?[^\\r\\n]{0,200}\\r?\\n(?:[^\\r\\n]{1,200}\\r?\\n){0,4}\\r?\\n)[^\\r\\n]*`,
  'gi',
);
const inXml = new RegExp(`(<(?:${names})(?:\\s[^<>]*)?>)[^<]*`, 'gi');

/** A body or a query without the values of the names that are masked, in JSON as in a form, in multipart and in XML. */
export function withoutMasked(text: string): string {
  return text
    .replace(inJson, `$1"${mask}"`)
    .replace(inForm, `$1$2=${mask}`)
    .replace(inMultipart, `$1${mask}`)
    .replace(inXml, `$1${mask}`);
}

const signInJson = /("sign"\s*:\s*)(?:"(?:[^"\\]|\\[\s\S])*"?|[^,}\s]+)/gi;
const signInForm = /(^|[&?\s])sign=[^&\s]*/gi;

/** A body or a query without its signatures: for what leaves this machine, as a recording does. */
export function withoutSigns(text: string): string {
  return text.replace(signInJson, `$1"${mask}"`).replace(signInForm, `$1sign=${mask}`);
}

/** Signatures by their looks: for a text that nobody could read into parameters. */
export function withoutDigests(text: string): string {
  return text.replace(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi, mask);
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
