import { type Facts, type Hypothesis, mapping, type Variant, withIds } from '../hypothesis.ts';
import type { Fields } from '../recipe.ts';
import { otherName } from '../spec-names.ts';
import { absentNames, added } from './empties.ts';
import { decoded, mended, withoutBackslashes, withoutEntities } from './escapes.ts';
import { fieldMistakes } from './fields.ts';
import { keyMistakes } from './keys.ts';
import { numberFormats } from './numbers.ts';

/**
 * Fix for a body that was altered between the gateway and the receiver. The sign is correct, and each hypothesis undoes
 * one alteration.
 */
const fix = 'Verify the raw body, byte for byte, before any code parses or rewrites it.';

export const otherKey: Hypothesis = {
  ...keyMistakes['wrong-key-type'],
  title: 'The sign was made with the merchant’s other key',
  fix: 'Verify pay-in callbacks with mchKey, and payout and link callbacks with mchSecret. Check that your settings do not swap the two keys.',
};

const bodyMistakes = /* @__PURE__ */ withIds({
  'numbers-reserialised': {
    title: 'Numbers were parsed and rewritten, for example 500.00 as 500',
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
  },
  'booleans-reserialised': {
    title: 'A boolean was parsed and rewritten, for example true as 1 or True',
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
      mapping(
        'numbers',
        (text) => (text === 'True' ? 'true' : text === 'False' ? 'false' : text),
        'as Python',
      ),
    ],
  },
  'plus-lost': {
    title: 'A + was decoded as a space',
    fix: 'Decode a form exactly once. Decode %2B as +, and + as a space.',
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
  },
  'not-decoded': {
    title: 'The values are still escaped',
    fix: 'Decode each %XX and + of a form once, and verify the decoded values.',
    remedy: 'rawBody',
    variants: () => [
      mapping('origins', (text) => decoded(text.replaceAll('+', ' ')), 'URL-encoded'),
      mapping('origins', decoded, 'URL-encoded, + kept'),
      mapping('origins', (text) => text.replaceAll('+', ' '), '+ for a space'),
      mapping('origins', (text) => decoded(decoded(text)), 'URL-encoded twice'),
      mapping('origins', withoutEntities, 'as HTML'),
      mapping('origins', withoutBackslashes, 'with backslashes'),
    ],
  },
  'field-dropped': {
    title: 'A field of the callback is missing',
    fix: 'Keep the raw body and verify every field in the body, including unknown fields.',
    remedy: 'rawBody',
    variants: (facts) => [...aliases(facts), ...told(facts)],
  },
  'no-value-as-word': {
    title: 'A field without a value was rewritten as a word such as null',
    fix,
    remedy: 'rawBody',
    variants: () => [
      {
        stage: 'empties',
        apply: (fields) => fields.filter(({ text }) => !/^(?:|null|undefined|none|nil|nan)$/i.test(text)),
      },
    ],
  },
  'field-added': {
    ...fieldMistakes['field-left-out'],
    title: 'A field was added that the gateway did not sign',
    fix: 'Verify only the fields of the body. Some frameworks add route and query parameters to these fields.',
    remedy: 'rawBody',
  },
  'utf8-misread': {
    title: 'UTF-8 was read as Latin-1',
    fix: 'Read the body as UTF-8 explicitly, not in the platform’s default encoding.',
    remedy: 'utf8',
    variants: () => [
      mapping('texts', mended),
      mapping('texts', (text) => mended(mended(text)), 'twice'),
      ...(['NFC', 'NFD'] as const).map((form) =>
        mapping('texts', (text) => text.normalize(form), `${form} lost`),
      ),
    ],
  },
  'white-space-lost': {
    title: 'White space at the end of a value was removed',
    fix: 'Verify the values before your code trims them. Frameworks such as Laravel trim every field.',
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
  },
});

/** Alterations of a body, most frequent first. */
export const alterations: readonly Hypothesis[] = [otherKey, .../* @__PURE__ */ Object.values(bodyMistakes)];

/** Restores a missing alias with the value of its main name. */
function aliases({ fields, known }: Facts): readonly Variant[] {
  const sent = new Set(fields.map(({ name }) => name));
  const missing = fields.flatMap((field) => {
    const name = otherName(field.name);
    return name === undefined || sent.has(name) || !known.includes(name) ? [] : [{ ...field, name }];
  });
  const each = missing.length > 1 ? missing.map((field) => [field]) : [];
  return [missing, ...each].filter((more) => more.length > 0).map(restoring);
}

/** Restores fields with a fixed value, or with the value of another field. */
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
