import { z } from 'zod';

const text = z.string();
const textOrNull = z.string().nullable();

const requestData = z
  .object({
    id: text,
    time: text,
    ip: text,
    method: text,
    path: text,
    mchId: textOrNull,
    mchOrderNo: textOrNull,
    status: z.number(),
    error: textOrNull,
    durationMs: z.number(),
    diagnosis: z.object({ hint: text }).nullable(),
    explanation: textOrNull.default(null),
    fault: z.object({ id: text, note: text }).nullable().default(null),
    warnings: z.array(text).default([]),
  })
  .transform(({ diagnosis, explanation, ...request }) => ({
    ...request,
    hint: diagnosis?.hint ?? explanation,
  }));

const orderData = z.object({
  kind: text,
  orderNo: text,
  mchOrderNo: textOrNull.default(null),
  mchId: text,
  status: text,
});

const attempt = z.object({
  number: z.number(),
  /** True for an operator's re-send, which is outside the schedule. */
  manual: z.boolean().default(false),
  status: z.number().nullable(),
  ok: z.boolean(),
  reason: textOrNull,
  response: textOrNull.default(null),
});

const callbackData = z
  .object({
    id: text,
    event: text,
    mchId: text,
    orderNo: textOrNull,
    mchOrderNo: textOrNull.default(null),
    state: text,
    nextAttemptAt: textOrNull.default(null),
    attempt: attempt.nullable(),
  })
  // Rename `event`, because `event` is the type of the line.
  .transform(({ event, ...callback }) => ({ callbackEvent: event, ...callback }));

const clockData = z.object({ now: text, mode: text });

const faultData = z
  .object({
    change: text,
    id: text.optional(),
    endpoint: text.optional(),
    mchOrderNo: text.optional(),
    action: z.object({ kind: text }).optional(),
  })
  .transform(({ action, ...fault }) => ({ ...fault, ...(action && { action: action.kind }) }));

const readers = {
  request: requestData,
  order: orderData,
  callback: callbackData,
  clock: clockData,
  fault: faultData,
} as const;

/** Kinds of events that the gateway sends. */
export type LiveKind = keyof typeof readers;
export const liveKinds = Object.keys(readers) as readonly LiveKind[];

/** Event of the gateway as a JSON line: `{"event":"request",…}`. */
export type LiveEvent = {
  [K in LiveKind]: { readonly event: K } & Readonly<z.output<(typeof readers)[K]>>;
}[LiveKind];

/** Returns the visible fields of an event in the stream, or null for an unknown type. */
export function readEvent(type: string, data: unknown): LiveEvent | null {
  if (!Object.hasOwn(readers, type)) return null;
  const parsed = readers[type as LiveKind].safeParse(data);
  return parsed.success ? ({ event: type, ...parsed.data } as LiveEvent) : null;
}
