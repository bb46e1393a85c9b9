import { amountPattern, type CallbackFormat, masking } from '@inrgate/sdk/internal';
import { callbackTimeoutMs, type Paise, parseAmount } from '@inrgate/sdk/protocol';
import { httpSender } from '../delivery/http-sender.ts';
import type { CheckProgress } from '../findings/report.ts';
import { httpUrl, invalidOption } from '../findings/report.ts';
import { type CheckedKind, checkedKinds, keyOfKind } from './callback-writer.ts';
import type { CheckLanguage } from './remedies.ts';
import type { CreateOrder, PayoutProbe, Probe } from './shop-calls.ts';
import { returnPageOf } from './shop-calls.ts';

/** Options of `checkWebhook`: the merchant of the generated callbacks, and the shop that receives them. */
export interface CheckWebhookOptions {
  /** The Merchant ID in the callbacks. */
  readonly mchId: string;
  /** The API Key. It signs pay-ins and the test callback. */
  readonly mchKey?: string | undefined;
  /** The API Secret. It signs payouts and links. */
  readonly mchSecret?: string | undefined;
  /**
   * The kinds to check. By default pay-ins if `mchKey` is set, and payouts if `mchSecret` is set. The check includes
   * links only if this option lists them.
   */
  readonly kinds?: readonly CheckedKind[] | undefined;
  /** The ids of the cases. The default is all cases. */
  readonly cases?: readonly string[] | undefined;
  /** Amount of every order, in INR with two decimals, above 9.87. Default `500.37`, because paise reveal truncation. */
  readonly amount?: string | undefined;
  /**
   * Function, or URL for `POST`, that creates a pending order in your shop. Without `createOrder`, the check generates
   * the order numbers (`CHECK-…`). If your shop rejects unknown orders, many cases then fail.
   */
  readonly createOrder?: CreateOrder | undefined;
  /**
   * Function or URL that returns the number of credits of an order, and the total amount. A URL returns `{"count": 1,
   * "amount": "500.00"}` for `GET URL?mchOrderNo=…`. Without a probe, the check observes only the responses.
   */
  readonly probe?: Probe | undefined;
  /**
   * Probe for payouts. Its result includes the status that the shop stored: `{"count": 1, "amount": "500.00", "status":
   * "success"}`. Without `payoutProbe`, the check cannot observe how the shop processes payouts.
   */
  readonly payoutProbe?: PayoutProbe | undefined;
  /**
   * URL of your return page, with the placeholder `{mchOrderNo}`. This option adds the cases in which the customer
   * opens the page before, during and after the callback.
   */
  readonly returnUrl?: string | undefined;
  /**
   * The format that the gateway has recorded for this merchant. If the endpoint accepts only the other format, the check
   * fails.
   */
  readonly callbackFormat?: CallbackFormat | undefined;
  /** Language of the code that the check adds to each fix. By default, the check adds no code. */
  readonly language?: CheckLanguage | undefined;
  /** Function that the check calls before and after each case. */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  /** Cancels the check. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of a response in milliseconds. Default 8,000, as in the gateway. */
  readonly timeoutMs?: number | undefined;
  /** Clock for the timestamps in the callbacks, in epoch milliseconds. */
  readonly now?: (() => number) | undefined;
  /** Maximum wait in milliseconds for a credit after the response. Default 3,000. */
  readonly creditMs?: number | undefined;
}

/** The validated options. */
export type CheckSetup = ReturnType<typeof setupOf>;

const defaultAmount = '500.37';
/** Paid amount of an underpaid order, in paise, and the lower amount in a callback. As text, 9.87 is above 500.37. */
export const smallPaise: Paise = 987n;

/**
 * Validates the options and adds the defaults.
 *
 * @throws {CheckError} `invalid_option`
 */
export function setupOf(url: string, options: CheckWebhookOptions) {
  httpUrl('the URL of the endpoint', url);
  for (const name of ['probe', 'payoutProbe', 'createOrder'] as const) {
    const given = options[name];
    if (typeof given === 'string') httpUrl(name, given);
  }
  if (options.returnUrl !== undefined) returnPageOf(options.returnUrl, 'ORDER-1');
  if (options.mchId === '') invalidOption('mchId is empty');
  const known = checkedKinds.filter((kind) => options[keyOfKind[kind]]);
  const kinds = options.kinds ?? known.filter((kind) => kind !== 'link');
  for (const kind of kinds) {
    if (!checkedKinds.includes(kind))
      invalidOption(`unknown kind ${JSON.stringify(kind)}: use payin, payout or link`);
    if (!known.includes(kind))
      invalidOption(
        `${keyOfKind[kind]} is missing. The check needs it to sign callbacks of the kind ${kind}`,
      );
  }
  if (kinds.length === 0)
    invalidOption('a key is missing: pass mchKey for pay-ins, or mchSecret for payouts and links');
  const { amount: text = defaultAmount, timeoutMs = callbackTimeoutMs, creditMs = 3_000 } = options;
  const amount = amountPattern.test(text) ? parseAmount(text) : 0n;
  if (amount <= smallPaise)
    invalidOption(
      `amount ${JSON.stringify(text)} is invalid: use INR with two decimals above 9.87, for example 500.37`,
    );
  const { now = Date.now, probe } = options;
  const signal: AbortSignal = options.signal ?? new AbortController().signal;
  const own = [options.mchKey, options.mchSecret].filter((key) => key !== undefined);
  const told = { send: httpSender({ timeoutMs }), hide: masking(own) };
  return { ...options, ...told, url, kinds, amount, signal, now, timeoutMs, creditMs, probe };
}
