import { inspected } from '../logging/inspected.ts';

/** Removes from a text what must not leave the call. */
export type Redact = (text: string) => string;

const mask = '[redacted]';

/**
 * Makes a function that removes these texts from others, in either case of letters, also where a server echoes them
 * escaped for JSON, a URL, a form or HTML, each character in a way of its own. It never throws: of a text that cannot
 * be looked through, nothing is left.
 */
export function redactor(secrets: readonly string[]): Redact {
  let patterns: readonly RegExp[] | undefined;
  return (text) => {
    try {
      // Made at the first use: a call that succeeds needs none.
      patterns ??= patternsOf(secrets);
      return masked(text, patterns);
    } catch {
      return mask;
    }
  };
}

/**
 * The text with a mask for each stretch that matches cover. They may overlap: parts of a secret that repeats itself match
 * at many offsets, and none may hide another.
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

/** The cause of an error as it may be kept: itself, or a plain copy of it where one of the secrets shows. */
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

/** Characters of a secret in one pattern: the engine refuses some thousand. The parts of a longer one are searched for each. */
const partLength = 64;

function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  const texts = secrets.flatMap((secret) => [secret, ...encodings(secret)]);
  return [...new Set(texts.flatMap(partsOf))].map((part) => new RegExp(writings(part), 'gi'));
}

/** Characters that an encoded secret has at least: fewer are a part of too many words. */
const shortestEncoding = 8;

/** Characters of a secret that is searched for encoded too: the patterns of a longer one take much memory. */
const longestEncoded = 256;

/** The secret in hexadecimal, and in base64 as it is written by itself or inside a longer text, such as `user:secret`. */
function encodings(secret: string): readonly string[] {
  if (secret.length > longestEncoded) return [];
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]);
    // Only what these bytes decide, six bits for a character.
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((text.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((encoding) => text.toString(encoding).slice(start, end));
  });
  return [bytes.toString('hex'), ...base64].filter(({ length }) => length >= shortestEncoding);
}

/** A secret in parts of about the same length, so that none is too short to be a secret. */
function partsOf(secret: string): readonly string[] {
  // Backslashes stay with what is before them: at the beginning of a part they are not searched for.
  const characters = secret.match(/^\\{1,64}|[^\\]\\*/gu) ?? [];
  const count = Math.ceil(characters.length / partLength);
  const size = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join(''));
}

/**
 * The ways to write a secret. PHP escapes `/` and everything beyond ASCII in JSON, others `<`, `>`, `&` and `'`; text
 * that is escaped twice has more backslashes. The text is a stranger's and long, and the secret may be of a customer's
 * choice, so the pattern must not be ambiguous: a run of backslashes is one step, however many the secret has there.
 */
function writings(secret: string): string {
  const parts = secret.match(/\\+|[^\\]/gu) ?? [];
  if (parts.every(isBackslashes)) return parts.map(literal).join('');
  return parts
    .map((part, at) => {
      // At the beginning they are left standing: a search from each of a long run would look at all the others.
      if (isBackslashes(part)) return at === 0 ? '' : `(?:${ways('\\').join('|')})*`;
      const between = at === 0 || isBackslashes(parts[at - 1] ?? '') ? '' : '\\\\*';
      return `${between}(?:${ways(part).join('|')})`;
    })
    .join('');
}

function isBackslashes(part: string): boolean {
  return part.startsWith('\\');
}

/** How JSON, JavaScript and Python write control characters, after a backslash. */
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

/** The ways to write one character, but for the backslashes before it. */
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
    // As Node shows a control character.
    ...(codePoint < 256 ? [`(?<=\\\\)x${hex(codePoint, 2)}`] : []),
    ...(control === undefined ? [] : [`(?<=\\\\)${control}`]),
    // Escaped again, `%` is `%25`.
    bytes.map((byte) => `%(?:25){0,3}${byte}`).join(''),
    `&#(?:0{0,5}${codePoint}|x0{0,5}${hex(codePoint, 1)});`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(character === ' ' ? ['\\+'] : []),
  ];
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
