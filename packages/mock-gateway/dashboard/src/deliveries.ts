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

/** Attempts that failed, of a callback that the receiver has not taken since. */
export function failuresOf({ state, attempts }: Pick<Callback, 'state' | 'attempts'>): number {
  return state === 'delivered' ? 0 : attempts.filter(({ ok }) => !ok).length;
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
