import { type Hypothesis, mapping, type Named, type Variant, withIds } from '../hypothesis.ts';
import { ascii, escaped } from './nested.ts';
import { percentEncodings } from './percent.ts';

export const escapeMistakes = /* @__PURE__ */ withIds({
  'values-url-encoded': {
    title: 'The values are signed URL-encoded',
    fix: 'Sign the plain values. Encode the values only when you send a form or a URL.',
    remedy: 'rawValues',
    variants: () => [
      ...percentEncodings.map(([about, encode]) => mapping('escapes', encode, about)),
      ...percentEncodings.map(([about, encode]) =>
        mapping('escapes', (text) => (isAddress(text) ? encode(text) : text), `only URLs, ${about}`),
      ),
      ...percentEncodings
        .slice(0, 2)
        .map(([about, encode]) => mapping('escapes', (text) => encode(encode(text)), `twice, ${about}`)),
      mapping('escapes', (text) => text.replaceAll(' ', '+'), 'only spaces, as +'),
      mapping('escapes', (text) => text.replaceAll(' ', '%20'), 'only spaces, as %20'),
    ],
  },
  'values-sent-encoded': {
    title: 'The values were URL-encoded twice after signing',
    fix: 'Send the value that you signed. Encode the value once for a form. Do not encode the value in JSON.',
    remedy: 'encodeToSend',
    variants: () => [
      mapping('origins', decoded, 'URL-encoded'),
      mapping('origins', (text) => decoded(text.replaceAll('+', ' ')), 'URL-encoded, spaces as +'),
      mapping('origins', (text) => decoded(decoded(text)), 'URL-encoded twice'),
      mapping('origins', (text) => text.replaceAll('+', ' '), 'spaces as +'),
      mapping('origins', withoutEntities, 'as HTML'),
      mapping('origins', withoutBackslashes, 'with backslashes'),
      mapping('origins', mended, 'UTF-8 read as Latin-1'),
    ],
  },
  'values-html-escaped': {
    title: 'The values are signed as escaped HTML',
    fix: 'Sign the plain values. Escape the values only for output on an HTML page.',
    remedy: 'rawValues',
    variants: () => [
      mapping('escapes', (text) => entities(text, { quote: '&quot;', apostrophe: '&#039;' }), 'as PHP'),
      mapping('escapes', (text) => entities(text, { quote: '&quot;', apostrophe: '&#x27;' }), 'as Python'),
      mapping('escapes', (text) => entities(text, { quote: '&#34;', apostrophe: '&#39;' }), 'as Go'),
      mapping(
        'escapes',
        (text) => entities(text, { quote: '&quot;', apostrophe: '&#39;' }),
        '&quot; and &#39;',
      ),
      mapping('escapes', (text) => entities(text, { quote: '&quot;', apostrophe: "'" }), '&quot; alone'),
      mapping('escapes', (text) => entities(text, { quote: '"', apostrophe: "'" }), 'quotes kept'),
      mapping('escapes', (text) => text.replaceAll('&', '&amp;'), 'only &'),
    ],
  },
  'values-backslashed': {
    title: 'The values are signed with JSON or SQL backslash escapes',
    fix: 'Sign the decoded value, not the escaped value in the JSON.',
    remedy: 'rawValues',
    variants: () =>
      [
        ['/ as \\/', (text: string) => inJson(text).replaceAll('/', '\\/')],
        ['/ as \\/, \\u for non-ASCII', (text: string) => ascii(inJson(text)).replaceAll('/', '\\/')],
        ['\\u for non-ASCII', (text: string) => ascii(inJson(text))],
        ['\\u for <, > and &', (text: string) => inJson(text).replace(/[<>&]/g, escaped)],
        ['in JSON', inJson],
        ['in JSON, with its quotes', (text: string) => JSON.stringify(text)],
        ['\\ before quotes', (text: string) => text.replace(/['"\\]/g, (character) => `\\${character}`)],
      ].map(
        ([about, write]): Variant => mapping('escapes', write as (text: string) => string, String(about)),
      ),
  },
});

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

const plus: Named = {
  id: 'plus-lost',
  title: 'A + was sent unencoded in a form, so it was read as a space',
  fix: 'Encode the form, so that each + becomes %2B.',
  remedy: 'encodeToSend',
};

/** Mistake of a value whose space is very likely a lost `+`. */
export const plusSurelyLost: Hypothesis = {
  ...plus,
  variants: ({ isForm }) => [
    ...(isForm ? [everySpace] : []),
    mapping('origins', (text) => text.replace(/^ ([0-9])/, '+$1'), 'before a number'),
    // Base64 contains no spaces.
    mapping(
      'origins',
      (text) => (/^[A-Za-z0-9/ ]{16,}={1,2}$/.test(text) ? everyPlus(text) : text),
      'in base64',
    ),
  ],
};

export const plusLost: Hypothesis = {
  ...plus,
  variants: () => [
    everySpace,
    mapping('origins', (text) => text.replace(/^ /, '+'), 'the first character'),
    mapping('origins', (text) => text.replace(/ ([0-9])/g, '+$1'), 'before digits'),
    mapping('origins', (text) => (/^[A-Za-z0-9/ ]+$/.test(text) ? everyPlus(text) : text), 'in base64'),
  ],
};

function everyPlus(text: string): string {
  return text.replaceAll(' ', '+');
}

const everySpace: Variant = mapping('origins', everyPlus, 'every space');

export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Quotes {
  readonly quote: string;
  readonly apostrophe: string;
}

export function entities(text: string, { quote, apostrophe }: Quotes): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe);
}

const plainOf: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&amp;': '&',
};

export function withoutEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp|#34|#0?39|#x27);/g, (entity) => plainOf[entity] ?? entity);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function withoutBackslashes(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text.replace(/\\(['"\\/])/g, '$1');
  }
}

/** Restores letters that were read byte by byte instead of as UTF-8, for example `à¤š`. */
export function mended(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
