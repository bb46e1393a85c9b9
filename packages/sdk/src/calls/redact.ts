import { inspected } from '../logging/inspected.ts';

/** Removes secrets from a string. */
export type Redact = (text: string) => string;

const mask = '[redacted]';

/**
 * Creates a function that removes these secrets from a string, regardless of upper and lower case. The function also
 * finds secrets that a server has escaped for JSON, a URL, a form or HTML. It never throws. If it cannot search a
 * string, it removes the whole string.
 */
export function redactor(secrets: readonly string[]): Redact {
  let patterns: readonly RegExp[] | undefined;
  return (text) => {
    try {
      // Create the patterns on first use, because a successful call does not need them.
      patterns ??= patternsOf(secrets);
      return masked(text, patterns);
    } catch {
      return mask;
    }
  };
}

/**
 * Masks each match. The parts of a repetitive secret match at many offsets, so the function also masks overlapping
 * matches.
 */
function masked(text: string, patterns: readonly RegExp[]): string {
  const covered = new Uint8Array(text.length);
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      covered.fill(1, found.index, pattern.lastIndex);
      pattern.lastIndex = found.index + 1;
    }
  }
  let result = '';
  for (let at = 0; at < text.length; ) {
    const isCovered = covered[at] ?? 0;
    const end = covered.indexOf(1 - isCovered, at);
    const next = end < 0 ? text.length : end;
    result += isCovered === 1 ? mask : text.slice(at, next);
    at = next;
  }
  return result;
}

/** The cause of an error. Replaces a cause that contains secrets with a plain copy without secrets. */
export function safeCause(cause: unknown, redact: Redact): unknown {
  try {
    const text = inspected(cause, { depth: 6, maxStringLength: null, showHidden: true });
    if (redact(text) === text) return cause;
    if (!(cause instanceof Error)) return redact(typeof cause === 'string' ? cause : text);
    const copy = new Error(redact(cause.message));
    copy.name = redact(cause.name);
    copy.stack = redact(cause.stack ?? '');
    return 'code' in cause ? Object.assign(copy, { code: redact(String(cause.code)) }) : copy;
  } catch {
    return mask;
  }
}

/**
 * Maximum number of characters of a secret in one pattern. The regular expression engine rejects patterns of a few
 * thousand characters. The search splits longer secrets into parts.
 */
const partLength = 64;

function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  const texts = secrets.flatMap((secret) => [secret, ...encodings(secret)]);
  return [...new Set(texts.flatMap(partsOf))].map((part) => new RegExp(writings(part), 'gi'));
}

/** Minimum length of an encoded secret, because shorter strings occur in many words. */
const shortestEncoding = 8;

/** Maximum length of a secret whose encodings are searched, because longer patterns need much memory. */
const longestEncoded = 256;

/**
 * The secret in hexadecimal and in base64. The base64 form also matches inside a longer string such as `user:secret`.
 */
function encodings(secret: string): readonly string[] {
  if (secret.length > longestEncoded) return [];
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]);
    // Keep only the characters that these bytes determine completely. One character encodes six bits.
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((text.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) => text.toString(encoding).slice(start, end));
  });
  return [bytes.toString('hex'), ...base64].filter(({ length }) => length >= shortestEncoding);
}

/** Splits a secret into parts of similar length. Similar lengths avoid very short parts. */
function partsOf(secret: string): readonly string[] {
  // Backslashes stay with the preceding characters, because a search ignores backslashes at the beginning of a part.
  const characters = secret.match(/^\\{1,64}|[^\\]\\*/gu) ?? [];
  const count = Math.ceil(characters.length / partLength);
  const size = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join(''));
}

/**
 * Pattern of the escaped forms of a secret. PHP escapes `/` and non-ASCII characters in JSON. Other languages escape
 * `<`, `>`, `&` and `'`. Doubly escaped strings contain more backslashes. The input can be long and malicious, and a
 * customer may choose the secret. So the pattern is unambiguous and reads a run of backslashes in one step.
 */
function writings(secret: string): string {
  const parts = secret.match(/\\+|[^\\]/gu) ?? [];
  if (parts.every(isBackslashes)) return parts.map(literal).join('');
  return parts
    .map((part, at) => {
      // Keep leading backslashes. Otherwise a search from each backslash of a long run would take quadratic time.
      if (isBackslashes(part)) return at === 0 ? '' : `(?:${ways('\\').join('|')})*`;
      const between = at === 0 || isBackslashes(parts[at - 1] ?? '') ? '' : '\\\\*';
      return `${between}(?:${ways(part).join('|')})`;
    })
    .join('');
}

function isBackslashes(part: string): boolean {
  return part.startsWith('\\');
}

/** Letters after the backslash in the escapes of control characters in JSON, JavaScript and Python. */
const controls: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
};

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** The escaped forms of one character, without the backslashes before it. */
function ways(character: string): readonly string[] {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
  const codePoint = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4));
  const bytes = [...Buffer.from(character)].map((byte) => hex(byte, 2));
  const entity = entities[character];
  const control = controls[character];
  return [
    literal(character),
    units.map((unit) => `u${unit}`).join('\\\\*'),
    // Node shows control characters as `\x1b`, for example.
    ...(codePoint < 256 ? [`(?<=\\\\)x${hex(codePoint, 2)}`] : []),
    ...(control === undefined ? [] : [`(?<=\\\\)${control}`]),
    // `%25` is a `%` that was escaped again.
    bytes.map((byte) => `%(?:25){0,3}${byte}`).join(''),
    `&#(?:0{0,5}${codePoint}|x0{0,5}${hex(codePoint, 1)});`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(character === ' ' ? ['\\+'] : []),
  ];
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
