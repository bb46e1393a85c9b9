import type { Facts, Hypothesis, Variant } from '../hypothesis.ts';
import type { Field, Fields } from '../recipe.ts';
import { otherName } from '../spec-names.ts';

/** What languages make of no value when they write it into a text. */
export const nothings = ['null', 'undefined', 'None', '<nil>'];

export const emptyValuesSigned: Hypothesis = {
  id: 'empty-values-signed',
  title: 'Empty values are signed',
  fix: 'Leave a parameter that is empty or null out of the text, name and all.',
  remedy: 'dropEmpty',
  variants: ({ fields }) => [{ stage: 'empties', apply: keepAll }, ...(isMixed(fields) ? onlySome : [])],
};

export const nullSignedAsText: Hypothesis = {
  id: 'null-signed-as-text',
  title: 'No value is signed as a word',
  fix: 'Leave a parameter without a value out of the text; it must not be written as null, undefined or None.',
  remedy: 'dropEmpty',
  variants: ({ fields }) => nothings.flatMap((word) => written(word, isMixed(fields))),
};

function keepAll(fields: Fields): Fields {
  return fields.map((field) => (field.text === '' ? { ...field, kept: true } : field));
}

/** Nulls and empty texts together; a form cannot tell them apart. */
function isMixed(fields: Fields): boolean {
  const empty = fields.filter(({ text }) => text === '');
  return empty.some(isNull) && !empty.every(isNull);
}

const isNull = ({ kind }: Field) => kind === 'null';

const onlySome: readonly Variant[] = [
  {
    stage: 'empties',
    apply: (fields) => keepAll(fields.filter((field) => !isNull(field))),
    about: 'empty texts, not null',
  },
  {
    stage: 'empties',
    apply: (fields) => keepAll(fields.filter((field) => field.text !== '' || isNull(field))),
    about: 'null, not empty texts',
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

export const falsyDropped: Hypothesis = {
  id: 'falsy-dropped',
  title: 'A value that is no empty text is left out',
  fix: 'Leave out only what is empty or null: 0, 0.00 and false are values, and signed.',
  remedy: 'dropEmpty',
  variants: () => [
    dropping(/^0$/, '0'),
    dropping(/^(?:0|false)$/i, '0 and false'),
    dropping(/^(?:-?0(?:\.0*)?|false)$/i, '0, 0.00 and false'),
    dropping(/^false$/i, 'false'),
    dropping(/^\s*$/, 'white space'),
  ],
};

function dropping(which: RegExp, about: string): Variant {
  return {
    stage: 'empties',
    apply: (fields) => fields.filter(({ text, kept }) => kept || (text !== '' && !which.test(text))),
    about,
  };
}

/** A parameter that has no value, or was not sent, in the making of a text. */
export function added(name: string, text: string): Field {
  return { name, text, kind: 'string', kept: true };
}

/** Names that belong to such a request and were not sent, under their alias either. */
export function absentNames({ known, fields }: Facts): readonly string[] {
  const sent = new Set(fields.map(({ name }) => name));
  return known.filter((name) => !sent.has(name) && !sent.has(otherName(name) ?? ''));
}
