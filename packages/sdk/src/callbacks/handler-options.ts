import { ConfigurationError } from '../errors/errors.ts';
import type { Around } from '../hooks/observers.ts';
import { checkFunctions, checkHooks, checkOptions, integer, type OptionNames } from '../options/options.ts';
import type { Callback, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';
import type { ConfirmingClient } from './confirm.ts';
import type { CallbackStore } from './store.ts';
import { type CallbackCredentials, type CallbackKeys, checkCredentials } from './verify.ts';

/** A delivery of a callback before the handler reads it. */
export interface CallbackEvent {
  readonly method: string;
}

/** A delivery of a callback after its response. */
export interface CallbackEndEvent extends CallbackEvent {
  readonly status: number;
  /** The callback, or undefined if the handler could not verify it. */
  readonly callback: Callback | undefined;
  /** The error that `onError` receives, or undefined for an acknowledged callback. */
  readonly error: unknown;
}

/** Functions that observe a callback handler. */
export interface CallbackHooks {
  /**
   * Function that surrounds each delivery. The function must call `run` immediately, in the context for the delivery.
   * Example: the context of a span. `run` resolves with the response and never rejects. An error that the hook throws
   * becomes a process warning and does not affect the response.
   */
  readonly aroundCallback?: Around<CallbackEvent, CallbackEndEvent> | undefined;
}

interface CommonOptions extends Pick<CallbackCredentials, 'mchId'> {
  /** Function that the handler calls for test callbacks from the merchant dashboard. */
  readonly onTest?: ((callback: Callback) => unknown) | undefined;
  /**
   * Function that the handler calls for callbacks without a function for their kind. The handler acknowledges these
   * callbacks without waiting for the function. By default, the first callback of each kind emits a process warning.
   */
  readonly onUnhandled?: ((callback: Callback) => unknown) | undefined;
  /**
   * Store of the handled callbacks. The default store is in memory, and all handlers of the merchant in this process
   * share it. If several processes receive callbacks, pass a shared store. In a test, pass a new `createMemoryStore()`.
   */
  readonly store?: CallbackStore | undefined;
  /**
   * Client that queries the order of each callback. The handler compares the order with the callback before it calls
   * your function.
   */
  readonly confirm?: ConfirmingClient | undefined;
  /**
   * Maximum number of v3 queries that `confirm` sends per minute. Retries of a query do not count.
   *
   * The default is 60, half of the gateway's limit for each merchant and IP address (spec: Limits). The other half
   * remains for your own calls. A callback above the limit waits for at most 5 s. The handler then returns 500, and the
   * gateway retries the callback.
   */
  readonly confirmRequestsPerMinute?: number | undefined;
  /**
   * Function for errors. The handler calls it for every response except 200, when the store cannot release a claim, and
   * for a final status that contradicts a final status which your function has handled. The argument is the error of your
   * function, the store or the query. In four cases, the handler creates the error:
   *
   * - `CallbackVerificationError` for a rejected callback
   * - `GatewayError` for a contradicting status
   * - `TimeoutError` for a callback that the handler is still handling when the gateway stops waiting
   * - `GatewayError` for another delivery of a callback that the handler is still handling
   *
   * By default, each error becomes a process warning, except for rejected callbacks and repeated deliveries.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
  /** Functions that surround each delivery. Example: the hooks of `@inrgate/sdk/opentelemetry`. */
  readonly hooks?: CallbackHooks | undefined;
}

/** Options for pay-ins. `onPayin` requires `mchKey`. */
type PayinOptions =
  | {
      /** The API Key. It verifies pay-in callbacks. */
      readonly mchKey: CallbackKeys | undefined;
      /**
       * Function that the handler calls once for each status of a pay-in, `success` or `failed`. If the status is
       * `success`, credit `paidAmount`.
       */
      readonly onPayin?: ((callback: PayinCallback) => unknown) | undefined;
    }
  | {
      /** A handler without `mchKey` cannot verify pay-in callbacks. */
      readonly mchKey?: undefined;
      readonly onPayin?: undefined;
    };

/** Options for payouts and links. `onPayout` and `onLink` require `mchSecret`. */
type PayoutOptions =
  | {
      /** The API Secret. It verifies payout and link callbacks. */
      readonly mchSecret: CallbackKeys | undefined;
      /** Function that the handler calls once for each status of a payout, `processing`, `success` or `failed`. */
      readonly onPayout?: ((callback: PayoutCallback) => unknown) | undefined;
      /** Function that the handler calls once for each paid link. */
      readonly onLink?: ((callback: LinkCallback) => unknown) | undefined;
    }
  | {
      /** A handler without `mchSecret` cannot verify payout and link callbacks. */
      readonly mchSecret?: undefined;
      readonly onPayout?: undefined;
      readonly onLink?: undefined;
    };

/** Options of a callback handler. Each registered function requires the key of its kind. */
export type CallbackHandlerOptions = CommonOptions & PayinOptions & PayoutOptions;

/** The options of a handler. The settings of a client are allowed, because a shop may pass one object to both. */
const optionNames: OptionNames<CallbackHandlerOptions & Record<'baseUrl' | 'legacyBaseUrl', string>> = {
  ...{ baseUrl: true, legacyBaseUrl: true, mchId: true, mchKey: true, mchSecret: true },
  ...{ onPayin: true, onPayout: true, onLink: true, onTest: true, onUnhandled: true, onError: true },
  ...{ store: true, confirm: true, confirmRequestsPerMinute: true, hooks: true },
};

/** The default is half of the 120 requests that the gateway allows (spec: Limits). @throws {ConfigurationError} */
export function confirmShare({ confirmRequestsPerMinute }: CallbackHandlerOptions): number {
  return integer('confirmRequestsPerMinute', confirmRequestsPerMinute, { fallback: 60, min: 1 });
}

/** @throws {ConfigurationError} for missing credentials or an invalid option */
export function checkHandlerOptions(options: CallbackHandlerOptions): void {
  checkCredentials(options);
  checkOptions('a callback handler', options, optionNames);
  checkKeys(options);
  checkParts(options);
  confirmShare(options);
}

/** A misspelt variable of `process.env` makes a key undefined, and the handler would return 500 every time. */
function checkKeys({ mchKey, mchSecret, onPayin, onPayout, onLink }: CallbackHandlerOptions): void {
  if (mchKey === undefined && mchSecret === undefined) {
    throw new ConfigurationError(
      'a callback handler needs mchKey (for pay-ins), mchSecret (for payouts and links), or both',
    );
  }
  if (mchKey === undefined && onPayin !== undefined) throw new ConfigurationError('onPayin needs mchKey');
  for (const [name, called] of Object.entries({ onPayout, onLink })) {
    if (mchSecret === undefined && called !== undefined) {
      throw new ConfigurationError(`${name} needs mchSecret`);
    }
  }
}

function checkParts(options: CallbackHandlerOptions): void {
  const { onPayin, onPayout, onLink, onTest, onUnhandled, onError, hooks, store, confirm, mchId } = options;
  checkHooks(hooks);
  checkFunctions({ onPayin, onPayout, onLink, onTest, onUnhandled, onError });
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
    throw new ConfigurationError('confirm must use the same mchId as the handler');
  }
}
