import { count } from './format.ts';
import type { Attempt, Callback, Overview } from './types.ts';

/** The merchant's own number, from the body; a link has a reference (spec: Events). null where it gave none. */
export function referenceOf({ format, body }: Pick<Callback, 'format' | 'body'>): string | null {
  const { mchOrderNo, client_ref: clientRef } = fieldsOf(format, body);
  const reference = mchOrderNo ?? clientRef;
  return typeof reference === 'string' && reference !== '' ? reference : null;
}

function fieldsOf(format: Callback['format'], body: string): Readonly<Record<string, unknown>> {
  if (format === 'form') return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/**
 * What its state alone does not say of a callback that the receiver has not taken: that attempts have failed, or that no
 * more are made. A test has but one attempt.
 */
export function troubleOf({
  kind,
  state,
  attempts,
}: Pick<Callback, 'kind' | 'state' | 'attempts'>): string | null {
  if (state === 'delivered' || kind === 'test') return null;
  if (state === 'failed') return `given up after ${count(attempts.length)}`;
  const failures = attempts.filter(({ ok }) => !ok).length;
  return failures === 0 ? null : `${count(failures)} failed`;
}

/** What came of an attempt, where it went when that was elsewhere, and what a fault did to it. */
export function outcomeOf({ ok, status, reason, url, fault }: Attempt, usual: string | null): string {
  return [
    ok ? `delivered, ${status}` : (reason ?? 'not delivered'),
    ...(url === usual ? [] : [`to ${url}`]),
    ...(fault === null ? [] : [fault.note]),
  ].join('; ');
}

/** Callbacks that nobody has received, and that nothing sends again. */
export function undelivered({ callbacks }: Pick<Overview, 'callbacks'>): number {
  return (callbacks.failed ?? 0) + (callbacks.undeliverable ?? 0);
}
