import type { Callback, CallbackKind } from './callback.ts';

/** A later stage makes earlier ones outdated. Statuses of one stage exclude each other (spec: States and transitions). */
const stages: Readonly<Record<CallbackKind, ReadonlyMap<string, number>>> = {
  // A failed pay-in is not final, because the customer can still pay.
  payin: new Map([
    ['failed', 1],
    ['success', 2],
  ]),
  payout: new Map([
    ['processing', 1],
    ['success', 2],
    ['failed', 2],
  ]),
  // The gateway sends only one callback for a link.
  link: new Map(),
};

/** The statuses that make this status outdated. */
export function laterThan(kind: CallbackKind, status: string): readonly string[] {
  const stage = stages[kind].get(status) ?? Number.POSITIVE_INFINITY;
  return [...stages[kind]].filter(([, at]) => at > stage).map(([other]) => other);
}

/** The other statuses of the same stage. An order that has one of them can never have this status. */
export function contradicting(kind: CallbackKind, status: string): readonly string[] {
  const stage = stages[kind].get(status);
  return [...stages[kind]].filter(([other, at]) => other !== status && at === stage).map(([other]) => other);
}

export function storeKey(callback: Callback, status: string): string {
  const subject = callback.kind === 'link' ? [callback.linkCode] : [callback.mchId, callback.orderNo];
  return ['inrgate', callback.kind, ...subject, status].map(encodeURIComponent).join(':');
}
