/** How languages write a value: URL-encoded, as a number, as a time, as HTML or in JSON. */
export type Write = (text: string) => string;
export type Format = readonly [about: string, write: Write];

/** Creates an encoder like `encodeURIComponent` that also encodes these marks, and optionally writes spaces as `+`. */
function encoder(marks: string, { plus = false, lower = false, kept = '' } = {}): Write {
  return (text) => {
    if (!/[^A-Za-z0-9_.-]/.test(text)) return text;
    let made = encodeURIComponent(text.toWellFormed()).replace(/[!~*'()]/g, (mark) =>
      marks.includes(mark) ? `%${mark.charCodeAt(0).toString(16).toUpperCase()}` : mark,
    );
    for (const mark of kept) made = made.replaceAll(encodeURIComponent(mark), mark);
    if (lower) made = made.replace(/%../g, (code) => code.toLowerCase());
    return plus ? made.replaceAll('%20', '+') : made;
  };
}

/** The formats, with the words `about` before their own. */
export function prefixed(about: string, formats: readonly Format[]): readonly Format[] {
  return formats.map(([own, write]) => [`${about}, ${own}`, write]);
}

export function beginnings(lengths: readonly number[]): readonly Format[] {
  return lengths.map((length) => [`its first ${length} characters`, (text) => text.slice(0, length)]);
}

export function upToMarks(marks: string): readonly Format[] {
  return [...marks].map((mark) => [`up to ${inWords(mark)}`, (text) => text.split(mark, 1)[0] ?? text]);
}

export function inWords(mark: string): string {
  return { '\n': 'a line break', ' ': 'a space', '': 'nothing' }[mark] ?? mark;
}

export function hexDecoded(text: string): string {
  return /^(?:[0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex').toString('latin1') : text;
}

/** URL encodings, the most frequent first: JavaScript, PHP, PHP and Python without +, Python, Java, .NET. */
export const urlEncodings: readonly Format[] = [
  ['spaces as %20', encoder('')],
  ['spaces as +', encoder("!*'()~", { plus: true })],
  ['/ kept', encoder("!*'()", { kept: '/' })],
  ['spaces as %20, marks too', encoder("!*'()")],
  ['spaces as +, ~ kept', encoder("!*'()", { plus: true })],
  ['spaces as +, * kept', encoder("!'()~", { plus: true })],
  ['spaces as +, marks kept', encoder('', { plus: true })],
  ['lower-case hexadecimal, spaces as +', encoder("~'", { plus: true, lower: true })],
  ['lower-case hexadecimal', encoder('', { lower: true })],
  ['as a whole URL', encoder('', { kept: ';,/?:@&=+$#' })],
  ['only / as %2F', (text) => text.replaceAll('/', '%2F')],
  ['only / as %2f', (text) => text.replaceAll('/', '%2f')],
  ['only spaces, as +', (text) => text.replaceAll(' ', '+')],
  ['only spaces, as %20', (text) => text.replaceAll(' ', '%20')],
];

export function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** HTML escapes by the way of PHP, Python, Go and others. */
export const htmlEscapes: readonly Format[] = (
  [
    ['as PHP', '&quot;', '&#039;'],
    ['as Python', '&quot;', '&#x27;'],
    ['as Go', '&#34;', '&#39;'],
    ['&quot; and &#39;', '&quot;', '&#39;'],
    ['only double quotes', '&quot;', "'"],
    ['quotes kept', '"', "'"],
  ] as const
).map(([about, quote, apostrophe]) => [
  about,
  (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', quote)
      .replaceAll("'", apostrophe),
]);

const plainOf: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function htmlUnescaped(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(34|0?39|x27));/g, (_, name?: string, code?: string) =>
    name === undefined ? (code === '34' ? '"' : "'") : (plainOf[name] ?? ''),
  );
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function ascii(text: string): string {
  return text.replace(/[^\0-\u007f]/g, unicodeEscape);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export const slashed: Write = (text) => text.replaceAll('/', '\\/');
/** JSON with the escapes of PHP's `json_encode`. */
export const phpJson: Write = (json) => slashed(ascii(json));

/** Escapes of JSON libraries and SQL. */
export const backslashes: readonly Format[] = [
  ['/ as \\/', (text) => slashed(inJson(text))],
  ['\\u for <, > and &', (text) => inJson(text).replace(/[<>&]/g, unicodeEscape)],
  ['\\u for non-ASCII', (text) => ascii(inJson(text))],
  ['/ as \\/, \\u for non-ASCII', (text) => phpJson(inJson(text))],
  ['in JSON', inJson],
  ['in JSON, with its quotes', (text) => JSON.stringify(text)],
  ['\\ before quotes', (text) => text.replace(/['"\\]/g, (character) => `\\${character}`)],
];

export function withoutBackslashes(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text.replace(/\\(['"\\/])/g, '$1');
  }
}

/** Restores letters that were read byte by byte instead of as UTF-8, for example `à¤š`. */
export function latin1AsUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** The parts of a decimal number, with all its digits. The whole part has no leading zeros. */
interface Decimal {
  readonly minus: string;
  readonly whole: string;
  readonly fraction: string;
}

function decimalOf(text: string): Decimal | undefined {
  if (text.length > 24) return undefined;
  const [, minus, whole, fraction = ''] = /^(-?)0*([0-9]+)(?:\.([0-9]*))?$/.exec(text) ?? [];
  return minus === undefined || whole === undefined ? undefined : { minus, whole, fraction };
}

export function isNumber(text: string): boolean {
  return decimalOf(text) !== undefined;
}

/** Formats of a number, the most frequent first. */
export const numberFormats: readonly Format[] = (
  [
    ['no leading zeros', ({ minus, whole, fraction }) => minus + whole + (fraction && `.${fraction}`)],
    ['no decimals that are 0', shortest],
    ['at least one decimal', (decimal) => withPoint(shortest(decimal))],
    ['two decimals', (decimal) => fixed(decimal, 2)],
    ['without decimals', ({ minus, whole }) => minus + whole],
    ['in paise', (decimal) => String(BigInt(fixed(decimal, 2).replace('.', '')))],
    ['rounded', rounded],
    ['rounded, two decimals', (decimal) => `${rounded(decimal)}.00`],
    ['decimals as 00', ({ minus, whole }) => `${minus}${whole}.00`],
    ['with commas', (decimal) => grouped(fixed(decimal, 2))],
    ['with Indian commas', (decimal) => indian(fixed(decimal, 2))],
    ['with commas, without decimals', ({ minus, whole }) => grouped(minus + whole)],
    ['with a decimal comma', (decimal) => fixed(decimal, 2).replace('.', ',')],
    ['one decimal', (decimal) => fixed(decimal, 1)],
    ['four decimals', (decimal) => fixed(decimal, 4)],
    ['six decimals', (decimal) => fixed(decimal, 6)],
    ['exponent, as Java', (decimal) => exponent(decimal, (digits, power) => `${withPoint(digits)}E${power}`)],
    ['exponent, as BigDecimal', bigDecimal],
    [
      'exponent, as Go',
      (decimal) => exponent(decimal, (digits, power) => `${digits}e+${power < 10 ? '0' : ''}${power}`),
    ],
    ['six digits and an exponent', (decimal) => general(decimal, 6)],
    ['fourteen digits and an exponent, as PHP', (decimal) => general(decimal, 14)],
    ['as Ruby’s BigDecimal', rubyDecimal],
    ['as a double', (decimal) => String(Number(shortest(decimal)))],
  ] as const satisfies readonly (readonly [string, (decimal: Decimal) => string])[]
).map(([about, write]) => [about, (text) => mapped(decimalOf(text), write) ?? text]);

function mapped<T>(value: T | undefined, write: (value: T) => string): string | undefined {
  return value === undefined ? undefined : write(value);
}

/** Float format of JavaScript and PHP: `500`, `1.5`. */
function shortest({ minus, whole, fraction }: Decimal): string {
  const rest = fraction.replace(/0+$/, '');
  return minus + whole + (rest === '' ? '' : `.${rest}`);
}

/** Float format of Python and Java: `500.0`. */
function withPoint(text: string): string {
  return text.includes('.') ? text : `${text}.0`;
}

function fixed({ minus, whole, fraction }: Decimal, decimals: number): string {
  return `${minus}${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

function rounded({ minus, whole, fraction }: Decimal): string {
  return minus + String(BigInt(whole) + (/^[5-9]/.test(fraction) ? 1n : 0n));
}

function grouped(number: string): string {
  return number.replace(/\B(?<!\..*)(?=(?:\d{3})+(?!\d))/g, ',');
}

/** Groups in lakh and crore: `1,23,456.00`. */
function indian(number: string): string {
  return number.replace(/\B(?=(?:\d\d)*\d{3}\.)/g, ',');
}

/** Scientific notation with one digit before the point, only for numbers from 1. */
function exponent(decimal: Decimal, write: (digits: string, power: number) => string): string {
  const { minus, whole, fraction } = decimal;
  if (whole === '0') return shortest(decimal);
  const digits = (whole + fraction).replace(/0+$/, '');
  return minus + write(digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits, whole.length - 1);
}

/** `new BigDecimal("500.00").stripTrailingZeros().toString()` is `5E+2`. */
function bigDecimal(decimal: Decimal): string {
  const isShort = Number(decimal.fraction) > 0 || !decimal.whole.endsWith('0');
  return isShort ? shortest(decimal) : exponent(decimal, (digits, power) => `${digits}E+${power}`);
}

/** C's `%G`, with this number of digits: `1.23457E+14`. */
function general(decimal: Decimal, digits: number): string {
  if (decimal.whole.length <= digits) return shortest(decimal);
  const [head = '', power = ''] = Number(shortest(decimal))
    .toExponential(digits - 1)
    .split('e+');
  return `${head.replace(/\.?0+$/, '')}E+${power}`;
}

/** `BigDecimal("500.00").to_s` is `0.5e3`. */
function rubyDecimal(decimal: Decimal): string {
  const digits = (decimal.whole + decimal.fraction).replace(/0+$/, '');
  return `${decimal.minus}0.${digits || '0'}e${decimal.whole.length}`;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

export const timeFormats: readonly Format[] = (
  [
    ['in UTC with milliseconds', (_, utc) => utc.toISOString()],
    ['in UTC', (_, utc) => utc.toISOString().replace('.000', '')],
    ['with a space', (text) => text.slice(0, 19).replace('T', ' ')],
    ['with a space and its offset', (text) => text.replace('T', ' ')],
    ['without its offset', (text) => text.slice(0, 19)],
    ['as .NET', (text) => text.replace(/(....)-(..)-(..)T(.{8}).*/, '$2/$3/$1 $4')],
    ['in seconds', (_, utc) => String(utc.getTime() / 1_000)],
    ['in milliseconds', (_, utc) => String(utc.getTime())],
  ] as const satisfies readonly (readonly [string, (text: string, utc: Date) => string])[]
).map(([about, write]) => [about, (text) => (isoTime.test(text) ? write(text, new Date(text)) : text)]);

const address = /^https?:\/\//i;

/** Formats that change only URLs. */
export function onUrls(formats: readonly Format[]): readonly Format[] {
  return formats.map(([about, write]) => [about, (text) => (address.test(text) ? write(text) : text)]);
}

export const urlFormats = /* @__PURE__ */ onUrls([
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
]);

/** Formats of a value that is an object or a list in JSON. */
export const nestedFormats: readonly Format[] = (
  [
    ['Array', () => 'Array'],
    ['[object Object]', String],
    ['without spaces', (value) => JSON.stringify(value)],
    ['spaces after : and ,', spaced],
    ['spaces after : and ,, \\u for non-ASCII', (value) => ascii(spaced(value))],
    ['/ as \\/', (value) => slashed(JSON.stringify(value))],
  ] as const satisfies readonly (readonly [string, (value: object) => string])[]
).map(([about, write]) => [about, (text) => mapped(nestedOf(text), write) ?? text]);

/** The object or list that a JSON string contains. Long strings are never one that a client nests. */
function nestedOf(text: string): object | undefined {
  if (text.length > 4_096 || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** JSON as Python writes it. */
function spaced(value: object): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*(?=[\]}])|([[{])\n\s*/g, '$1')
    .replace(/\n\s*/g, ' ');
}
