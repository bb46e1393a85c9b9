import { type Facts, type Variant, withIds } from '../hypothesis.ts';
import type { Field, Fields } from '../recipe.ts';
import { otherName } from '../spec-names.ts';

/** Strings that languages write for a missing value. */
export const nothings = ['null', 'undefined', 'None', '<nil>'];

export const emptyMistakes = /* @__PURE__ */ withIds({
  'empty-values-signed': {
    title: 'Empty values are signed',
    fix: 'Leave out each parameter, including its name, if the value is empty or null.',
    remedy: 'dropEmpty',
    variants: ({ fields }) => [{ stage: 'empties', apply: keepAll }, ...(isMixed(fields) ? onlySome : [])],
  },
  'null-signed-as-text': {
    title: 'A missing value is signed as a word such as null',
    fix: 'Leave out parameters without a value. Do not sign null, undefined or None as a value.',
    remedy: 'dropEmpty',
    variants: ({ fields }) => nothings.flatMap((word) => written(word, isMixed(fields))),
  },
  'falsy-dropped': {
    title: 'A parameter that has a value is left out',
    fix: 'Leave out only empty strings and null. 0, 0.00 and false are values, so sign them.',
    remedy: 'dropEmpty',
    variants: () => [
      dropping(/^0$/, '0'),
      dropping(/^(?:0|false)$/i, '0 and false'),
      dropping(/^(?:-?0(?:\.0*)?|false)$/i, '0, 0.00 and false'),
      dropping(/^false$/i, 'false'),
      dropping(/^\s*$/, 'white space'),
    ],
  },
});

function keepAll(fields: Fields): Fields {
  return fields.map((field) => (field.text === '' ? { ...field, kept: true } : field));
}

/** Returns true if the parameters contain both nulls and empty strings, which a form does not distinguish. */
function isMixed(fields: Fields): boolean {
  const empty = fields.filter(({ text }) => text === '');
  return empty.some(isNull) && !empty.every(isNull);
}

const isNull = ({ kind }: Field) => kind === 'null';

const onlySome: readonly Variant[] = [
  {
    stage: 'empties',
    apply: (fields) => keepAll(fields.filter((field) => !isNull(field))),
    about: 'empty strings, not null',
  },
  {
    stage: 'empties',
    apply: (fields) => keepAll(fields.filter((field) => field.text !== '' || isNull(field))),
    about: 'null, not empty strings',
  },
];

function written(word: string, mixed: boolean): readonly Variant[] {
  const some: Variant = {
    stage: 'empties',
    apply: (fields) => fields.map((field) => (field.text === '' ? { ...field, text: word } : field)),
    about: word,
  };
  if (!mixed) return [some];
  const inNulls = (fields: Fields) =>
    fields.map((field) => (isNull(field) ? { ...field, text: word } : field));
  return [
    {
      stage: 'empties',
      apply: (fields) => inNulls(fields).filter(({ text }) => text !== ''),
      about: `null as ${word}`,
    },
    {
      stage: 'empties',
      apply: (fields) => keepAll(inNulls(fields)),
      about: `null as ${word}, and empty values too`,
    },
    some,
  ];
}

function dropping(which: RegExp, about: string): Variant {
  return {
    stage: 'empties',
    apply: (fields) => fields.filter(({ text, kept }) => kept || (text !== '' && !which.test(text))),
    about,
  };
}

/** A parameter that the client signed with no value, or signed but did not send. */
export function added(name: string, text: string): Field {
  return { name, text, kind: 'string', kept: true };
}

/** Known parameter names that the client sent neither directly nor as an alias. */
export function absentNames({ known, fields }: Facts): readonly string[] {
  const sent = new Set(fields.map(({ name }) => name));
  return known.filter((name) => !sent.has(name) && !sent.has(otherName(name) ?? ''));
}
