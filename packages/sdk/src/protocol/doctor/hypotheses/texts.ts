import { type Hypothesis, mapping, type Variant } from '../hypothesis.ts';
import { nestedWritings } from './nested.ts';

export const valuesTrimmed: Hypothesis = {
  id: 'values-trimmed',
  title: 'White space of a value is missing in the signed text',
  fix: 'Sign a value with the white space that it is sent with, or trim it before both.',
  remedy: 'textAsSent',
  variants: () => [
    trimmedAndDropped,
    mapping('texts', (text) => text.trim(), 'trimmed, nothing left out'),
    mapping('texts', (text) => text.trimEnd(), 'trimmed at the end'),
    mapping('texts', (text) => text.trimStart(), 'trimmed at the beginning'),
    mapping('texts', (text) => text.replace(/\s+/g, ' '), 'runs made one space'),
    mapping('texts', (text) => text.trim().replace(/\s+/g, ' '), 'trimmed and runs made one space'),
    mapping('texts', (text) => text.replace(/\s+/g, ''), 'all removed'),
    mapping('texts', (text) => text.replaceAll(' ', ''), 'spaces removed'),
    mapping('texts', (text) => text.replace(/[\r\n]/g, ''), 'line breaks removed'),
  ],
};

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

export const lineBreaksRewritten: Hypothesis = {
  id: 'line-breaks-rewritten',
  title: 'A line break is signed in another form than it was sent',
  fix: 'Sign a line break as it is sent: a browser’s form and Windows write CR and LF.',
  remedy: 'textAsSent',
  variants: () => [
    mapping('texts', (text) => text.replaceAll('\r\n', '\n'), 'CR LF as LF'),
    mapping('texts', (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'), 'LF as CR LF'),
    mapping('texts', (text) => text.replaceAll('\n', '\\n'), 'LF as \\n'),
    mapping('texts', (text) => text.replace(/\r?\n/g, ' '), 'as a space'),
    mapping('texts', (text) => text.replace(/\r?\n/g, '<br>'), 'as <br>'),
  ],
};

export const valuesRecased: Hypothesis = {
  id: 'values-recased',
  title: 'The values are signed in another case of letters',
  fix: 'Sign each value letter by letter as it is sent.',
  remedy: 'textAsSent',
  variants: () => [
    mapping('texts', (text) => text.toLowerCase(), 'lower case'),
    mapping('texts', (text) => text.toUpperCase(), 'upper case'),
    mapping('texts', (text, name) => (name === 'ifsc' ? text.toUpperCase() : text), 'ifsc, upper case'),
    mapping('texts', (text, name) => (name === 'upiId' ? text.toLowerCase() : text), 'upiId, lower case'),
  ],
};

export const unicodeNormalised: Hypothesis = {
  id: 'unicode-normalised',
  title: 'Accented letters are signed in another Unicode form than they were sent',
  fix: 'Bring a text into one Unicode form once, and sign and send that same text.',
  remedy: 'normalForm',
  variants: () =>
    (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) =>
      mapping('texts', (text) => text.normalize(form), form),
    ),
};

export const charactersReplaced: Hypothesis = {
  id: 'characters-replaced',
  title: 'Characters were replaced before the text was signed',
  fix: 'Sign every character that is sent: emoji, dashes, quotes and special spaces too.',
  remedy: 'textAsSent',
  variants: () => [
    mapping('texts', (text) => text.replace(/\p{Extended_Pictographic}/gu, ''), 'emoji removed'),
    mapping('texts', (text) => text.replace(/[^\0-\uffff]/gu, ''), 'emoji removed, as utf8 of MySQL'),
    mapping('texts', (text) => text.replace(/[^\0-\uffff]/gu, '?'), 'emoji as ?'),
    mapping('texts', (text) => text.replace(/[^\0-\u007f]/gu, ''), 'what is not ASCII removed'),
    mapping('texts', (text) => text.replaceAll('\u00a0', ' '), 'no-break space as a space'),
    mapping(
      'texts',
      (text) => text.replace(/[\u200b-\u200d\u2060\ufeff]/g, ''),
      'invisible characters removed',
    ),
    mapping('texts', plainPunctuation, 'curly quotes and long dashes as plain ones'),
    mapping('texts', (text) => text.replace(/[\uff01-\uff5e]/g, halfWidth), 'full-width as plain characters'),
    mapping('texts', (text) => text.replace(/<[^<>]*>/g, ''), 'tags removed'),
    mapping('texts', (text) => text.replaceAll('\0', ''), 'NUL removed'),
  ],
};

function plainPunctuation(text: string): string {
  return text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replaceAll('\u2026', '...');
}

function halfWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}

export const nestedRewritten: Hypothesis = {
  id: 'nested-rewritten',
  title: 'A value that is JSON is signed in another writing than it was sent',
  fix: 'Write a nested value as JSON text once, and sign and send that same text.',
  remedy: 'textAsSent',
  variants: () => nestedWritings.map(([about, write]): Variant => mapping('texts', write, about)),
};
