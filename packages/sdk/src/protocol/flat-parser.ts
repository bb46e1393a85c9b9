/** One parameter as it was sent. */
export interface FlatValue {
  /**
   * A JSON string's content, a form value after decoding, a number's or boolean's literal text (`1.0` stays
   * `1.0`); null has the text `''`. This is what is signed (reading: Parameters).
   */
  readonly text: string;
  /** How it was written; a form has strings only. */
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
}

/** Parameters by name, in the order received. A Map, so that `__proto__` is a name like any other. */
export type FlatParams = ReadonlyMap<string, FlatValue>;

/** Why a body cannot be read, in plain words. */
export const flatParseReasons = {
  unsupported_content_type:
    'the content type is neither application/json nor application/x-www-form-urlencoded in UTF-8',
  invalid_utf8: 'the body is not valid UTF-8',
  invalid_json: 'the body is not valid JSON',
  not_an_object: 'the body is JSON, but not an object',
  nested_value: 'a parameter is an object or an array; every value must be plain',
  duplicate_name: 'a parameter is given twice',
  invalid_form: 'the body is not a valid form',
  lone_surrogate: 'a text holds half of a surrogate pair, which is not valid Unicode',
} as const;

/** Why a body cannot be read: a name of `flatParseReasons`. The names are stable. */
export type FlatParseReason = keyof typeof flatParseReasons;

/** A body that cannot be read. Holds nothing of the body. */
export class FlatParseError extends Error {
  override readonly name = 'FlatParseError';
  /** Why, by a stable name; `message` says it in the words of `flatParseReasons`. */
  readonly reason: FlatParseReason;

  constructor(reason: FlatParseReason) {
    super(flatParseReasons[reason]);
    this.reason = reason;
  }
}

/**
 * Reads the body of a request or a callback, JSON or form, strictly: one object of plain values, each name once,
 * the literal text of every value kept, so that what is verified is what is used. Reads nothing twice, builds no
 * nested value, and refuses at the first bracket.
 *
 * @param body the bytes as received, or their text
 * @param contentType the `Content-Type` header; parameters are allowed, a charset other than utf-8 is not
 * @throws {FlatParseError} with its `reason`; nothing else
 */
export function parseFlat(body: Uint8Array | string, contentType: string | null): FlatParams {
  const read = mediaTypes.get(essence(contentType)) ?? refuse('unsupported_content_type');
  return read(typeof body === 'string' ? wellFormed(body) : decode(body));
}

/** The parameters as texts, null as the empty text: what is signed. */
export function textParams(params: FlatParams): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of params) texts.set(name, value.text);
  return texts;
}

const mediaTypes: ReadonlyMap<string, (text: string) => FlatParams> = new Map([
  ['application/json', readJson],
  ['application/x-www-form-urlencoded', readForm],
]);

function refuse(reason: FlatParseReason): never {
  throw new FlatParseError(reason);
}

/** The media type in lower case, or the empty text when a charset other than UTF-8 comes with it. */
function essence(contentType: string | null): string {
  if (contentType === null || mediaTypes.has(contentType)) return contentType ?? '';
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  return parameters.every(isReadable) ? mediaType.trim() : '';
}

function isReadable(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
}

/** A byte order mark is kept, and so refused as the text that it is. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuse('invalid_utf8');
  }
}

function wellFormed(text: string): string {
  return text.isWellFormed() ? text : refuse('lone_surrogate');
}

function add(params: Map<string, FlatValue>, name: string, value: FlatValue): void {
  const before = params.size;
  if (params.set(name, value).size === before) refuse('duplicate_name');
}

// --- form ---

const byteOrderMark = '\uFEFF';
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;

function readForm(text: string): FlatParams {
  if (text.startsWith(byteOrderMark) || brokenEscape.test(text)) refuse('invalid_form');
  const params = new Map<string, FlatValue>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = unescapeForm(equals < 0 ? pair : pair.slice(0, equals));
    // PHP and qs read `a[]` and `a[b]` as arrays and objects.
    if (name.includes('[')) refuse('nested_value');
    add(params, name, { text: equals < 0 ? '' : unescapeForm(pair.slice(equals + 1)), kind: 'string' });
  }
  return params;
}

const escapes = /[%+]/;

function unescapeForm(text: string): string {
  if (!escapes.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return refuse('invalid_utf8');
  }
}

// --- JSON (RFC 8259), one flat object ---

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

const literals: readonly (readonly [string, FlatValue])[] = [
  ['true', { text: 'true', kind: 'boolean' }],
  ['false', { text: 'false', kind: 'boolean' }],
  ['null', { text: '', kind: 'null' }],
];

/** Where the reading stands. */
interface Cursor {
  readonly text: string;
  at: number;
}

function readJson(text: string): FlatParams {
  const cursor: Cursor = { text, at: 0 };
  const params = new Map<string, FlatValue>();
  const first = peek(cursor);
  if (first === openBracket) refuse('not_an_object');
  if (first === openBrace) readMembers(cursor, params);
  else readValue(cursor);
  if (!Number.isNaN(peek(cursor))) refuse('invalid_json');
  return first === openBrace ? params : refuse('not_an_object');
}

function readMembers(cursor: Cursor, params: Map<string, FlatValue>): void {
  cursor.at += 1;
  if (take(cursor, closeBrace)) return;
  do {
    if (peek(cursor) !== quote) refuse('invalid_json');
    const name = readString(cursor);
    if (!take(cursor, colon)) refuse('invalid_json');
    add(params, name, readValue(cursor));
  } while (take(cursor, comma));
  if (!take(cursor, closeBrace)) refuse('invalid_json');
}

/** Skips white space; the code of the next character, NaN at the end. */
function peek(cursor: Cursor): number {
  const { text } = cursor;
  let code = text.charCodeAt(cursor.at);
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
    cursor.at += 1;
    code = text.charCodeAt(cursor.at);
  }
  return code;
}

function take(cursor: Cursor, code: number): boolean {
  if (peek(cursor) !== code) return false;
  cursor.at += 1;
  return true;
}

function readValue(cursor: Cursor): FlatValue {
  const next = peek(cursor);
  if (next === quote) return { text: readString(cursor), kind: 'string' };
  if (next === openBrace || next === openBracket) refuse('nested_value');
  for (const [word, value] of literals) {
    if (!cursor.text.startsWith(word, cursor.at)) continue;
    cursor.at += word.length;
    return value;
  }
  numberPattern.lastIndex = cursor.at;
  const text = numberPattern.exec(cursor.text)?.[0] ?? refuse('invalid_json');
  cursor.at += text.length;
  return { text, kind: 'number' };
}

/** From the opening quote to the closing one. Only a string with escapes is parsed; any other is a slice. */
function readString(cursor: Cursor): string {
  const { text, at: start } = cursor;
  let at = start + 1;
  let escaped = false;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    // Control characters, and NaN at the end of the text.
    if (!(code >= 0x20)) refuse('invalid_json');
    escaped ||= code === backslash;
    at += code === backslash ? 2 : 1;
  }
  cursor.at = at + 1;
  return escaped ? unescapeJson(text.slice(start, cursor.at)) : text.slice(start + 1, at);
}

function unescapeJson(literal: string): string {
  let text: unknown;
  try {
    text = JSON.parse(literal);
  } catch {
    refuse('invalid_json');
  }
  return wellFormed(String(text));
}
