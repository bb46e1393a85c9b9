import { inspect } from 'node:util';

/** Removes from a text what must not leave the call. */
export type Redact = (text: string) => string;

const mask = '[redacted]';

/**
 * Makes a function that removes these texts from others, also where a server echoes them escaped for JSON, a URL, a
 * form or HTML, and in either case of letters.
 */
export function redactor(secrets: readonly string[]): Redact {
  let pattern: RegExp | undefined;
  return (text) => {
    // Made at the first use: a call that succeeds needs none.
    pattern ??= anyOf(secrets.filter((secret) => secret !== '').flatMap(writings));
    return text.replace(pattern, mask);
  };
}

/** The cause of an error as it may be kept: itself, or a plain copy of it where one of the secrets shows. */
export function safeCause(cause: unknown, redact: Redact): unknown {
  const shown = inspect(cause, { depth: 6, maxStringLength: null, showHidden: true });
  if (redact(shown) === shown) return cause;
  if (!(cause instanceof Error)) return redact(String(cause));
  const copy = new Error(redact(cause.message));
  copy.name = cause.name;
  copy.stack = redact(cause.stack ?? '');
  return 'code' in cause ? Object.assign(copy, { code: redact(String(cause.code)) }) : copy;
}

function writings(secret: string): string[] {
  const uri = encodeURIComponent(secret.toWellFormed());
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [secret, JSON.stringify(secret).slice(1, -1), uri, uri.replaceAll('%20', '+'), html];
}

/** The longest first: one secret may be the beginning of another. */
function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  // An empty pattern would match everywhere; this one matches nothing.
  return new RegExp(escaped.join('|') || '(?!)', 'gi');
}
