import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { WithResponse } from './call-promise.ts';
import type { AttemptEndEvent, AttemptEvent, Operation } from './hooks.ts';

/** Result of a successful call on its diagnostics channel. */
export interface CallTraceResult {
  /** The HTTP status. */
  readonly status: number;
  /** Every attempt. The last one is the successful one. */
  readonly attempts: readonly AttemptEndEvent[];
}

/**
 * Message on the channels `tracing:inrgate:call:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error` of
 * `node:diagnostics_channel`. One object accompanies each call from start to end. It never contains a key, signature,
 * parameter or order.
 */
export interface CallTrace {
  /** The operation of the call. */
  readonly operation: Operation;
  /** Set after success, before `asyncStart`. */
  readonly result?: CallTraceResult;
  /** Set after a failure, before `error`. The value is a `GatewayError`, which is safe to log. */
  readonly error?: unknown;
}

/**
 * Message on the channels `tracing:inrgate:attempt:start`, `:end`, `:asyncStart` and `:asyncEnd`, one object for each
 * request. A failed attempt is also a `result` with its `outcome`. The channel `:error` publishes no messages.
 */
export interface AttemptTrace extends AttemptEvent {
  /** Set after the attempt, before `asyncStart`. */
  readonly result?: AttemptEndEvent;
}

const calls = /* @__PURE__ */ tracingChannel<unknown, CallTrace>('inrgate:call');
const attempts = /* @__PURE__ */ tracingChannel<unknown, AttemptTrace>('inrgate:attempt');

/** Makes a call and publishes it to subscribers. */
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

/** Makes an attempt and publishes it to subscribers. */
export function traceAttempt<T extends { readonly event: AttemptEndEvent }>(
  event: AttemptEvent,
  attempt: () => Promise<T>,
): Promise<T> {
  return traced(attempts, { run: attempt, about: () => ({ ...event }), result: (ended) => ended.event });
}

interface Traced<T, Trace> {
  readonly run: () => Promise<T>;
  readonly about: () => Trace;
  /** The part of the result that subscribers receive. */
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
