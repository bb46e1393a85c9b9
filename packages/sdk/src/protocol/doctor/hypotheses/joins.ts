import type { Hypothesis, Variant } from '../hypothesis.ts';
import type { Field, Fields } from '../recipe.ts';
import { percentEncodings } from './percent.ts';

const fix = 'Write each parameter as name=value and join them with &, with nothing else in between.';

export const joinedOtherwise: Hypothesis = {
  id: 'joined-otherwise',
  title: 'The parameters are joined in another form',
  fix,
  remedy: 'joinPairs',
  variants: () => [
    joining(({ name, text }) => `${name}=${text}`, '', 'no & between them'),
    joining(({ name, text }) => name + text, '', 'neither = nor &'),
    joining(({ text }) => text, '', 'values alone'),
    joining(({ name, text }) => name + text, '&', 'no ='),
    joining(({ text }) => text, '&', 'values alone, with &'),
    ...['|', ',', ';', '\n', ' ', '+', '^', '#', '-'].flatMap((mark) => [
      joining(({ name, text }) => `${name}=${text}`, mark, `${markInWords(mark)} for &`),
      joining(({ text }) => text, mark, `values alone, with ${markInWords(mark)}`),
    ]),
    joining(({ name, text }) => `${name}=${text}`, '&amp;', '&amp; for &'),
    joining(({ name, text }) => `${name}=${text}`, ' & ', 'spaces around &'),
    joining(({ name, text }) => `${name}:${text}`, '&', ': for ='),
    joining(({ name, text }) => `${name} = ${text}`, '&', 'spaces around ='),
    joining(({ name, text }) => `${name}:${text}`, ',', ': for = and , for &'),
    joining(({ name, text }) => `${name}="${text}"`, '&', 'values in quotes'),
    joining(({ name, text }) => `${name}='${text}'`, '&', 'values in single quotes'),
    framed('', '&', '& at the end'),
    framed('&', '', '& in front'),
    framed('?', '', '? in front'),
    framed('{', '}', 'in braces'),
  ],
};

export const jsonSigned: Hypothesis = {
  id: 'json-signed',
  title: 'The JSON body is signed',
  fix,
  remedy: 'joinPairs',
  variants: () => [
    asJson('{', ',', ':', '}'),
    asJson('{', ', ', ': ', '}', 'with spaces'),
    asJson('{\n  ', ',\n  ', ': ', '\n}', 'with line breaks'),
    asJson('{\n    ', ',\n    ', ': ', '\n}', 'with line breaks, four spaces'),
  ],
};

export const pairsUrlEncoded: Hypothesis = {
  id: 'pairs-url-encoded',
  title: 'The text is signed URL-encoded as a whole, = and & too',
  fix: 'Sign the plain text; encode values only where a form or an address is sent.',
  remedy: 'rawValues',
  variants: () => [
    ...percentEncodings.map(
      ([about, encode]): Variant => ({ stage: 'whole', apply: encode, about: `with the key, ${about}` }),
    ),
    ...percentEncodings.map(
      ([about, encode]): Variant => ({
        stage: 'join',
        apply: (fields) => encode(joined(fields, ({ name, text }) => `${name}=${text}`, '&')),
        about: `before the key, ${about}`,
      }),
    ),
  ],
};

type Write = (field: Field) => string;

function joined(fields: Fields, write: Write, mark: string): string {
  return fields.map(write).join(mark);
}

function joining(write: Write, mark: string, about: string): Variant {
  return { stage: 'join', apply: (fields) => joined(fields, write, mark), about };
}

function framed(before: string, after: string, about: string): Variant {
  const write: Write = ({ name, text }) => `${name}=${text}`;
  return { stage: 'join', apply: (fields) => before + joined(fields, write, '&') + after, about };
}

/** A mark between two values, where those that do not show have a name. */
export function markInWords(mark: string): string {
  return mark === '\n' ? 'a line break' : mark === ' ' ? 'a space' : mark;
}

function asJson(...[open, comma, colon, close, about]: [string, string, string, string, string?]): Variant {
  const write: Write = ({ name, text, kind }) =>
    JSON.stringify(name) + colon + (kind === 'number' || kind === 'boolean' ? text : JSON.stringify(text));
  const apply = (fields: Fields) => open + joined(fields, write, comma) + close;
  return { stage: 'join', apply, ...(about === undefined ? {} : { about }) };
}
