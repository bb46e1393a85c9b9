import { checkFunctions, checkObject, integer } from '../checks/options.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { Callback, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';
import type { ConfirmingClient } from './confirm.ts';
import type { CallbackHooks } from './hooks.ts';
import type { CallbackStore } from './store.ts';
import { type CallbackCredentials, type CallbackKeys, checkCredentials } from './verify.ts';

/** Options of a handler for every kind of callback. */
interface CommonOptions extends Pick<CallbackCredentials, 'mchId'> {
  /** Called for each test callback of the merchant dashboard. */
  readonly onTest?: ((callback: Callback) => unknown) | undefined;
  /**
   * Called for each acknowledged callback without a function of its kind. The handler does not wait for it. By
   * default the first callback of each kind is a process warning.
   */
  readonly onUnhandled?: ((callback: Callback) => unknown) | undefined;
  /** Remembers handled callbacks. The default is in memory, so several processes need a shared store. */
  readonly store?: CallbackStore | undefined;
  /** A client that queries the order of each callback and compares it before the function is called. */
  readonly confirm?: ConfirmingClient | undefined;
  /**
   * Maximum number of v3 queries of `confirm` per minute. The default is 60, half of the gateway's limit for a
   * merchant and IP address (spec: Limits), so the checkout keeps the rest. A callback beyond the limit waits for up
   * to 5 s. Then it gets 500, and the gateway retries it. Retries of a query are not counted.
   */
  readonly confirmRequestsPerMinute?: number | undefined;
  /**
   * Called for every response except 200, and when the store cannot release a claim. The argument is the error of the
   * function, the store or the query. A refused callback gives a `CallbackVerificationError`. A callback that is not
   * handled when the gateway stops waiting gives a `TimeoutError`. A delivery of a callback that is still being
   * handled gives a `GatewayError`. By default the errors are process warnings, except for refused callbacks and
   * callbacks that are still being handled.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
  /** Functions that surround each delivery, for example those of `@inrgate/sdk/opentelemetry`. */
  readonly hooks?: CallbackHooks | undefined;
}

/** Options for pay-ins. `onPayin` needs `mchKey`. */
type PayinOptions =
  | {
      /** The API Key, which verifies pay-in callbacks. */
      readonly mchKey: CallbackKeys | undefined;
      /** Called once for each status of a pay-in, `success` or `failed`. Credit `paidAmount`. */
      readonly onPayin?: ((callback: PayinCallback) => unknown) | undefined;
    }
  | {
      /** Without it, the handler cannot verify pay-ins. */
      readonly mchKey?: undefined;
      /** Needs `mchKey`. */
      readonly onPayin?: undefined;
    };

/** Options for payouts and links. `onPayout` and `onLink` need `mchSecret`. */
type PayoutOptions =
  | {
      /** The API Secret, which verifies payout and link callbacks. */
      readonly mchSecret: CallbackKeys | undefined;
      /** Called once for each status of a payout, `processing`, `success` or `failed`. */
      readonly onPayout?: ((callback: PayoutCallback) => unknown) | undefined;
      /** Called once when a payment link is paid. */
      readonly onLink?: ((callback: LinkCallback) => unknown) | undefined;
    }
  | {
      /** Without it, the handler cannot verify payouts and links. */
      readonly mchSecret?: undefined;
      /** Needs `mchSecret`. */
      readonly onPayout?: undefined;
      /** Needs `mchSecret`. */
      readonly onLink?: undefined;
    };

/** Options of a callback handler. Each registered function needs the key of its kind. */
export type CallbackHandlerOptions = CommonOptions & PayinOptions & PayoutOptions;

/** Half of the gateway's 120 (spec: Limits). */
const defaultShare = 60;

/**
 * The value of `confirmRequestsPerMinute`, or its default.
 *
 * @throws {ConfigurationError} unless it is a whole number of at least 1
 */
export function confirmShare({ confirmRequestsPerMinute }: CallbackHandlerOptions): number {
  return integer('confirmRequestsPerMinute', confirmRequestsPerMinute, { fallback: defaultShare, min: 1 });
}

/**
 * Refuses options that prevent the handler from working.
 *
 * @throws {ConfigurationError} for missing credentials or an invalid option
 */
export function checkHandlerOptions(options: CallbackHandlerOptions): void {
  checkCredentials(options);
  checkKeys(options);
  checkParts(options);
}

/**
 * Refuses a handler without the keys it needs. A misspelt variable of `process.env` is undefined, and every callback
 * would get 500.
 *
 * @throws {ConfigurationError} if no key is set, or if a registered function has no key
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

/** @throws {ConfigurationError} for a part that has the wrong type */
function checkParts({
  onPayin,
  onPayout,
  onLink,
  onTest,
  onUnhandled,
  onError,
  hooks = {},
  store,
  confirm,
  mchId,
}: CallbackHandlerOptions): void {
  checkObject('hooks', hooks);
  const { aroundCallback } = hooks;
  checkFunctions({ onPayin, onPayout, onLink, onTest, onUnhandled, onError, aroundCallback });
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
    throw new ConfigurationError('confirm must be a client with the same mchId as the handler');
  }
}
