import { inspected } from '../logging/inspected.ts';

/** Removes from a text what must not leave the call. */
export type Redact = (text: string) => string;

const mask = '[redacted]';

/**
 * Makes a function that removes these texts from others, in either case of letters, also where a server echoes them
 * escaped for JSON, a URL, a form or HTML, each character in a way of its own.
 */
export function redactor(secrets: readonly string[]): Redact {
  let pattern: RegExp | undefined;
  return (text) => {
    // Made at the first use: a call that succeeds needs none.
    pattern ??= anyOf(secrets.filter((secret) => secret !== ''));
    return text.replace(pattern, mask);
  };
}

/** The cause of an error as it may be kept: itself, or a plain copy of it where one of the secrets shows. */
export function safeCause(cause: unknown, redact: Redact): unknown {
  const text = inspected(cause, { depth: 6, maxStringLength: null, showHidden: true });
  if (redact(text) === text) return cause;
  if (!(cause instanceof Error)) return redact(typeof cause === 'string' ? cause : text);
  const copy = new Error(redact(cause.message));
  copy.name = cause.name;
  copy.stack = redact(cause.stack ?? '');
  return 'code' in cause ? Object.assign(copy, { code: redact(String(cause.code)) }) : copy;
}

/** The longest first: one secret may be the beginning of another. */
function anyOf(secrets: readonly string[]): RegExp {
  const longestFirst = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  // An empty pattern would match everywhere; this one matches nothing.
  return new RegExp(longestFirst.map(writings).join('|') || '(?!)', 'gi');
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
  return [
    literal(character),
    units.map((unit) => `u${unit}`).join('\\\\*'),
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
