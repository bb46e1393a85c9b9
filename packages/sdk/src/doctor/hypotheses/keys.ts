import { hash } from 'node:crypto';
import { type Facts, type NamedKey, type Variant, withIds } from '../hypothesis.ts';
import { mask } from '../masking.ts';
import type { SigningKey } from '../recipe.ts';
import { nothings } from './empties.ts';
import { decoded } from './escapes.ts';
import { percentEncodings } from './percent.ts';

const cleanKeyFix =
  'Sign with the key exactly as the merchant dashboard shows it, without any other characters or changes.';

export const keyMistakes = /* @__PURE__ */ withIds({
  'wrong-key-type': {
    title: 'The sign was made with the merchant’s other key',
    fix: 'Sign pay-ins and pay-in queries with mchKey (API Key). Sign payouts, balance queries and v1 requests with mchSecret (API Secret).',
    remedy: 'rightKey',
    variants: ({ keys, key }) =>
      keys
        .filter(({ other, name, text }) => other === undefined && name !== key.name && text !== key.text)
        .map((some) => using(some, `${some.name} for ${key.name}`)),
  },
  'other-merchants-key': {
    title: 'The sign was made with the key of another merchant',
    fix: 'This key belongs to another mchId. Use the mchId and the key of the same merchant.',
    remedy: 'rightKey',
    variants: ({ keys }) =>
      keys
        .filter(({ other }) => other !== undefined)
        .map((some, at): Variant => {
          const variant = using(some, some.other === '' ? some.name : `${some.name} of ${some.other}`);
          return at < maxPairedKeys ? variant : { ...variant, alone: true };
        }),
  },
  'merchant-id-as-key': {
    title: 'The Merchant ID was used as the key',
    fix: 'Sign with mchKey or mchSecret from the merchant dashboard. mchId only identifies the merchant.',
    remedy: 'rightKey',
    variants: ({ mchId, key }) =>
      mchId === undefined || mchId === key.text ? [] : [using({ text: mchId, shown: mchId })],
  },
  'key-with-white-space': {
    title: 'White space around the key was signed or removed',
    fix: 'When you read the key from a file or the environment, remove white space around the key. A file usually ends with a line break.',
    remedy: 'cleanKey',
    variants: (facts) => [
      ...[
        ['\n', 'a line break after it'],
        ['\r\n', 'CR LF after it'],
        [' ', 'a space after it'],
        ['\t', 'a tab after it'],
        ['\u00a0', 'a no-break space after it'],
        ['\u200b', 'a zero width space after it'],
      ].map(([mark = '', about]) => respelt(facts, (key) => key + mark, about)),
      respelt(facts, (key) => ` ${key}`, 'a space before it'),
      respelt(facts, (key) => ` ${key} `, 'a space on both sides'),
      respelt(facts, (key) => key.trim(), 'trimmed'),
      respelt(facts, (key) => key.replace(/\s+/g, ''), 'removed'),
    ],
  },
  'key-quoted': {
    title: 'Quotes or brackets around the key are signed',
    fix: 'When you read the key, remove the quotes. Docker keeps the quotes of an .env file.',
    remedy: 'cleanKey',
    variants: (facts) =>
      ['""', "''", '“”', '<>'].map((marks) =>
        respelt(facts, (key) => marks.slice(0, 1) + key + marks.slice(1), marks),
      ),
  },
  'key-with-bom': {
    title: 'A byte order mark before the key is signed',
    fix: 'Save the key file as UTF-8 without a byte order mark, or remove U+FEFF when you read the file.',
    remedy: 'cleanKey',
    variants: (facts) => [
      respelt(facts, (key) => `\ufeff${key}`),
      respelt(facts, (key) => `\u00ef\u00bb\u00bf${key}`, 'read as Latin-1'),
    ],
  },
  'key-recased': {
    title: 'The key is signed in a different letter case',
    fix: cleanKeyFix,
    remedy: 'cleanKey',
    variants: (facts) => [
      respelt(facts, (key) => key.toLowerCase(), 'lower case'),
      respelt(facts, (key) => key.toUpperCase(), 'upper case'),
    ],
  },
  'key-hashed': {
    title: 'A hash of the key is signed instead of the key',
    fix: cleanKeyFix,
    remedy: 'cleanKey',
    variants: (facts) => [
      hashed(facts, (key) => hash('md5', key), 'MD5'),
      hashed(facts, (key) => hash('md5', key).toUpperCase(), 'MD5, upper case'),
      hashed(facts, (key) => hash('sha256', key), 'SHA-256'),
    ],
  },
  'key-encoded': {
    title: 'The key was encoded or decoded before signing',
    fix: cleanKeyFix,
    remedy: 'cleanKey',
    variants: (facts) => [
      ...percentEncodings
        .slice(0, 2)
        .map(([about, encode]) => hashed(facts, encode, `URL-encoded, ${about}`)),
      hashed(facts, (key) => Buffer.from(key).toString('base64'), 'base64'),
      hashed(facts, (key) => Buffer.from(key).toString('hex'), 'hexadecimal'),
      hashed(facts, (key) => Buffer.from(key, 'base64').toString(), 'base64 decoded'),
      hashed(facts, fromHex, 'hexadecimal decoded'),
      hashed(facts, decoded, 'URL-decoded'),
    ],
  },
  'key-not-set': {
    title: 'The sign was made without a key, because the key was not set',
    fix: 'Check whether the environment variable of the key is empty or misspelt. Stop the program if the variable is missing.',
    remedy: 'cleanKey',
    variants: () => [
      ...nothingSet.map((text) => using({ text, shown: text }, text === '' ? 'empty' : text)),
      ...keyWords
        .flatMap((word) => [word, `$${word}`, `\${${word}}`, `{${word}}`, `<${word}>`])
        .map((text): Variant => ({ ...using({ text, shown: text }, text), alone: true })),
    ],
  },
  'key-misread': {
    title: 'Characters of the key were lost or replaced when the program read the key',
    fix: 'In a shell or an .env file, put the key in single quotes. Do not decode +, $, \\ or quotes in the key.',
    remedy: 'cleanKey',
    variants: (facts) => [
      respelt(facts, (key) => key.replaceAll('+', ' '), '+ as a space'),
      respelt(facts, (key) => key.replace(variable, ''), '$ and the name after it'),
      respelt(facts, (key) => key.replace(/["']/g, ''), 'quotes'),
      respelt(facts, (key) => key.replaceAll('\\', ''), 'backslashes'),
      respelt(
        facts,
        (key) => key.replace(variable, '').replace(/["'\\]/g, ''),
        'everything that a shell interprets',
      ),
    ],
  },
  'keys-joined': {
    title: 'The merchant’s two keys are joined and used as one key',
    fix: 'Sign with one key. Use mchKey for pay-ins and pay-in queries, and mchSecret for everything else.',
    remedy: 'rightKey',
    variants: ({ keys }) => {
      const own = keys.filter(({ other }) => other === undefined);
      return own.flatMap((one) =>
        own
          .filter(({ name }) => name !== one.name)
          .flatMap((two) =>
            ['', '&', '|'].map((mark) => {
              const joined = { text: one.text + mark + two.text, shown: one.shown + mark + two.shown };
              return using(joined, `${one.name}, ${two.name}${mark === '' ? '' : ` with ${mark}`}`);
            }),
          ),
      );
    },
  },
  'key-cut': {
    title: 'Only part of the key is used',
    fix: 'Copy the whole key. Check that the database column of the key is long enough.',
    remedy: 'cleanKey',
    variants: (facts) => [
      cut(facts, (key) => key.slice(0, -1), 'without its last character'),
      cut(facts, (key) => key.slice(1), 'without its first character'),
      ...[8, 10, 12, 16, 20, 24, 30, 32, 50, 64].map((length) =>
        cut(facts, (key) => key.slice(0, length), `its first ${length} characters`),
      ),
      cut(facts, (key) => key.split('#', 1)[0] ?? key, 'up to #'),
      cut(facts, (key) => key.split('$', 1)[0] ?? key, 'up to $'),
      cut(facts, (key) => key.split('=', 1)[0] ?? key, 'up to ='),
      cut(facts, (key) => key.split('&', 1)[0] ?? key, 'up to &'),
    ],
  },
});

/** Maximum number of other merchants' keys that the search combines with another mistake. */
const maxPairedKeys = 4;

/** Placeholder strings that a program uses instead of a missing key. */
const nothingSet = ['', ...nothings, 'false', '[object Object]', 'Array', mask];
/** Terms for a key in the manual and in programs. */
const keyWords = [
  ...['key', 'mchKey', 'mchSecret', 'secret', 'MCH_KEY', 'MCH_SECRET', 'API_KEY', 'API_SECRET'],
  ...['YOUR_API_KEY', 'YOUR_API_SECRET', 'YOUR_KEY', 'INRGATE_MCH_KEY', 'INRGATE_MCH_SECRET'],
];

/** Matches `$name` and `$1`, which a shell and PHP's double quotes replace with an empty value. */
const variable = /\$(?:[A-Za-z_]\w*|\d)/g;

function using({ text, shown }: SigningKey, about?: string): Variant {
  return { stage: 'key', apply: { text, shown }, about };
}

/** Variants with an altered key. Each variant alters the key's mask in the same way. */
function respelt({ key }: Facts, respell: (key: string) => string, about?: string): Variant {
  const { text, shown }: NamedKey = key;
  return using({ text: respell(text), shown: respell(shown) }, about);
}

/** Variants with a hash, an encoding or a part of the key. Results never show them, because they reveal the key. */
function hashed({ key }: Facts, make: (key: string) => string, about: string): Variant {
  return using({ text: make(key.text), shown: key.shown }, about);
}

const cut = hashed;

function fromHex(key: string): string {
  return /^(?:[0-9A-Fa-f]{2})+$/.test(key) ? Buffer.from(key, 'hex').toString('latin1') : key;
}
