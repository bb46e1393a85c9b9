import { everyAndEach, mapping, type ValueFormat, type Variant, withIds } from '../hypothesis.ts';
import { nestedFormats } from './nested.ts';

export const valueMistakes = /* @__PURE__ */ withIds({
  'values-trimmed': {
    title: 'White space in a value is missing from the base string',
    fix: 'Sign each value with the white space that you send, or trim the value before you sign and send it.',
    remedy: 'textAsSent',
    variants: () => [
      trimmedAndDropped,
      mapping('texts', (text) => text.trim(), 'trimmed, empty values kept'),
      mapping('texts', (text) => text.trimEnd(), 'trimmed at the end'),
      mapping('texts', (text) => text.trimStart(), 'trimmed at the beginning'),
      mapping('texts', (text) => text.replace(/\s+/g, ' '), 'runs of white space as one space'),
      mapping('texts', (text) => text.replace(/[\r\n]/g, ''), 'line breaks removed'),
    ],
  },
  'line-breaks-rewritten': {
    title: 'A line break is signed in one form and sent in another',
    fix: 'Sign each line break exactly as you send it. Browser forms and Windows use CR LF.',
    remedy: 'textAsSent',
    variants: () => [
      mapping('texts', (text) => text.replaceAll('\r\n', '\n'), 'CR LF as LF'),
      mapping('texts', (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'), 'LF as CR LF'),
      mapping('texts', (text) => text.replaceAll('\n', '\\n'), 'LF as \\n'),
      mapping('texts', (text) => text.replace(/\r?\n/g, ' '), 'as a space'),
      mapping('texts', (text) => text.replace(/\r?\n/g, '<br>'), 'as <br>'),
    ],
  },
  'values-recased': {
    title: 'The values are signed in a different letter case',
    fix: 'Sign each value exactly as you send it.',
    remedy: 'textAsSent',
    variants: ({ fields }) =>
      everyAndEach(fields, [
        ['lower case', (text) => text.toLowerCase()],
        ['upper case', (text) => text.toUpperCase()],
      ]),
  },
  'value-cut': {
    title: 'Only the beginning of a value is signed',
    fix: 'Sign the whole value. An unencoded form truncates the value at & or #. A short database column can also truncate the value.',
    remedy: 'textAsSent',
    variants: ({ fields }) => [
      splitAtAmpersands,
      ...everyAndEach(fields, [
        ...['&', '@', '?', '#', '=', '+', '%', ';', ' '].map(
          (mark): ValueFormat => [
            `up to ${mark === ' ' ? 'a space' : mark}`,
            (text) => text.split(mark, 1)[0] ?? text,
          ],
        ),
        ...[20, 32, 50, 64, 100, 128, 255].map(
          (length): ValueFormat => [`its first ${length} characters`, (text) => text.slice(0, length)],
        ),
      ]),
    ],
  },
  'values-in-lists': {
    title: 'Each value is signed as a list with one element',
    fix: 'Python’s parse_qs and Go’s url.Values return a list for each parameter. Sign the first value of each list.',
    remedy: 'textAsSent',
    variants: () => [
      mapping('texts', (text) => `['${text}']`, 'as Python'),
      mapping('texts', (text) => `[${text}]`, 'as Go and Java'),
      mapping('texts', (text) => `["${text}"]`, 'as JSON'),
    ],
  },
  'url-rewritten': {
    title: 'A URL is signed in one form and sent in another',
    fix: 'Convert the URL to a string once, then sign and send that string. URL objects, routers and proxies can rewrite the URL.',
    remedy: 'textAsSent',
    variants: ({ fields }) =>
      everyAndEach(
        fields,
        urlFormats.map(([about, write]) => [about, (text) => (address.test(text) ? write(text) : text)]),
      ),
  },
  'unicode-normalised': {
    title: 'Accented letters are signed in one Unicode form and sent in another',
    fix: 'Normalize each string to one Unicode form, then sign and send that string.',
    remedy: 'normalForm',
    variants: () =>
      (['NFC', 'NFD'] as const).map((form) => mapping('texts', (text) => text.normalize(form), form)),
  },
  'nested-rewritten': {
    title: 'A JSON value is signed in one format and sent in another',
    fix: 'Serialize each nested value to JSON once, then sign and send that string.',
    remedy: 'textAsSent',
    variants: () => nestedFormats.map(([about, write]): Variant => mapping('texts', write, about)),
  },
});

const trimmedAndDropped: Variant = {
  stage: 'texts',
  apply: (fields) =>
    fields.flatMap((field) => {
      const text = field.text.trim();
      if (text === field.text) return [field];
      return text === '' ? [] : [{ ...field, text }];
    }),
  about: 'trimmed',
};

/** Treats an unencoded form as if it were parsed again, so the part after a `&` becomes a parameter. */
const splitAtAmpersands: Variant = {
  stage: 'fields',
  apply: (fields) =>
    fields.flatMap((field) => {
      const [text = '', ...rest] = field.text.split('&');
      const more = rest.map((pair) => ({
        ...field,
        name: before(pair),
        text: pair.slice(before(pair).length + 1),
      }));
      return rest.length === 0 ? [field] : [{ ...field, text }, ...more];
    }),
  about: 'the part after & as parameters',
};

function before(pair: string): string {
  return pair.split('=', 1)[0] ?? '';
}

const address = /^https?:\/\//i;

const urlFormats: readonly ValueFormat[] = [
  ['normalized', (text) => (URL.canParse(text) ? new URL(text).href : text)],
  ['a slash at its end', (text) => `${text}/`],
  ['no slash at its end', (text) => text.replace(/\/$/, '')],
  ['without its query', (text) => text.replace(/[?#].*/, '')],
  ['without its fragment', (text) => text.replace(/#.*/, '')],
  ['https for http', (text) => text.replace(/^http:/i, 'https:')],
  ['http for https', (text) => text.replace(/^https:/i, 'http:')],
  ['without its scheme', (text) => text.replace(address, '')],
  ['its origin', (text) => text.replace(/^(https?:\/\/[^/?#]*).*/i, '$1')],
  ['its path', (text) => text.replace(/^https?:\/\/[^/?#]*/i, '')],
];
