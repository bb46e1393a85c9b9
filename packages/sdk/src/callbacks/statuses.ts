import type { Callback, CallbackKind } from './callback.ts';

/**
 * How far along each status is. A later one makes those before it out of date, two final ones exclude each other, and
 * one that is not known stands outside (spec: States and transitions).
 */
const stages: Readonly<Record<CallbackKind, ReadonlyMap<string, number>>> = {
  // failed is not final for a pay-in: the customer can still pay.
  payin: new Map([
    ['failed', 1],
    ['success', 2],
  ]),
  payout: new Map([
    ['processing', 1],
    ['success', 2],
    ['failed', 2],
  ]),
  link: new Map([['success', 1]]),
};

/** The statuses that make this one out of date. */
export function overtakenBy(kind: CallbackKind, status: string): readonly string[] {
  const stage = stages[kind].get(status) ?? Number.POSITIVE_INFINITY;
  return [...stages[kind]].filter(([other, at]) => other !== status && at >= stage).map(([other]) => other);
}

/** The name under which a store remembers that a callback with this status was handled. */
export function storeKey(callback: Callback, status: string): string {
  const subject = callback.kind === 'link' ? [callback.linkCode] : [callback.mchId, callback.orderNo];
  return ['inrgate', callback.kind, ...subject, status].map(encodeURIComponent).join(':');
}
