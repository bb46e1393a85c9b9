import type { V1Endpoint, V3Endpoint } from '@inrgate/sdk/internal';
import { z } from 'zod';
import {
  type CallbackFaultKind,
  type FaultKind,
  faultEndpoints,
  type faultKinds,
  type RequestFaultKind,
} from '../domain/fault-kinds.ts';

/** The action of each kind of fault, with the details of the table. */
const kinds = {
  status: z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    error: z.string().min(1).max(100).optional(),
    retryAfter: z.int().min(0).max(86_400).optional(),
  }),
  delay: z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  drop: z.strictObject({ kind: z.literal('drop') }),
  hang: z.strictObject({ kind: z.literal('hang') }),
  truncate: z.strictObject({ kind: z.literal('truncate') }),
  garbage: z.strictObject({ kind: z.literal('garbage') }),
  duplicate: z.strictObject({ kind: z.literal('duplicate') }),
  tamper: z.strictObject({ kind: z.literal('tamper') }),
} satisfies { readonly [Kind in FaultKind]: z.ZodObject<Details<Kind>> };

type Details<Kind extends FaultKind> = Record<'kind' | keyof (typeof faultKinds)[Kind]['details'], z.ZodType>;

/** Faults of an API response. */
const wireAction = z.discriminatedUnion('kind', [
  kinds.status,
  kinds.delay,
  kinds.drop,
  kinds.hang,
  kinds.truncate,
  kinds.garbage,
]);

/** Faults of a callback delivery. */
const callbackAction = z.discriminatedUnion('kind', [kinds.delay, kinds.drop, kinds.duplicate, kinds.tamper]);

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
export type WireAction = Extract<z.infer<typeof wireAction>, { readonly kind: RequestFaultKind }>;
export type CallbackAction = Extract<z.infer<typeof callbackAction>, { readonly kind: CallbackFaultKind }>;
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

/** Kinds of faults that can strike a request. */
export const wireFaultKinds = [
  'status',
  'delay',
  'drop',
  'hang',
  'truncate',
  'garbage',
] as const satisfies readonly WireAction['kind'][];

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
  const when = phase === 'before' ? 'before the request had an effect' : 'after the request had its effect';
  return { id, phase, kind, note: kind === 'delay' ? effectOf(hit) : `${effectOf(hit)}, ${when}` };
}

function effectOf(action: WireAction): string {
  switch (action.kind) {
    case 'status':
      return `status ${action.status} on purpose`;
    case 'delay':
      return `delayed by ${action.ms} ms, on purpose`;
    default:
      return effects[action.kind];
  }
}

const effects = {
  drop: 'no response, connection reset on purpose',
  hang: 'no response, on purpose',
  truncate: 'half of the response, on purpose',
  garbage: 'the page of a proxy, on purpose',
} as const;

/** An active fault. `times` is the number of remaining uses. */
export type Fault = FaultInput & { readonly id: string };
