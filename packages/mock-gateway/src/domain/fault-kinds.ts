import type { V1Endpoint, V3Endpoint } from '@inrgate/sdk/internal';

/** Endpoints that a fault can affect. `*` is every endpoint of the wire API. */
export const faultEndpoints = Object.keys({
  payin: true,
  payout: true,
  'check-order-status': true,
  'check-gateway-balance': true,
  'create-link': true,
  'link-status': true,
  '*': true,
  callback: true,
} satisfies Record<V3Endpoint | V1Endpoint | '*' | 'callback', true>) as readonly FaultEndpoint[];

export type FaultEndpoint = V3Endpoint | V1Endpoint | '*' | 'callback';

interface FaultKindFacts {
  /** Details of the action, and whether they are required. */
  readonly details: Readonly<Record<string, boolean>>;
  /** Effect on a request of the wire API, if the kind can affect one. */
  readonly request?: string;
  /** Effect on a callback: how often an attempt is sent, and the note in its record. */
  readonly callback?: { readonly effect: string; readonly sent: number; readonly note: string };
}

/**
 * Every kind of fault (contract: A fault). This file imports only types, so the command and the dashboard load only the
 * table.
 */
export const faultKinds = {
  status: {
    details: { status: true, error: false, retryAfter: false },
    request: 'the gateway returns an HTTP error',
  },
  delay: {
    details: { ms: true },
    request: 'the response arrives late',
    callback: { effect: 'the callback arrives late', sent: 1, note: 'delayed on purpose' },
  },
  drop: {
    details: {},
    request: 'the gateway resets the connection',
    callback: {
      effect: 'the callback is not sent and counts as failed',
      sent: 0,
      note: 'not sent, on purpose',
    },
  },
  hang: { details: {}, request: 'the gateway sends no response' },
  truncate: { details: {}, request: 'the connection closes after half the response' },
  garbage: { details: {}, request: 'the gateway returns an HTML page, as from a proxy' },
  duplicate: {
    details: {},
    callback: { effect: 'the callback is sent twice', sent: 2, note: 'sent twice, on purpose' },
  },
  tamper: {
    details: {},
    callback: {
      effect: 'the gateway changes one field after signing',
      sent: 1,
      note: 'sent with an altered amount, on purpose',
    },
  },
} as const satisfies Readonly<Record<string, FaultKindFacts>>;

type Kinds = typeof faultKinds;
type KindWith<Part> = { [Kind in keyof Kinds]: Kinds[Kind] extends Part ? Kind : never }[keyof Kinds];

export type FaultKind = keyof Kinds;
/** Kind of a fault of a request. */
export type RequestFaultKind = KindWith<{ readonly request: string }>;
/** Kind of a fault of a callback. */
export type CallbackFaultKind = KindWith<{ readonly callback: object }>;

/** The kinds of faults at an endpoint, with their effects. */
export function faultEffects(endpoint: string): Readonly<Partial<Record<FaultKind, string>>> {
  const rows: readonly (readonly [string, FaultKindFacts])[] = Object.entries(faultKinds);
  const effects = rows.map(([kind, { request, callback }]) => [
    kind,
    endpoint === 'callback' ? callback?.effect : request,
  ]);
  return Object.fromEntries(effects.filter(([, effect]) => effect !== undefined));
}
