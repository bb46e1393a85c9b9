import { type Variant, withIds } from '../hypothesis.ts';
import { entities, withoutEntities } from './escapes.ts';

export const baseStringMistakes = /* @__PURE__ */ withIds({
  'line-break-at-end': {
    title: 'A line break at the end of the key or the base string is hashed',
    fix: 'When you read the key from a file, remove white space around the key. Hash the base string without the line break that echo or println adds.',
    remedy: 'exactText',
    variants: () => [
      altering((text) => `${text}\n`),
      altering((text) => `${text}\r\n`, 'CR LF'),
      altering((text) => `${text} `, 'a space'),
    ],
  },
  'read-as-html': {
    title: 'The base string was copied from an HTML page that shows &not or &curren as one character',
    fix: 'Build the base string in code and print it as plain text. An HTML page shows &notifyUrl as ¬ifyUrl.',
    remedy: 'plainText',
    variants: () => [altering(asBrowser), altering(withoutEntities, 'only entities with ;')],
  },
  'html-escaped': {
    title: 'The base string is signed as escaped HTML, with each & as &amp;',
    fix: 'Sign the plain base string. Escape the base string only for output on an HTML page.',
    remedy: 'plainText',
    variants: () => [
      altering((text) => entities(text, { quote: '&quot;', apostrophe: '&#039;' })),
      altering((text) => entities(text, { quote: '&quot;', apostrophe: '&#x27;' }), 'as Python'),
      altering((text) => entities(text, { quote: '&#34;', apostrophe: '&#39;' }), 'as Go'),
      altering((text) => entities(text, { quote: '"', apostrophe: "'" }), 'quotes kept'),
      altering((text) => text.replaceAll('&', '&amp;'), 'only &'),
      altering((text) => text.replaceAll('&', '\\u0026'), 'as \\u0026'),
    ],
  },
  'text-recased': {
    title: 'The whole base string, including the key, is signed in a different letter case',
    fix: 'Hash the base string unchanged. Write only the digest in upper case.',
    remedy: 'upperHex',
    variants: () => [
      altering((text) => text.toLowerCase(), 'lower case'),
      altering((text) => text.toUpperCase(), 'upper case'),
    ],
  },
  'text-quoted': {
    title: 'The base string is hashed with extra characters around it',
    fix: 'Hash only the base string, without quotes, a byte order mark or a path.',
    remedy: 'exactText',
    variants: () => [
      altering((text) => `"${text}"`, 'quotes'),
      altering((text) => `'${text}'`, 'single quotes'),
      altering((text) => JSON.stringify(text), 'as a JSON string'),
      altering((text) => `\ufeff${text}`, 'a byte order mark'),
      altering((text) => `b'${text}'`, 'as Python shows bytes'),
    ],
  },
});

function altering(apply: (text: string) => string, about?: string): Variant {
  return { stage: 'textMutation', apply, about };
}

/** HTML entities that need no `;` (HTML Living Standard, 13.5) and are the beginning of a parameter name. */
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

/**
 * Changes a string as an HTML page does, which shows `&notifyUrl=` as `¬ifyUrl=`. Attribute values follow other rules.
 */
function asBrowser(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|not|para|curren|times|copy|reg|sect);?/g,
    (entity, name: string) => legacy[name] ?? entity,
  );
}
