import { type V1Endpoint, type V3Endpoint, v1Routes, v3Routes } from '@inrgate/sdk/basics';

/** Endpoints that a fault can affect. `*` is every endpoint of the wire API. */
export const faultEndpoints = [
  ...Object.keys(v3Routes),
  ...Object.keys(v1Routes),
  '*',
  'callback',
] as readonly FaultEndpoint[];

export type FaultEndpoint = V3Endpoint | V1Endpoint | '*' | 'callback';

interface FaultKindFacts {
  /** Details of the action, and whether they are required. */
  readonly details: Readonly<Record<string, boolean>>;
  /** Effect on a request of the wire API, if the kind can affect one, and the note in its record. */
  readonly request?: { readonly effect: string; readonly note: string };
  /** Effect on a callback: how often an attempt is sent, and the note in its record. */
  readonly callback?: { readonly effect: string; readonly sent: number; readonly note: string };
}

/**
 * Every kind of fault (contract: A fault). This file loads no schemas, because the command and the dashboard load the
 * table. A note contains its details as `{name}`.
 */
export const faultKinds = {
  status: {
    details: { status: true, error: false, retryAfter: false },
    request: { effect: 'the gateway returns an HTTP error', note: 'status {status} on purpose' },
  },
  delay: {
    details: { ms: true },
    request: { effect: 'the response arrives late', note: 'delayed by {ms} ms, on purpose' },
    callback: { effect: 'the callback arrives late', sent: 1, note: 'delayed on purpose' },
  },
  drop: {
    details: {},
    request: {
      effect: 'the gateway resets the connection',
      note: 'no response, connection reset on purpose',
    },
    callback: {
      effect: 'the callback is not sent and counts as failed',
      sent: 0,
      note: 'not sent, on purpose',
    },
  },
  hang: {
    details: {},
    request: { effect: 'the gateway sends no response', note: 'no response, on purpose' },
  },
  truncate: {
    details: {},
    request: {
      effect: 'the connection closes after half the response',
      note: 'half of the response, on purpose',
    },
  },
  garbage: {
    details: {},
    request: {
      effect: 'the gateway returns an HTML page, as from a proxy',
      note: 'the page of a proxy, on purpose',
    },
  },
  duplicate: {
    details: {},
    callback: { effect: 'the callback is sent twice', sent: 2, note: 'sent twice, on purpose' },
  },
  tamper: {
    details: {},
    callback: {
      effect: 'the gateway changes the amount after signing',
      sent: 1,
      note: 'sent with an altered amount, on purpose',
    },
  },
} as const satisfies Readonly<Record<string, FaultKindFacts>>;

type Kinds = typeof faultKinds;
type KindWith<Part extends string> = {
  [Kind in keyof Kinds]: Part extends keyof Kinds[Kind] ? Kind : never;
}[keyof Kinds];

export type FaultKind = keyof Kinds;
/** Kind of a fault of a request. */
export type RequestFaultKind = KindWith<'request'>;
/** Kind of a fault of a callback. */
export type CallbackFaultKind = KindWith<'callback'>;
/** Kinds of faults of the connection. The others replace or delay the response. */
export type TransportFault = Exclude<RequestFaultKind, 'status' | 'delay' | 'garbage'>;

export const requestFaultKinds = kindsWith('request');
export const callbackFaultKinds = kindsWith('callback');

function kindsWith<Part extends 'request' | 'callback'>(part: Part): readonly KindWith<Part>[] {
  return Object.entries(faultKinds).flatMap(([kind, facts]) =>
    part in facts ? [kind as KindWith<Part>] : [],
  );
}

/** The kinds of faults at an endpoint, with their effects. */
export function faultEffects(endpoint: string): Readonly<Partial<Record<FaultKind, string>>> {
  const effects =
    endpoint === 'callback'
      ? callbackFaultKinds.map((kind) => [kind, faultKinds[kind].callback.effect])
      : requestFaultKinds.map((kind) => [kind, faultKinds[kind].request.effect]);
  return Object.fromEntries(effects);
}
