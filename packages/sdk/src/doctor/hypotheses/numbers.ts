import { mapping, maxSingled, type Variant, withIds } from '../hypothesis.ts';
import type { Fields } from '../recipe.ts';
import { moneyNames } from '../spec-names.ts';

export const numberMistakes = /* @__PURE__ */ withIds({
  'number-rewritten': {
    title: 'A number is signed in one format and sent in another',
    fix: 'Format each amount once as a string with two decimals, then sign and send that string.',
    remedy: 'amountText',
    variants: ({ fields }) => numberFormats(fields),
  },
  'boolean-rewritten': {
    title: 'A boolean is signed in one format and sent in another',
    fix: 'Sign a boolean as true or false, exactly as you send it. By default, PHP writes 1 or an empty string, and Python writes True or False.',
    remedy: 'booleanText',
    variants: () => [
      falseLeftOut,
      ...[
        ['1', ''],
        ['1', '0'],
        ['True', 'False'],
        ['TRUE', 'FALSE'],
      ].map(([yes = '', no = '']) =>
        mapping(
          'numbers',
          (text) => (text === 'true' ? yes : text === 'false' ? no : text),
          `as ${no === '' ? `${yes} or nothing` : `${yes} or ${no}`}`,
        ),
      ),
    ],
  },
});

/** @param only the formats to try, by default all formats */
export function numberFormats(fields: Fields, only?: readonly string[]): readonly Variant[] {
  const scopes = [inMoney, ...(hasOtherNumbers(fields) ? [inAll] : []), ...inEach(fields)];
  const some = only === undefined ? formats : formats.filter(([about]) => only.includes(about));
  return scopes.flatMap((scope) => some.map(([about, write]) => scope(write, about)));
}

const falseLeftOut: Variant = {
  stage: 'numbers',
  apply: (fields) =>
    fields
      .filter(({ text }) => text !== 'false')
      .map((field) => (field.text === 'true' ? { ...field, text: '1' } : field)),
  about: 'as 1, false left out',
};

/** The parts of a decimal number. All digits are kept. */
interface Decimal {
  readonly minus: string;
  /** Integer part without leading zeros, at least `0`. */
  readonly whole: string;
  readonly fraction: string;
}

type Write = (decimal: Decimal) => string;

const maxDigits = 24;

const decimalPattern = /^(-?)([0-9]+)(?:\.([0-9]*))?$/;

function decimalOf(text: string): Decimal | undefined {
  if (text.length > maxDigits) return undefined;
  const parts = decimalPattern.exec(text);
  if (parts === null) return undefined;
  const [, minus = '', whole = '', fraction = ''] = parts;
  return { minus, whole: withoutZerosBefore(whole), fraction };
}

type Scope = (write: Write, about: string) => Variant;

const inMoney: Scope = (write, about) =>
  mapping('numbers', (text, name) => (moneyNames.has(name) ? rewritten(text, write) : text), about);

const inAll: Scope = (write, about) =>
  mapping('numbers', (text) => rewritten(text, write), `every number, ${about}`);

/** One scope for each number, because a client may have calculated only one of the values. Example: the amount. */
function inEach(fields: Fields): readonly Scope[] {
  const numbers = fields.filter(({ text }) => decimalOf(text) !== undefined).map(({ name }) => name);
  if (numbers.length < 2) return [];
  return numbers.slice(0, maxSingled).map(
    (which): Scope =>
      (write, about) => ({
        ...mapping(
          'numbers',
          (text, name) => (name === which ? rewritten(text, write) : text),
          `${which}, ${about}`,
        ),
        alone: true,
      }),
  );
}

function hasOtherNumbers(fields: Fields): boolean {
  return fields.some(({ name, text }) => !moneyNames.has(name) && decimalOf(text) !== undefined);
}

function rewritten(text: string, write: Write): string {
  const decimal = decimalOf(text);
  return decimal === undefined ? text : write(decimal);
}

const formats: readonly (readonly [string, Write])[] = [
  ['no decimals that are 0', shortest],
  ['at least one decimal', (decimal) => withPoint(shortest(decimal))],
  ['two decimals', (decimal) => fixed(decimal, 2)],
  ['without decimals', ({ minus, whole }) => minus + whole],
  ['in paise', inPaise],
  ['rounded', (decimal) => rounded(decimal, 0)],
  ['rounded, two decimals', (decimal) => `${rounded(decimal, 0)}.00`],
  ['decimals as 00', ({ minus, whole }) => `${minus}${whole}.00`],
  ['rounded to one decimal', (decimal) => rounded(decimal, 1)],
  ['rounded to one decimal, written with two', (decimal) => `${rounded(decimal, 1)}0`],
  ['with commas', (decimal) => fixed({ ...decimal, whole: grouped(decimal.whole, 3) }, 2)],
  ['with Indian commas', (decimal) => fixed({ ...decimal, whole: indian(decimal.whole) }, 2)],
  ['with commas, without decimals', ({ minus, whole }) => minus + grouped(whole, 3)],
  ['one decimal', (decimal) => fixed(decimal, 1)],
  ['four decimals', (decimal) => fixed(decimal, 4)],
  ['six decimals', (decimal) => fixed(decimal, 6)],
  ['exponent, as Java', exponent],
  ['exponent, as BigDecimal', bigDecimal],
  ['as a double', asDouble],
];

/** Float format of JavaScript and PHP: `500`, `1.5`. */
function shortest({ minus, whole, fraction }: Decimal): string {
  const rest = withoutZerosAfter(fraction);
  return minus + whole + (rest === '' ? '' : `.${rest}`);
}

/** Float format of Python and Java: `500.0`. */
function withPoint(text: string): string {
  return text.includes('.') ? text : `${text}.0`;
}

function fixed({ minus, whole, fraction }: Decimal, decimals: number): string {
  return `${minus}${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

function rounded({ minus, whole, fraction }: Decimal, decimals: 0 | 1): string {
  const up = (fraction[decimals] ?? '0') >= '5' ? 1n : 0n;
  const digits = String(BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + up);
  if (decimals === 0) return minus + digits;
  return `${minus}${digits.slice(0, -1) || '0'}.${digits.slice(-1)}`;
}

function inPaise({ minus, whole, fraction }: Decimal): string {
  return minus + withoutZerosBefore(whole + fraction.slice(0, 2).padEnd(2, '0'));
}

function grouped(whole: string, size: number): string {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= size)
    groups.unshift(whole.slice(Math.max(0, end - size), end));
  return groups.join(',');
}

/** Groups in lakh and crore: `1,23,456`. */
function indian(whole: string): string {
  return whole.length <= 3 ? whole : `${grouped(whole.slice(0, -3), 2)},${whole.slice(-3)}`;
}

function withoutZerosBefore(digits: string): string {
  let at = 0;
  while (at < digits.length - 1 && digits[at] === '0') at += 1;
  return digits.slice(at);
}

function withoutZerosAfter(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Scientific notation with one digit before the point, only for numbers from 1. */
function exponent(decimal: Decimal): string {
  const { minus, whole, fraction } = decimal;
  if (whole === '0') return shortest(decimal);
  const digits = withoutZerosAfter(whole + fraction);
  return `${minus}${digits.slice(0, 1)}.${digits.slice(1) || '0'}E${whole.length - 1}`;
}

/** `new BigDecimal("500.00").stripTrailingZeros().toString()` is `5E+2`. */
function bigDecimal(decimal: Decimal): string {
  const { minus, whole, fraction } = decimal;
  const unscaled = withoutZerosBefore(whole + fraction);
  const digits = withoutZerosAfter(unscaled);
  const zeros = unscaled.length - digits.length - fraction.length;
  if (zeros <= 0) return shortest(decimal);
  const power = whole.length - 1;
  return `${minus}${digits.slice(0, 1)}${digits.length > 1 ? `.${digits.slice(1)}` : ''}E+${power}`;
}

/** The value after a conversion to a 64-bit float. A long order number loses digits. */
function asDouble(decimal: Decimal): string {
  return String(Number(shortest(decimal)));
}
