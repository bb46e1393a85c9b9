import { count } from './format.ts';
import type { Attempt, Callback, Overview } from './types.ts';

/** Returns the merchant's order number from the body, or the reference of a link (spec: Events), or null. */
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
 * Describes a detail that the state of an undelivered callback does not show: attempts have failed, or no attempt is
 * left.
 */
export function troubleOf({
  kind,
  state,
  attempts,
}: Pick<Callback, 'kind' | 'state' | 'attempts'>): string | null {
  if (kind === 'test') return null;
  if (state === 'delivered')
    return attempts.some(({ ok, reason }) => ok && reason !== null) ? 'unusual response' : null;
  if (state === 'failed') return `failed after ${count(attempts.length)}`;
  const failures = attempts.filter(({ ok }) => !ok).length;
  return failures === 0 ? null : `${count(failures)} failed`;
}

/** Describes an attempt: its result, its URL if it differs, and the effect of a fault. */
export function outcomeOf({ ok, status, reason, url, fault }: Attempt, usual: string | null): string {
  return [
    ok ? `delivered, ${status}` : (reason ?? 'not delivered'),
    ...(ok && reason !== null ? [reason] : []),
    ...(url === usual ? [] : [`to ${url}`]),
    ...(fault === null ? [] : [fault.note]),
  ].join('; ');
}

/** Number of undelivered callbacks without further attempts. */
export function undelivered({ callbacks }: Pick<Overview, 'callbacks'>): number {
  return (callbacks.failed ?? 0) + (callbacks.undeliverable ?? 0);
}
