import { type V1Endpoint, type V3Endpoint, v1Routes, v3Routes } from '@inrgate/sdk/internal';
import { z } from 'zod';

/** contract: what an answer of the API can suffer. */
const wireAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    error: z.string().min(1).max(100).optional(),
    retryAfter: z.int().min(0).max(86_400).optional(),
  }),
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('truncate') }),
  z.strictObject({ kind: z.literal('garbage') }),
]);

/** contract: what a callback's delivery can suffer. */
const callbackAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('duplicate') }),
  z.strictObject({ kind: z.literal('tamper') }),
]);

const selection = {
  mchId: z.string().optional(),
  mchOrderNo: z.string().optional(),
  /** How often it strikes; without it, until it is removed. */
  times: z.int().min(1).max(1_000_000).optional(),
  probability: z.number().min(0).max(1).optional(),
};

const wireEndpoints = [
  ...(Object.keys(v3Routes) as V3Endpoint[]),
  ...(Object.keys(v1Routes) as V1Endpoint[]),
  '*',
] as const;

/** A fault as it is asked for. `*` is every endpoint of the wire API; callbacks are named apart. */
export const faultInput = z.discriminatedUnion('endpoint', [
  z.strictObject({
    endpoint: z.enum(wireEndpoints),
    ...selection,
    /** `before`: nothing of the request happened; `after`: the order is committed, only the answer goes wrong. */
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

/** A fault as it is asked for, validated. */
export type FaultInput = z.infer<typeof faultInput>;
/** What can go wrong with an answer of the API. */
export type WireAction = z.infer<typeof wireAction>;
/** What can go wrong with the delivery of a callback. */
export type CallbackAction = z.infer<typeof callbackAction>;
/** The endpoints of both APIs, each by its own name. */
export type WireEndpoint = V3Endpoint | V1Endpoint;
/** Before anything of the request happened, or after its commit. */
export type FaultPhase = 'before' | 'after';

/** A fault in force; `times` is what is left of it. */
export type Fault = FaultInput & { readonly id: string };
