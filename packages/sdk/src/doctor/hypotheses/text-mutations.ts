import type { Hypothesis, Variant } from '../hypothesis.ts';
import { entities, withoutEntities } from './escapes.ts';

export const lineBreakAtEnd: Hypothesis = {
  id: 'line-break-at-end',
  title: 'A line break at the end of the key or of the text is hashed',
  fix: 'Trim the key where it is read from a file, and hash the text without the line break that echo and println add.',
  remedy: 'exactText',
  variants: () => [
    altering((text) => `${text}\n`),
    altering((text) => `${text}\r\n`, 'CR LF'),
    altering((text) => `${text} `, 'a space'),
  ],
};

export const readAsHtml: Hypothesis = {
  id: 'read-as-html',
  title: 'The text was taken from a page, which shows &not, &curren and others as one character',
  fix: 'Build the text in code, and print it as plain text: in HTML &notifyUrl begins with the sign ¬.',
  remedy: 'plainText',
  variants: () => [altering(asBrowser), altering(withoutEntities, 'entities with ; alone')],
};

export const htmlEscaped: Hypothesis = {
  id: 'html-escaped',
  title: 'The text is signed as HTML, each & as &amp;',
  fix: 'Sign the plain text; escape it for HTML only where a page shows it.',
  remedy: 'plainText',
  variants: () => [
    altering((text) => entities(text, { quote: '&quot;', apostrophe: '&#039;' })),
    altering((text) => entities(text, { quote: '&quot;', apostrophe: '&#x27;' }), 'as Python'),
    altering((text) => entities(text, { quote: '&#34;', apostrophe: '&#39;' }), 'as Go'),
    altering((text) => entities(text, { quote: '"', apostrophe: "'" }), 'quotes kept'),
    altering((text) => text.replaceAll('&', '&amp;'), '& alone'),
    altering((text) => text.replaceAll('&', '\\u0026'), 'as \\u0026'),
  ],
};

export const textRecased: Hypothesis = {
  id: 'text-recased',
  title: 'The whole text is signed in another case of letters, the key too',
  fix: 'Hash the text as it is; only the digest is written in upper case.',
  remedy: 'upperHex',
  variants: () => [
    altering((text) => text.toLowerCase(), 'lower case'),
    altering((text) => text.toUpperCase(), 'upper case'),
  ],
};

export const textQuoted: Hypothesis = {
  id: 'text-quoted',
  title: 'The text is hashed with something around it',
  fix: 'Hash the text alone, without quotes, byte order mark or path.',
  remedy: 'exactText',
  variants: () => [
    altering((text) => `"${text}"`, 'quotes'),
    altering((text) => `'${text}'`, 'single quotes'),
    altering((text) => JSON.stringify(text), 'as a JSON text'),
    altering((text) => `\ufeff${text}`, 'a byte order mark'),
    altering((text) => `b'${text}'`, 'as Python shows bytes'),
  ],
};

function altering(apply: (text: string) => string, about?: string): Variant {
  return { stage: 'textMutation', apply, ...(about === undefined ? {} : { about }) };
}

/** Of the names that HTML also reads without the `;` (HTML Living Standard, 13.5), those that a parameter begins with. */
const legacy: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  not: '¬',
  para: '¶',
  curren: '¤',
  times: '×',
  copy: '©',
  reg: '®',
  sect: '§',
};

/** `&notifyUrl=` shows as `¬ifyUrl=` (and in an attribute, it does not). */
function asBrowser(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|not|para|curren|times|copy|reg|sect);?/g,
    (entity, name: string) => legacy[name] ?? entity,
  );
}
