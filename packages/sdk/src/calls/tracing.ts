import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { WithResponse } from './call-promise.ts';
import type { AttemptEndEvent, AttemptEvent, Operation } from './hooks.ts';

/** What a call that succeeded tells on its channel. */
export interface CallTraceResult {
  /** The HTTP status. */
  readonly status: number;
  /** Every attempt, the successful one last. */
  readonly attempts: readonly AttemptEndEvent[];
}

/**
 * The message on the channels `tracing:inrgate:call:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error` of
 * `node:diagnostics_channel`: one object for each call, from its start to its end. Never holds a key, a signature, a
 * parameter or an order.
 */
export interface CallTrace {
  /** What is called. */
  readonly operation: Operation;
  /** Set when the call has succeeded, before `asyncStart`. */
  readonly result?: CallTraceResult;
  /** Set when the call has failed, before `error`: a `GatewayError`, which is safe to log. */
  readonly error?: unknown;
}

/**
 * The message on the channels `tracing:inrgate:attempt:start` and so on: one object for each request that is sent. A
 * failed attempt is a `result` too, by its `outcome`; nothing comes on `:error`.
 */
export interface AttemptTrace extends AttemptEvent {
  /** Set when the attempt has ended, before `asyncStart`. */
  readonly result?: AttemptEndEvent;
}

const calls = /* @__PURE__ */ tracingChannel<unknown, CallTrace>('inrgate:call');
const attempts = /* @__PURE__ */ tracingChannel<unknown, AttemptTrace>('inrgate:attempt');

/** Makes a call and tells those who listen; when nobody does, that is all it does. */
export function traceCall<T>(
  operation: Operation,
  call: () => Promise<WithResponse<T>>,
): Promise<WithResponse<T>> {
  return traced(calls, {
    run: call,
    about: () => ({ operation }),
    result: ({ response }): CallTraceResult => ({ status: response.status, attempts: response.attempts }),
  });
}

/** Makes an attempt and tells those who listen. */
export function traceAttempt<T extends { readonly event: AttemptEndEvent }>(
  event: AttemptEvent,
  attempt: () => Promise<T>,
): Promise<T> {
  return traced(attempts, { run: attempt, about: () => ({ ...event }), result: (ended) => ended.event });
}

interface Traced<T, Trace> {
  readonly run: () => Promise<T>;
  readonly about: () => Trace;
  /** What of the result may be told. */
  readonly result: (value: T) => unknown;
}

async function traced<T, Trace extends object>(
  channel: TracingChannel<unknown, Trace>,
  { run, about, result }: Traced<T, Trace>,
): Promise<T> {
  if (!channel.hasSubscribers) return run();
  const held: { value?: T } = {};
  await channel.tracePromise(async () => {
    held.value = await run();
    return result(held.value);
  }, about());
  return held.value as T;
}
