import { inspected } from '../hooks/observers.ts';
import { type Mask, masking } from '../protocol/masking.ts';

const replacement = '[redacted]';

/** Creates a function that removes secrets from the strings of an error, also if a server repeats them. */
export function redactor(secrets: readonly string[]): Mask {
  return masking(secrets, replacement);
}

const everything = {
  ...{ depth: 6, showHidden: true, maxStringLength: null },
  breakLength: Number.POSITIVE_INFINITY,
};

/** The cause of an error. Replaces a cause that contains secrets with a plain copy without secrets. */
export function safeCause(cause: unknown, redact: Mask): unknown {
  try {
    if (!containsSecret(inspected(cause, everything), redact)) return cause;
    if (typeof cause === 'string') return redact(cause);
    if (!(cause instanceof Error)) return replacement;
    const copy = new Error(redact(cause.message));
    copy.name = redact(cause.name);
    copy.stack = redact(cause.stack ?? '');
    return 'code' in cause ? Object.assign(copy, { code: redact(String(cause.code)) }) : copy;
  } catch {
    return replacement;
  }
}

/** Returns whether a value contains a secret. In a shown object, Node escapes quotes and backslashes with a backslash. */
function containsSecret(shown: string, redact: Mask): boolean {
  return [shown, shown.replace(/\\(.)/g, '$1')].some((text) => redact(text) !== text);
}
