import { type Facts, type Hypothesis, mapping, type Variant } from '../hypothesis.ts';
import type { Fields } from '../recipe.ts';
import { otherName } from '../spec-names.ts';
import { absentNames, added } from './empties.ts';
import { decoded, mended, withoutBackslashes, withoutEntities } from './escapes.ts';
import { fieldLeftOut } from './fields.ts';
import { wrongKeyType } from './keys.ts';
import { numberFormats } from './numbers.ts';

/**
 * What happens to a callback between the gateway and the one who verifies it. The sign is right, and the body is not
 * what was signed, so each of these undoes an alteration.
 */
const fix = 'Keep the body byte for byte as it arrived, and verify it before anything reads or rewrites it.';

export const otherKey: Hypothesis = {
  ...wrongKeyType,
  title: 'The sign was made with the other key of the merchant',
  fix: 'Verify pay-in callbacks with mchKey, and those of payouts and links with mchSecret; the two may be swapped in your settings.',
};

const numbersReserialised: Hypothesis = {
  id: 'numbers-reserialised',
  title: 'Numbers were parsed and written again, as 500 for 500.00',
  fix,
  remedy: 'rawBody',
  variants: ({ fields }) =>
    numberFormats(fields, [
      'two decimals',
      'six decimals',
      'four decimals',
      'without decimals',
      'one decimal',
    ]).map((variant) => ({ ...variant, about: `signed with ${variant.about}` })),
};

const booleansReserialised: Hypothesis = {
  id: 'booleans-reserialised',
  title: 'A boolean was parsed and written again, as 1 or True for true',
  fix,
  remedy: 'rawBody',
  variants: () => [
    ...['1', 'True', 'TRUE'].map((word) =>
      mapping(
        'numbers',
        (text, name) => (name === 'test' && text === word ? 'true' : text),
        `true as ${word}`,
      ),
    ),
    mapping('numbers', (text) => (text === 'True' ? 'true' : text === 'False' ? 'false' : text), 'as Python'),
  ],
};

const plusLost: Hypothesis = {
  id: 'plus-lost',
  title: 'A + became a space',
  fix: 'Decode a form once: %2B is +, and a + is a space; nothing else may touch it.',
  remedy: 'rawBody',
  variants: () => [
    mapping('origins', (text) => text.replaceAll(' ', '+'), 'every space'),
    mapping(
      'escapes',
      (text, name) => (/time|_at$/i.test(name) ? text.replaceAll(' ', '+') : text),
      'in times',
    ),
    mapping('origins', (text) => text.replace(/ ([0-9])/g, '+$1'), 'before digits'),
    mapping('origins', (text) => text.replace(/^ /, '+'), 'the first character'),
  ],
};

const notDecoded: Hypothesis = {
  id: 'not-decoded',
  title: 'The values are still escaped',
  fix: 'Decode a form once, %XX and + alike, and sign the decoded values.',
  remedy: 'rawBody',
  variants: () => [
    mapping('origins', (text) => decoded(text.replaceAll('+', ' ')), 'URL-encoded'),
    mapping('origins', decoded, 'URL-encoded, + kept'),
    mapping('origins', (text) => text.replaceAll('+', ' '), '+ for a space'),
    mapping('origins', (text) => decoded(decoded(text)), 'URL-encoded twice'),
    mapping('origins', withoutEntities, 'as HTML'),
    mapping('origins', withoutBackslashes, 'with backslashes'),
  ],
};

const misread: Hypothesis = {
  id: 'utf8-misread',
  title: 'UTF-8 was read as Latin-1',
  fix: 'Read the body as UTF-8, whatever the platform’s default is.',
  remedy: 'utf8',
  variants: () => [
    mapping('texts', mended),
    mapping('texts', (text) => mended(mended(text)), 'twice'),
    ...(['NFC', 'NFD'] as const).map((form) =>
      mapping('texts', (text) => text.normalize(form), `${form} lost`),
    ),
  ],
};

const fieldAdded: Hypothesis = {
  ...fieldLeftOut,
  id: 'field-added',
  title: 'A field was added that the gateway did not sign',
  fix: 'Verify the body alone: a framework adds route and query parameters to the fields of the body.',
  remedy: 'rawBody',
};

const fieldDropped: Hypothesis = {
  id: 'field-dropped',
  title: 'A field of the callback is missing',
  fix: 'Verify every field that arrived, also those that you do not know: keep the raw body.',
  remedy: 'rawBody',
  variants: (facts) => [...aliases(facts), ...told(facts)],
};

/** A field and its alias have the same value. */
function aliases({ fields, known }: Facts): readonly Variant[] {
  const sent = new Set(fields.map(({ name }) => name));
  const missing = fields.flatMap((field) => {
    const name = otherName(field.name);
    return name === undefined || sent.has(name) || !known.includes(name) ? [] : [{ ...field, name }];
  });
  const each = missing.length > 1 ? missing.map((field) => [field]) : [];
  return [missing, ...each].filter((more) => more.length > 0).map(restoring);
}

/** Those whose value can be told: what is always so, and what is the same as another. */
function told(facts: Facts): readonly Variant[] {
  const textOf = (name: string) => facts.fields.find((field) => field.name === name)?.text ?? '';
  const values: readonly (readonly [string, readonly string[]])[] = [
    ['test', ['true']],
    ['tradeType', ['INRUPI', 'usdt']],
    ['status', ['success', 'failed', 'processing']],
    ['currency', ['INR', 'USDT']],
    ['paidAmount', [textOf('amount')]],
    ['amount', [textOf('paidAmount')]],
    ['mchId', [facts.mchId ?? '']],
  ];
  const absent = new Set(absentNames(facts));
  return values.flatMap(([name, texts]) =>
    texts.filter((text) => text !== '' && absent.has(name)).map((text) => restoring([added(name, text)])),
  );
}

function restoring(more: Fields): Variant {
  return {
    stage: 'fields',
    apply: (fields) => [...fields, ...more],
    about: more.map(({ name }) => name).join(', '),
  };
}

const whiteSpaceLost: Hypothesis = {
  id: 'white-space-lost',
  title: 'White space at the end of a text was lost',
  fix: 'Verify the values before they are trimmed: Laravel and others trim every field.',
  remedy: 'rawBody',
  variants: ({ fields }) =>
    fields
      .filter(({ name, text }) => ['extra', 'message', 'note'].includes(name) && text !== '')
      .flatMap(({ name }) => [
        ...[' ', '\n', '\r\n', '  ', '\t'].map((space) =>
          mapping('texts', (text, some) => (some === name ? text + space : text), name),
        ),
        mapping('texts', (text, some) => (some === name ? ` ${text}` : text), `${name}, at the beginning`),
        mapping(
          'texts',
          (text, some) => (some === name ? text.replaceAll('\n', '\r\n') : text),
          `${name}, CR LF`,
        ),
      ]),
};

const noValueAsWord: Hypothesis = {
  id: 'no-value-as-word',
  title: 'A field without a value was made a word',
  fix,
  remedy: 'rawBody',
  variants: () => [
    {
      stage: 'empties',
      apply: (fields) => fields.filter(({ text }) => !/^(?:|null|undefined|none|nil|nan)$/i.test(text)),
    },
  ],
};

/** The most frequent first. */
export const alterations: readonly Hypothesis[] = [
  otherKey,
  numbersReserialised,
  booleansReserialised,
  plusLost,
  notDecoded,
  fieldDropped,
  noValueAsWord,
  fieldAdded,
  misread,
  whiteSpaceLost,
];
