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

function ascii(text: string): string {
  return text.replace(/[^\0-\u007f]/g, unicodeEscape);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes of JSON libraries and SQL. */
export const backslashes: readonly Format[] = [
  ['/ as \\/', (text) => inJson(text).replaceAll('/', '\\/')],
  ['\\u for <, > and &', (text) => inJson(text).replace(/[<>&]/g, unicodeEscape)],
  ['\\u for non-ASCII', (text) => ascii(inJson(text))],
  ['/ as \\/, \\u for non-ASCII', (text) => ascii(inJson(text)).replaceAll('/', '\\/')],
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

function numberFormat(about: string, write: (decimal: Decimal) => string): Format {
  return [
    about,
    (text) => {
      const decimal = decimalOf(text);
      return decimal === undefined ? text : write(decimal);
    },
  ];
}

/** Formats of a number, the most frequent first. */
export const numberFormats: readonly Format[] = [
  numberFormat('no decimals that are 0', shortest),
  numberFormat('at least one decimal', (decimal) => withPoint(shortest(decimal))),
  numberFormat('two decimals', (decimal) => fixed(decimal, 2)),
  numberFormat('without decimals', ({ minus, whole }) => minus + whole),
  numberFormat('in paise', ({ minus, whole, fraction }) =>
    String(BigInt(minus + whole + fraction.slice(0, 2).padEnd(2, '0'))),
  ),
  numberFormat('rounded', (decimal) => rounded(decimal, 0)),
  numberFormat('rounded, two decimals', (decimal) => `${rounded(decimal, 0)}.00`),
  numberFormat('decimals as 00', ({ minus, whole }) => `${minus}${whole}.00`),
  numberFormat('rounded to one decimal', (decimal) => rounded(decimal, 1)),
  numberFormat('rounded to one decimal, written with two', (decimal) => `${rounded(decimal, 1)}0`),
  numberFormat('with commas', (decimal) => fixed({ ...decimal, whole: grouped(decimal.whole) }, 2)),
  numberFormat('with Indian commas', (decimal) => fixed({ ...decimal, whole: indian(decimal.whole) }, 2)),
  numberFormat('with commas, without decimals', ({ minus, whole }) => minus + grouped(whole)),
  numberFormat('with a decimal comma', (decimal) => fixed(decimal, 2).replace('.', ',')),
  numberFormat('with points and a decimal comma', (decimal) =>
    fixed({ ...decimal, whole: grouped(decimal.whole).replaceAll(',', '.') }, 2).replace(/\.(?=..$)/, ','),
  ),
  numberFormat('one decimal', (decimal) => fixed(decimal, 1)),
  numberFormat('four decimals', (decimal) => fixed(decimal, 4)),
  numberFormat('six decimals', (decimal) => fixed(decimal, 6)),
  numberFormat('exponent, as Java', (decimal) =>
    exponent(decimal, ([digits, power]) => `${withPoint(digits)}E${power}`),
  ),
  numberFormat('exponent, as BigDecimal', bigDecimal),
  numberFormat('exponent, as Go', (decimal) =>
    exponent(decimal, ([digits, power]) => `${digits}e+${String(power).padStart(2, '0')}`),
  ),
  numberFormat('exponent with two decimals of the power, as printf', (decimal) =>
    exponent(decimal, ([digits, power]) => `${Number(digits).toFixed(6)}e+${String(power).padStart(2, '0')}`),
  ),
  numberFormat('six digits and an exponent', (decimal) => general(decimal, 6)),
  numberFormat('fourteen digits and an exponent, as PHP', (decimal) => general(decimal, 14)),
  numberFormat('as Ruby’s BigDecimal', (decimal) => rubyDecimal(decimal, 'e')),
  numberFormat('as Ruby’s BigDecimal, with E', (decimal) => rubyDecimal(decimal, 'E')),
  numberFormat('as a double', (decimal) => String(Number(shortest(decimal)))),
];

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

function rounded({ minus, whole, fraction }: Decimal, decimals: 0 | 1): string {
  const up = (fraction[decimals] ?? '0') >= '5' ? 1n : 0n;
  const digits = String(BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + up);
  if (decimals === 0) return minus + digits;
  return `${minus}${digits.slice(0, -1) || '0'}.${digits.slice(-1)}`;
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(?:...)+$)/g, ',');
}

/** Groups in lakh and crore: `1,23,456`. */
function indian(whole: string): string {
  return `${whole.slice(0, -3).replace(/\B(?=(?:..)+$)/g, ',')},${whole.slice(-3)}`.replace(/^,/, '');
}

/** Scientific notation with one digit before the point, only for numbers from 1. */
function exponent(
  decimal: Decimal,
  write: (parts: readonly [digits: string, power: number]) => string,
): string {
  const { minus, whole, fraction } = decimal;
  if (whole === '0') return shortest(decimal);
  const digits = (whole + fraction).replace(/0+$/, '');
  return minus + write([digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits, whole.length - 1]);
}

/** `new BigDecimal("500.00").stripTrailingZeros().toString()` is `5E+2`. */
function bigDecimal(decimal: Decimal): string {
  const isShort = Number(decimal.fraction) > 0 || !decimal.whole.endsWith('0');
  return isShort ? shortest(decimal) : exponent(decimal, ([digits, power]) => `${digits}E+${power}`);
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
function rubyDecimal(decimal: Decimal, mark: string): string {
  const digits = (decimal.whole + decimal.fraction).replace(/0+$/, '');
  return `${decimal.minus}0.${digits || '0'}${mark}${decimal.whole.length}`;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

function timeFormat(about: string, write: (text: string, utc: Date) => string): Format {
  return [about, (text) => (isoTime.test(text) ? write(text, new Date(text)) : text)];
}

export const timeFormats: readonly Format[] = [
  timeFormat('in UTC with milliseconds', (_, utc) => utc.toISOString()),
  timeFormat('in UTC', (_, utc) => utc.toISOString().replace('.000', '')),
  timeFormat('with a space', (text) => text.slice(0, 19).replace('T', ' ')),
  timeFormat('with a space and its offset', (text) => text.replace('T', ' ')),
  timeFormat('without its offset', (text) => text.slice(0, 19)),
  timeFormat(
    'as .NET',
    (text) => `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)} ${text.slice(11, 19)}`,
  ),
  timeFormat('in seconds', (_, utc) => String(utc.getTime() / 1_000)),
  timeFormat('in milliseconds', (_, utc) => String(utc.getTime())),
];

const address = /^https?:\/\//i;

function urlFormat(about: string, write: Write): Format {
  return [about, (text) => (address.test(text) ? write(text) : text)];
}

export function onUrls([about, write]: Format): Format {
  return urlFormat(`only URLs, ${about}`, write);
}

export const urlFormats: readonly Format[] = [
  urlFormat('normalized', (text) => (URL.canParse(text) ? new URL(text).href : text)),
  urlFormat('a slash at its end', (text) => `${text}/`),
  urlFormat('no slash at its end', (text) => text.replace(/\/$/, '')),
  urlFormat('without its query', (text) => text.replace(/[?#].*/, '')),
  urlFormat('without its fragment', (text) => text.replace(/#.*/, '')),
  urlFormat('https for http', (text) => text.replace(/^http:/i, 'https:')),
  urlFormat('http for https', (text) => text.replace(/^https:/i, 'http:')),
  urlFormat('without its scheme', (text) => text.replace(address, '')),
  urlFormat('its origin', (text) => text.replace(/^(https?:\/\/[^/?#]*).*/i, '$1')),
  urlFormat('its path', (text) => text.replace(/^https?:\/\/[^/?#]*/i, '')),
];

/** Formats of a value that is an object or a list in JSON. */
export const nestedFormats: readonly Format[] = (
  [
    ['Array', () => 'Array'],
    ['[object Object]', String],
    ['without spaces', (value) => JSON.stringify(value)],
    ['spaces after : and ,', spaced],
    ['spaces after : and ,, \\u for non-ASCII', (value) => ascii(spaced(value))],
    ['/ as \\/', (value) => JSON.stringify(value).replaceAll('/', '\\/')],
    ['as a Python dict', pythonDict],
  ] as const satisfies readonly (readonly [string, (value: object) => string])[]
).map(([about, write]) => [
  about,
  (text) => {
    const value = nestedOf(text);
    return value === undefined ? text : write(value);
  },
]);

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

function pythonDict(value: object): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return spaced(value).replace(/"((?:[^"\\]|\\.)*)"|\b(?:true|false|null)\b/g, (token, inner?: string) =>
    inner === undefined ? (words[token] ?? token) : inner.includes("'") ? `"${inner}"` : `'${inner}'`,
  );
}
