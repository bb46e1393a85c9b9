import { type Variant, withIds } from '../hypothesis.ts';
import type { Field, Fields } from '../recipe.ts';
import { added } from './empties.ts';
import { percentEncodings } from './percent.ts';

const fix = 'Write each parameter as name=value and join them with only & between them.';

export const joinMistakes = /* @__PURE__ */ withIds({
  'joined-otherwise': {
    title: 'The parameters are joined in the wrong format',
    fix,
    remedy: 'joinPairs',
    variants: () => [
      joining(({ name, text }) => `${name}=${text}`, '', 'no & between them'),
      joining(({ name, text }) => name + text, '', 'neither = nor &'),
      joining(({ text }) => text, '', 'only values'),
      joining(({ name, text }) => name + text, '&', 'no ='),
      joining(({ text }) => text, '&', 'only values, with &'),
      ...['|', ',', ';', '\n', ' '].flatMap((mark) => [
        joining(({ name, text }) => `${name}=${text}`, mark, `${markInWords(mark)} for &`),
        joining(({ text }) => text, mark, `only values, with ${markInWords(mark)}`),
      ]),
      joining(({ name, text }) => `${name}=${text}`, '&amp;', '&amp; for &'),
      joining(({ name, text }) => `${name}:${text}`, '&', ': for ='),
      joining(({ name, text }) => `${name} = ${text}`, '&', 'spaces around ='),
      joining(({ name, text }) => `${name}:${text}`, ',', ': for = and , for &'),
      ...[';', '|', ',', '\n', ' ', ''].flatMap((mark) => [
        withKey(({ name, text }) => `${name}=${text}`, mark, `${markInWords(mark)} for &`),
        withKey(({ text }) => text, mark, `only values, with ${markInWords(mark)}`),
      ]),
      withKey(({ name, text }) => `${name} = ${text}`, '&', 'spaces around ='),
      withKey(({ name, text }) => `${name}:${text}`, '&', ': for ='),
      withKey(({ name, text }) => `${name}:${text}`, ',', ': for = and , for &'),
      framed('', '&', '& at the end'),
      framed('&', '', '& in front'),
    ],
  },
  'json-signed': {
    title: 'The JSON body is signed',
    fix,
    remedy: 'joinPairs',
    variants: () => [
      asJson('{', ',', ':', '}'),
      asJson('{', ', ', ': ', '}', 'with spaces'),
      asJson('{\n  ', ',\n  ', ': ', '\n}', 'with line breaks'),
    ],
  },
  'pairs-url-encoded': {
    title: 'The whole base string is URL-encoded, including = and &',
    fix: 'Sign the plain base string. Encode values only when you send a form or a URL.',
    remedy: 'rawValues',
    variants: () => [
      ...percentEncodings.map(
        ([about, encode]): Variant => ({
          stage: 'textMutation',
          apply: encode,
          about: `with the key, ${about}`,
        }),
      ),
      ...percentEncodings.map(
        ([about, encode]): Variant => ({
          stage: 'join',
          apply: (fields) => encode(joined(fields, ({ name, text }) => `${name}=${text}`, '&')),
          about: `before the key, ${about}`,
        }),
      ),
    ],
  },
});

type Write = (field: Field) => string;

function joined(fields: Fields, write: Write, mark: string): string {
  return fields.map(write).join(mark);
}

function joining(write: Write, mark: string, about: string): Variant {
  return { stage: 'join', apply: (fields) => joined(fields, write, mark), about };
}

/** Appends the key with the separator of the parameters. */
function withKey(write: Write, mark: string, about: string): Variant {
  return {
    stage: 'keyPlacement',
    apply: (fields, key, put) => put(fields, (sorted) => joined([...sorted, added('key', key)], write, mark)),
    about: `${about}, before the key too`,
  };
}

function framed(before: string, after: string, about: string): Variant {
  const write: Write = ({ name, text }) => `${name}=${text}`;
  return { stage: 'join', apply: (fields) => before + joined(fields, write, '&') + after, about };
}

/** Describes a separator. For an invisible separator, adds its name. */
export function markInWords(mark: string): string {
  return { '\n': 'a line break', ' ': 'a space', '': 'nothing' }[mark] ?? mark;
}

function asJson(...[open, comma, colon, close, about]: [string, string, string, string, string?]): Variant {
  const write: Write = ({ name, text, kind }) =>
    JSON.stringify(name) + colon + (kind === 'number' || kind === 'boolean' ? text : JSON.stringify(text));
  const apply = (fields: Fields) => open + joined(fields, write, comma) + close;
  return { stage: 'join', apply, about };
}
