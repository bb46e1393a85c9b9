import { checkFunctions } from '../checks/options.ts';
import {
  type CallbackReason,
  CallbackVerificationError,
  isCallbackVerificationError,
} from '../errors/callback-verification-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { inspected } from '../logging/inspected.ts';
import { callWatcher } from '../logging/watcher.ts';
import type { Callback, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';
import { complete } from './complete.ts';
import { type ConfirmingClient, compare } from './confirm.ts';
import { overtakenBy, storeKey } from './statuses.ts';
import { type CallbackStore, type ClaimResult, createMemoryStore } from './store.ts';
import { type CallbackCredentials, checkCredentials, verifyCallback } from './verify.ts';

/** How callbacks are handled. */
export interface CallbackHandlerOptions extends CallbackCredentials {
  /** Called once for each status of a pay-in, `success` or `failed`. Credit by `paidAmount`. */
  readonly onPayin?: ((callback: PayinCallback) => unknown) | undefined;
  /** Called once for each status of a payout, `processing`, `success` or `failed`. */
  readonly onPayout?: ((callback: PayoutCallback) => unknown) | undefined;
  /** Called once when a payment link is paid. */
  readonly onLink?: ((callback: LinkCallback) => unknown) | undefined;
  /** Called for the panel's "Test endpoint", each time. */
  readonly onTest?: ((callback: Callback) => unknown) | undefined;
  /** Remembers what was handled. In memory by default: several processes need one that they share. */
  readonly store?: CallbackStore | undefined;
  /** A client: each callback is compared with the order as a query finds it, before the function is called. */
  readonly confirm?: ConfirmingClient | undefined;
  /**
   * Told why a callback is not acknowledged, with the error of the function, the store or the query, or a
   * `CallbackVerificationError`, and of a claim that could not be given back. By default all but refused callbacks are
   * process warnings.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

/** One delivery, however it came in. */
export interface Delivery {
  readonly method: string;
  readonly contentType: string | null;
  /** The raw body; may throw a `CallbackVerificationError`. */
  readonly body: () => Promise<Uint8Array | string>;
}

/** What the gateway is answered, as plain text. */
export interface CallbackAnswer {
  readonly status: number;
  readonly text: string;
}

/** What handles deliveries. Neither of the two throws. */
export interface Receiver {
  /** Handles one delivery. Whatever is not a success has been reported when it resolves. */
  readonly receive: (delivery: Delivery) => Promise<CallbackAnswer>;
  /** Passes an error to `onError`. */
  readonly report: (error: unknown) => void;
}

/** The headers of an answer; it is plain text (spec: Delivery rules 1). */
export function answerHeaders({ status }: CallbackAnswer): Readonly<Record<string, string>> {
  const allow = status === 405 ? { allow: 'POST' } : {};
  return { 'content-type': 'text/plain; charset=utf-8', ...allow };
}

/** spec: Delivery rules 1. */
const acknowledged: CallbackAnswer = { status: 200, text: 'success' };
const busy: CallbackAnswer = { status: 503, text: 'this callback is being handled; send it again later' };
const failed: CallbackAnswer = {
  status: 500,
  text: 'the callback could not be handled; send it again later',
};

/**
 * Makes the function that verifies a delivery, calls the merchant's function at most once at a time and, unless it
 * fails, once in all, and acknowledges only after it is done. It never throws.
 *
 * @throws {ConfigurationError} for missing credentials, or an option that cannot work
 */
export function createReceiver(options: CallbackHandlerOptions): Receiver {
  checkCredentials(options);
  checkKeys(options);
  checkParts(options);
  const { confirm, store = createMemoryStore() } = options;
  const { onError = logFailure } = options;
  const report = (error: unknown) =>
    callWatcher(onError, error, { type: 'InrgateCallbackWarning', who: 'onError' });
  const receive = async (delivery: Delivery): Promise<CallbackAnswer> => {
    if (delivery.method !== 'POST') return { status: 405, text: 'callbacks are sent by POST' };
    try {
      const callback = verifyCallback(await delivery.body(), {
        ...options,
        contentType: delivery.contentType,
      });
      if (callback.test) {
        await options.onTest?.(callback);
        return acknowledged;
      }
      const run = merchantFunction(callback, options);
      if (run === undefined) return acknowledged;
      return await handleOnce(callback, { run, store, confirm, report });
    } catch (error) {
      report(error);
      return isCallbackVerificationError(error)
        ? { status: statusOf(error.reason), text: error.message }
        : failed;
    }
  };
  return { receive, report };
}

/**
 * Without the key of its kind every callback would be answered 500: `process.env` gives undefined for a misspelt name.
 *
 * @throws {ConfigurationError} for a handler that could verify nothing, or a function that could never be called
 */
function checkKeys({ mchKey, mchSecret, onPayin, onPayout, onLink }: CallbackHandlerOptions): void {
  if (mchKey === undefined && mchSecret === undefined) {
    throw new ConfigurationError(
      'callbacks need mchKey for pay-ins, mchSecret for payouts and links, or both',
    );
  }
  if (mchKey === undefined && onPayin !== undefined) throw new ConfigurationError('onPayin needs mchKey');
  for (const [name, called] of Object.entries({ onPayout, onLink })) {
    if (mchSecret === undefined && called !== undefined) {
      throw new ConfigurationError(`${name} needs mchSecret`);
    }
  }
}

/** @throws {ConfigurationError} for what could not be called once a callback is there */
function checkParts({
  onPayin,
  onPayout,
  onLink,
  onTest,
  onError,
  store,
  confirm,
  mchId,
}: CallbackHandlerOptions): void {
  checkFunctions({ onPayin, onPayout, onLink, onTest, onError });
  const isStore = (['claim', 'complete', 'release'] as const).every(
    (step) => typeof store?.[step] === 'function',
  );
  if (store !== undefined && !isStore) {
    throw new ConfigurationError('store must have the functions claim, complete and release');
  }
  const isClient = (['payins', 'payouts', 'links'] as const).every(
    (resource) => typeof confirm?.[resource]?.retrieve === 'function',
  );
  if (confirm !== undefined && !isClient) throw new ConfigurationError('confirm must be a GatewayClient');
  if (confirm?.mchId !== undefined && confirm.mchId !== mchId) {
    throw new ConfigurationError(
      'confirm must be the client of the same mchId: another merchant has other orders',
    );
  }
}

/** The function registered for this kind, with the callback bound. */
function merchantFunction(callback: Callback, options: CallbackHandlerOptions): (() => unknown) | undefined {
  const { onPayin, onPayout, onLink } = options;
  switch (callback.kind) {
    case 'payin':
      return onPayin && (() => onPayin(callback));
    case 'payout':
      return onPayout && (() => onPayout(callback));
    case 'link':
      return onLink && (() => onLink(callback));
  }
}

interface Handling {
  readonly run: () => unknown;
  readonly store: CallbackStore;
  readonly confirm: ConfirmingClient | undefined;
  readonly report: (error: unknown) => void;
}

/**
 * Claims the callback, and with it every status that would make it out of date: so a later status is neither handled
 * before (then this one is ignored) nor at the same time (then one of the two comes again).
 */
async function handleOnce(
  callback: Callback,
  { run, store, confirm, report }: Handling,
): Promise<CallbackAnswer> {
  const key = storeKey(callback, callback.status);
  const later = overtakenBy(callback.kind, callback.status).map((status) => storeKey(callback, status));
  const held: string[] = [];
  try {
    const claims = [];
    for (const wanted of [key, ...later]) {
      const claim = claimed(await store.claim(wanted));
      if (claim === 'claimed') held.push(wanted);
      if (claim === 'done' && wanted === key) return acknowledged;
      if (claim === 'busy') return busy;
      claims.push(claim);
    }
    if (!claims.includes('done') && (await isCurrent(callback, confirm))) await run();
    // Done, even if the store cannot note it: the key is not given back.
    held.shift();
    await complete(key, store, report);
    return acknowledged;
  } finally {
    // A claim that cannot be given back ends with its lease. What happened to the callback stays the answer.
    for (const claimed of held) {
      try {
        await store.release(claimed);
      } catch (error) {
        report(error);
      }
    }
  }
}

/**
 * A store that answers something else, such as true or nothing, did not say that the callback is the caller's.
 *
 * @throws {ConfigurationError}
 */
function claimed(result: unknown): ClaimResult {
  if (result === 'claimed' || result === 'busy' || result === 'done') return result;
  throw new ConfigurationError('claim of the store must answer claimed, busy or done');
}

/** @throws {CallbackVerificationError} `not_confirmed` */
async function isCurrent(callback: Callback, client: ConfirmingClient | undefined): Promise<boolean> {
  if (client === undefined) return true;
  const comparison = await compare(callback, client);
  if (comparison === 'different') throw new CallbackVerificationError('not_confirmed');
  return comparison === 'same';
}

/** Whose fault it is: the sender's (4xx) or this server's set-up (5xx). */
function statusOf(reason: CallbackReason): number {
  switch (reason) {
    case 'missing_sign':
    case 'invalid_signature':
    case 'wrong_key':
      return 401;
    case 'wrong_merchant':
      return 403;
    case 'not_confirmed':
      return 409;
    case 'body_timeout':
      return 408;
    case 'body_too_large':
      return 413;
    case 'unsupported_content_type':
      return 415;
    case 'missing_key':
    case 'parsed_body':
      return 500;
    default:
      return 400;
  }
}

function logFailure(error: unknown): void {
  if (isCallbackVerificationError(error) && statusOf(error.reason) < 500) return;
  process.emitWarning(`a callback was not acknowledged: ${inspected(error)}`, 'InrgateCallbackWarning');
}
