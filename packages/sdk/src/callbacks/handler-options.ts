import { checkFunctions, integer } from '../checks/options.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { Callback, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';
import type { ConfirmingClient } from './confirm.ts';
import type { CallbackStore } from './store.ts';
import { type CallbackCredentials, type CallbackKeys, checkCredentials } from './verify.ts';

/** How callbacks are handled, whatever their kind. */
interface CommonOptions extends Pick<CallbackCredentials, 'mchId'> {
  /** Called for the merchant dashboard's "Test endpoint", each time. */
  readonly onTest?: ((callback: Callback) => unknown) | undefined;
  /**
   * Notified of each callback that is acknowledged although no function of its kind is registered. Not waited for. By
   * default the first of each kind is a process warning.
   */
  readonly onUnhandled?: ((callback: Callback) => unknown) | undefined;
  /** Remembers what was handled. In memory by default: several processes need one that they share. */
  readonly store?: CallbackStore | undefined;
  /** A client: each callback is compared with the order as a query finds it, before the function is called. */
  readonly confirm?: ConfirmingClient | undefined;
  /**
   * How many v3 queries `confirm` makes in any minute. Default 60, half of the gateway's limit for a merchant and IP
   * address (spec: Limits): the other half is for the checkout. A callback beyond it waits for some seconds, and is
   * then answered 500, so that the gateway retries it. Retries of a query are not counted.
   */
  readonly confirmRequestsPerMinute?: number | undefined;
  /**
   * Notified of everything that is not answered with a success: with the error of the function, the store or the query,
   * a `CallbackVerificationError`, a `TimeoutError` for a callback that is not handled when the gateway stops waiting, or
   * a `GatewayError` for a delivery of one that is still being handled. Also of a claim that could not be given back.
   * By default all are process warnings, but for refused callbacks and those still being handled.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

/** `mchKey` verifies pay-ins, so `onPayin` needs it. */
type PayinOptions =
  | {
      /** The API Key: verifies pay-in callbacks. */
      readonly mchKey: CallbackKeys | undefined;
      /** Called once for each status of a pay-in, `success` or `failed`. Credit by `paidAmount`. */
      readonly onPayin?: ((callback: PayinCallback) => unknown) | undefined;
    }
  | {
      /** Left out: no pay-in can be verified. */
      readonly mchKey?: undefined;
      /** Needs `mchKey`. */
      readonly onPayin?: undefined;
    };

/** `mchSecret` verifies payouts and links, so `onPayout` and `onLink` need it. */
type PayoutOptions =
  | {
      /** The API Secret: verifies payout and link callbacks. */
      readonly mchSecret: CallbackKeys | undefined;
      /** Called once for each status of a payout, `processing`, `success` or `failed`. */
      readonly onPayout?: ((callback: PayoutCallback) => unknown) | undefined;
      /** Called once when a payment link is paid. */
      readonly onLink?: ((callback: LinkCallback) => unknown) | undefined;
    }
  | {
      /** Left out: no payout and no link can be verified. */
      readonly mchSecret?: undefined;
      /** Needs `mchSecret`. */
      readonly onPayout?: undefined;
      /** Needs `mchSecret`. */
      readonly onLink?: undefined;
    };

/** How callbacks are handled. A function needs the key of its kind beside it. */
export type CallbackHandlerOptions = CommonOptions & PayinOptions & PayoutOptions;

/** Half of the gateway's 120 (spec: Limits). */
const defaultShare = 60;

/**
 * The share of `confirm`, or its default.
 *
 * @throws {ConfigurationError} unless it is a whole number, 1 or more
 */
export function confirmShare({ confirmRequestsPerMinute }: CallbackHandlerOptions): number {
  return integer('confirmRequestsPerMinute', confirmRequestsPerMinute, { fallback: defaultShare, min: 1 });
}

/**
 * Refuses options with which a handler could not work.
 *
 * @throws {ConfigurationError} for missing credentials, or an option that cannot work
 */
export function checkHandlerOptions(options: CallbackHandlerOptions): void {
  checkCredentials(options);
  checkKeys(options);
  checkParts(options);
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
  onUnhandled,
  onError,
  store,
  confirm,
  mchId,
}: CallbackHandlerOptions): void {
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
    throw new ConfigurationError(
      'confirm must be the client of the same mchId: another merchant has other orders',
    );
  }
}
