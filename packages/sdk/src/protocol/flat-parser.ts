/** One parameter as the sender wrote it. */
export interface FlatValue {
  /**
   * Content of a JSON string, decoded form value, or literal of a number or boolean (`1.0` stays `1.0`). Null becomes
   * the empty string. Signatures cover this string (reading: Parameters).
   */
  readonly text: string;
  /** Type of the value as written. Forms contain only strings. */
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
}

/** Parameters by name, in the order received. A Map, because `__proto__` can be a parameter's name. */
export type FlatParams = ReadonlyMap<string, FlatValue>;

export const flatParseReasons = {
  unsupported_content_type:
    'the content type must be application/json or application/x-www-form-urlencoded in UTF-8',
  invalid_utf8: 'the body is not valid UTF-8',
  invalid_json: 'the body is not valid JSON',
  not_an_object: 'the body is JSON but not an object',
  nested_value: 'a parameter is an object or an array; send only strings, numbers and booleans',
  duplicate_name: 'a parameter occurs more than once',
  invalid_form: 'the body is not a valid form',
  lone_surrogate: 'a string contains half of a surrogate pair, which is not valid Unicode',
} as const;

/** Reason for an unreadable body: a name of `flatParseReasons`. The names are stable. */
export type FlatParseReason = keyof typeof flatParseReasons;

/** A body that the parser rejected. The error contains no part of the body. */
export class FlatParseError extends Error {
  override readonly name = 'FlatParseError';
  /** Stable name of the reason. `message` is its description in `flatParseReasons`. */
  readonly reason: FlatParseReason;

  constructor(reason: FlatParseReason) {
    super(flatParseReasons[reason]);
    this.reason = reason;
  }
}

/**
 * Parses the body of a request or callback strictly, as JSON or a form. The body must be one flat object without duplicate names. The parser keeps the literal of every value, so you use exactly the values that you verify. The
 * parser rejects nested values at the first bracket.
 *
 * @param body the bytes as received, or a string
 * @param contentType the `Content-Type` header. Only the charset utf-8 is allowed
 * @throws {FlatParseError} with its `reason`, and no other error
 */
export function parseFlat(body: Uint8Array | string, contentType: string | null): FlatParams {
  const read = mediaTypes.get(essence(contentType)) ?? refuse('unsupported_content_type');
  return read(typeof body === 'string' ? wellFormed(body) : decode(body));
}

/** The parameters as strings to sign. Null becomes the empty string. */
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

/** Returns the media type in lower case, or an empty string for a charset other than UTF-8. */
function essence(contentType: string | null): string {
  if (contentType === null || mediaTypes.has(contentType)) return contentType ?? '';
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  return parameters.every(isReadable) ? mediaType.trim() : '';
}

function isReadable(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
}

/** Keeps a byte order mark in the decoded string, so the parser rejects the string. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  // Buffer's decoder takes half as long as TextDecoder. The results are equal unless the decoder replaced an invalid
  // byte.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  if (!text.includes('\uFFFD')) return text;
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
    // PHP and qs parse `a[]` and `a[b]` as arrays and objects.
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

/** Skips white space and returns the code of the next character, or NaN at the end. */
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

/**
 * Reads a string between its quotes. Takes a slice of the body if the string has no escapes, and parses it otherwise.
 */
function readString(cursor: Cursor): string {
  const { text, at: start } = cursor;
  let at = start + 1;
  let escaped = false;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    // This condition is also true for NaN, the end of the input.
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
