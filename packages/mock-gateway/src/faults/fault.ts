import type { V1Endpoint, V3Endpoint } from '@inrgate/sdk/internal';
import { z } from 'zod';
import {
  callbackFaultKinds,
  type FaultKind,
  faultEndpoints,
  faultKinds,
  requestFaultKinds,
} from '../domain/fault-kinds.ts';

type DetailsOf<Kind extends FaultKind> = (typeof faultKinds)[Kind]['details'];

/** The details of the kinds that have any. */
const details = {
  status: {
    status: z.int().min(400).max(599),
    error: z.string().min(1).max(100).optional(),
    retryAfter: z.int().min(0).max(86_400).optional(),
  },
  delay: { ms: z.int().min(0).max(600_000) },
} as const satisfies {
  readonly [Kind in FaultKind as keyof DetailsOf<Kind> extends never ? never : Kind]: Readonly<
    Record<keyof DetailsOf<Kind>, z.ZodType>
  >;
};

type Action<Kind extends FaultKind> = Kind extends FaultKind
  ? z.ZodObject<
      { kind: z.ZodLiteral<Kind> } & (Kind extends keyof typeof details ? (typeof details)[Kind] : unknown),
      z.core.$strict
    >
  : never;

/** The actions of these kinds. */
function actionOf<Kind extends FaultKind>(kinds: readonly Kind[]) {
  const actions = kinds.map((kind) =>
    z.strictObject({ kind: z.literal(kind), ...(kind in details && details[kind as keyof typeof details]) }),
  );
  return z.discriminatedUnion('kind', actions as unknown as [Action<Kind>, ...Action<Kind>[]]);
}

/** Faults of an API response. */
const wireAction = actionOf(requestFaultKinds);

/** Faults of a callback delivery. */
const callbackAction = actionOf(callbackFaultKinds);

const selection = {
  mchId: z.string().optional(),
  mchOrderNo: z.string().optional(),
  /** Number of uses. By default, the fault applies until it is removed. */
  times: z.int().min(1).max(1_000_000).optional(),
  probability: z.number().min(0).max(1).optional(),
};

const wireEndpoints = faultEndpoints.filter((endpoint) => endpoint !== 'callback');

/** A fault as requested. The endpoint `*` matches every endpoint of the wire API, and `callback` matches callbacks. */
export const faultInput = z.discriminatedUnion('endpoint', [
  z.strictObject({
    endpoint: z.enum(wireEndpoints),
    ...selection,
    phase: z.enum(['before', 'after']),
    action: wireAction,
  }),
  z.strictObject({
    endpoint: z.literal('callback'),
    ...selection,
    phase: z.enum(['before', 'after']).optional(),
    action: callbackAction,
  }),
]);

/** A validated fault request. */
export type FaultInput = z.infer<typeof faultInput>;
export type WireAction = z.infer<typeof wireAction>;
export type CallbackAction = z.infer<typeof callbackAction>;
/** The endpoints of both APIs by name. */
export type WireEndpoint = V3Endpoint | V1Endpoint;
/** Time of a fault: before the request has any effect, or after its commit. */
export type FaultPhase = 'before' | 'after';

/** Fields of a request or callback that a fault can match. */
export interface FaultSubject {
  readonly mchId: string | null;
  readonly mchOrderNo: string | null;
}

/** A fault that applies to an attempt of a callback. */
export type CallbackHit = CallbackAction & { readonly id: string };

/** A fault that applies to a request. */
export type WireHit = WireAction & { readonly id: string };

/** A fault that struck a request, for the log. */
export interface RequestFault {
  /** ID of the fault. The fault may already be removed. */
  readonly id: string;
  readonly phase: FaultPhase;
  readonly kind: WireAction['kind'];
  /** Readable effect. */
  readonly note: string;
}

/** Describes the effect of a fault on a request. */
export function requestFaultOf(hit: WireHit, phase: FaultPhase): RequestFault {
  const { id, kind } = hit;
  const effect = faultKinds[kind].request.note.replaceAll(/\{(\w+)\}/g, (_, name) => Reflect.get(hit, name));
  const when = phase === 'before' ? 'before the request had an effect' : 'after the request had its effect';
  return { id, phase, kind, note: kind === 'delay' ? effect : `${effect}, ${when}` };
}

/** An active fault. `times` is the number of remaining uses. */
export type Fault = FaultInput & { readonly id: string };
