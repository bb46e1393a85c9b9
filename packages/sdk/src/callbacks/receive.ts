import {
  type CallbackReason,
  CallbackVerificationError,
  isCallbackVerificationError,
} from '../errors/callback-errors.ts';
import { ConfigurationError, GatewayError, notSent, TimeoutError } from '../errors/errors.ts';
import { callAround, callWatcher, inspected } from '../hooks/observers.ts';
import { callbackTimeoutMs } from '../protocol/limits.ts';
import type { Callback } from './callback.ts';
import { complete } from './complete.ts';
import { type Confirmation, confirmation } from './confirm.ts';
import {
  type CallbackEndEvent,
  type CallbackHandlerOptions,
  checkHandlerOptions,
  confirmShare,
} from './handler-options.ts';
import { contradicting, laterThan, storeKey } from './statuses.ts';
import { type CallbackStore, type ClaimResult, defaultStore } from './store.ts';
import { verifyCallback } from './verify.ts';

/** One delivery of a callback, independent of the server framework. */
export interface Delivery {
  readonly method: string;
  readonly contentType: string | null;
  /** @throws {CallbackVerificationError} */
  readonly body: () => Promise<Uint8Array | string>;
}

export interface CallbackAnswer {
  readonly status: number;
  readonly text: string;
}

/** The headers of a plain-text response (spec: Delivery rules 1). */
export function answerHeaders({ status }: CallbackAnswer): Readonly<Record<string, string>> {
  const allow = status === 405 ? { allow: 'POST' } : {};
  return { 'content-type': 'text/plain; charset=utf-8', ...allow };
}

const warningType = 'InrgateCallbackWarning';

/** spec: Delivery rules 1. */
const acknowledged: CallbackAnswer = { status: 200, text: 'success' };
const busy: CallbackAnswer = {
  status: 503,
  text: 'another delivery of this callback is in progress; retry later',
};
const failed: CallbackAnswer = { status: 500, text: 'the callback could not be handled; retry later' };

/**
 * Creates the function that verifies deliveries and calls the merchant's function, one call at a time for each callback.
 * It repeats the call only if the function fails. It acknowledges the callback after the function has finished, never
 * throws, and returns after `onError` has received any failure.
 *
 * @throws {ConfigurationError} for missing credentials or an invalid option
 */
export function createReceiver(options: CallbackHandlerOptions) {
  checkHandlerOptions(options);
  const { confirm: client, store = defaultStore(options.mchId), onError = logFailure } = options;
  const confirm = client && confirmation(client, confirmShare(options));
  const unhandled = unhandledWatcher(options);
  const report = (error: unknown) => callWatcher(onError, error, { type: warningType, who: 'onError' });
  const handle = async (delivery: Delivery, seen: Seen): Promise<CallbackAnswer> => {
    let overdue: NodeJS.Timeout | undefined;
    try {
      if (delivery.method !== 'POST') throw new CallbackVerificationError('wrong_method');
      const callback = verifyCallback(await delivery.body(), {
        ...options,
        contentType: delivery.contentType,
      });
      seen.callback = callback;
      overdue = setTimeout(() => report(notInTime(callback)), callbackTimeoutMs);
      if (callback.test) {
        await options.onTest?.(callback);
        return acknowledged;
      }
      const run = merchantFunction(callback, options);
      if (run === undefined) {
        unhandled(callback);
        return acknowledged;
      }
      const answer = await handleOnce(callback, run, { store, confirm, report });
      // Simultaneous deliveries of a callback are not a failure, so they emit no default warning. A slow function emits
      // a warning.
      if (answer === busy) {
        seen.error = stillBusy(callback);
        if (options.onError !== undefined) report(seen.error);
      }
      return answer;
    } catch (error) {
      seen.error = error;
      report(error);
      return isCallbackVerificationError(error)
        ? { status: statusOf(error.reason), text: error.message }
        : failed;
    } finally {
      clearTimeout(overdue);
    }
  };
  const receive = (delivery: Delivery): Promise<CallbackAnswer> => {
    const { method } = delivery;
    const seen: Seen = { callback: undefined, error: undefined };
    const run = () => handle(delivery, seen);
    const end = (ended: PromiseSettledResult<CallbackAnswer>) => {
      const { status } = ended.status === 'fulfilled' ? ended.value : failed;
      return { method, status, ...seen };
    };
    const warning = { type: warningType, who: 'a hook of the callback handler' };
    return callAround(options.hooks?.aroundCallback, { method }, { run, end }, warning);
  };
  return { receive, report };
}

/** Data of a delivery that a hook receives in addition to the response. */
type Seen = { -readonly [Name in 'callback' | 'error']: CallbackEndEvent[Name] };

function subject(callback: Callback): string {
  return `the ${callback.kind} callback of ${callback.kind === 'link' ? callback.linkCode : callback.orderNo}`;
}

function notInTime(callback: Callback): TimeoutError {
  return new TimeoutError(
    `${subject(callback)} was not handled within ${callbackTimeoutMs / 1_000} s, so the gateway retries the callback. ` +
      'Respond earlier, and move long work to the background',
    notSent,
  );
}

function stillBusy(callback: Callback): GatewayError {
  return new GatewayError(
    `the gateway retried ${subject(callback)} during the first delivery; the handler returned 503`,
    notSent,
  );
}

function contradiction(callback: Callback, handled: string): GatewayError {
  return new GatewayError(
    `${subject(callback)} reports ${callback.status} after your function has handled ${handled}, and only one of the two ` +
      'can be true. The handler acknowledged the callback without a call of your function: query the order',
    notSent,
  );
}

const functionOf = { payin: 'onPayin', payout: 'onPayout', link: 'onLink' } as const;

/** Calls `onUnhandled`, or emits one warning for each kind. */
function unhandledWatcher({ onUnhandled }: CallbackHandlerOptions): (callback: Callback) => void {
  const warned = new Set<string>();
  const warn = (callback: Callback) => {
    if (warned.has(callback.kind)) return;
    warned.add(callback.kind);
    const name = functionOf[callback.kind];
    process.emitWarning(
      `${subject(callback)} was acknowledged without ${name}: register ${name} or onUnhandled`,
      warningType,
    );
  };
  return (callback) => callWatcher(onUnhandled ?? warn, callback, { type: warningType, who: 'onUnhandled' });
}

/** The function registered for this kind. It passes the callback as the argument. */
function merchantFunction(callback: Callback, options: CallbackHandlerOptions): (() => unknown) | undefined {
  const registered = options[functionOf[callback.kind]] as ((callback: Callback) => unknown) | undefined;
  return registered && (() => registered(callback));
}

interface Handling {
  readonly store: CallbackStore;
  readonly confirm: Confirmation | undefined;
  readonly report: (error: unknown) => void;
}

/**
 * Claims the callback and every status that makes the callback outdated or contradicts it. Ignores the callback if such a
 * status is already handled, and reports a contradiction. If another delivery is handling such a status, the gateway
 * retries one of the two deliveries.
 */
async function handleOnce(
  callback: Callback,
  run: () => unknown,
  { store, confirm, report }: Handling,
): Promise<CallbackAnswer> {
  const { kind, status } = callback;
  const key = storeKey(callback, status);
  const others = [...laterThan(kind, status), ...contradicting(kind, status)];
  const held: string[] = [];
  try {
    const done: string[] = [];
    for (const other of [status, ...others]) {
      const wanted = storeKey(callback, other);
      const claim = claimed(await store.claim(wanted));
      if (claim === 'claimed') held.push(wanted);
      if (claim === 'done' && wanted === key) return acknowledged;
      if (claim === 'busy') return busy;
      if (claim === 'done') done.push(other);
    }
    const handled = contradicting(kind, status).find((other) => done.includes(other));
    if (handled !== undefined) {
      report(contradiction(callback, handled));
      return acknowledged;
    }
    if (done.length === 0 && (await isCurrent(callback, confirm))) await run();
    // The merchant's function has finished. The handler keeps the claim even if the store fails now.
    held.shift();
    await complete(key, store, report);
    return acknowledged;
  } finally {
    // A claim that the store cannot release ends with its lease. The response stays the same.
    for (const claimed of held) {
      try {
        await store.release(claimed);
      } catch (error) {
        report(error);
      }
    }
  }
}

/** Rejects any other result of a store, for example true or undefined, because it does not prove a claim. */
function claimed(result: unknown): ClaimResult {
  if (result === 'claimed' || result === 'busy' || result === 'done') return result;
  throw new ConfigurationError('store.claim must return claimed, busy or done');
}

/** @throws {CallbackVerificationError} `not_confirmed` */
async function isCurrent(callback: Callback, confirm: Confirmation | undefined): Promise<boolean> {
  if (confirm === undefined) return true;
  const comparison = await confirm(callback);
  if (comparison === 'different') throw new CallbackVerificationError('not_confirmed');
  return comparison === 'same';
}

/** HTTP status of a rejection: 4xx for the sender's mistake, 5xx for a wrong configuration of this server. */
function statusOf(reason: CallbackReason): number {
  return statuses[reason] ?? 400;
}

const statuses: Readonly<Partial<Record<CallbackReason, number>>> = {
  missing_sign: 401,
  invalid_signature: 401,
  wrong_key: 401,
  wrong_merchant: 403,
  wrong_method: 405,
  body_timeout: 408,
  not_confirmed: 409,
  body_too_large: 413,
  unsupported_content_type: 415,
  missing_key: 500,
  parsed_body: 500,
};

function logFailure(error: unknown): void {
  if (isCallbackVerificationError(error) && statusOf(error.reason) < 500) return;
  process.emitWarning(`the callback handler reports: ${inspected(error)}`, warningType);
}
