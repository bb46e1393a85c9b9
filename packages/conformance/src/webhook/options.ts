import { amountPattern } from '@inrgate/sdk/internal';
import { callbackTimeoutMs, type Paise, parseAmount } from '@inrgate/sdk/protocol';
import { httpSender } from '../delivery/http-sender.ts';
import type { Sender } from '../delivery/sender.ts';
import { CheckError } from '../findings/check-error.ts';
import type { CheckProgress } from '../findings/report.ts';
import { KeyIndex } from '../masking/key-index.ts';
import { type Mask, masking } from '../masking/masking.ts';
import type { CreateOrder } from './create-order.ts';
import type { CheckLanguage } from './languages.ts';
import { type CheckedKind, checkedKinds, keyOfKind } from './order.ts';
import type { PayoutProbe, Probe } from './probe.ts';

/** Whose callbacks are made up, and what is known of the shop that receives them. */
export interface CheckWebhookOptions {
  /** The Merchant ID that the callbacks name. */
  readonly mchId: string;
  /** The API Key: signs pay-ins and the panel's test. */
  readonly mchKey?: string | undefined;
  /** The API Secret: signs payouts and links. */
  readonly mchSecret?: string | undefined;
  /** The kinds to check. Default: pay-ins and payouts whose key is given. Links have to be named. */
  readonly kinds?: readonly CheckedKind[] | undefined;
  /** The ids of the cases; all of them by default. */
  readonly cases?: readonly string[] | undefined;
  /** INR of every order, two decimals; more than 1.23. Default `500.37`: paise show what is truncated. */
  readonly amount?: string | undefined;
  /**
   * Creates a pending order in your shop: a function, or a URL for `POST`. Without it the numbers are made up, `CHECK-…`, and
   * a shop that refuses orders it does not know shows little.
   */
  readonly createOrder?: CreateOrder | undefined;
  /**
   * How often and with how much an order was credited: a function, or a URL that returns `{"count": 1, "amount": "500.00"}`
   * for `GET URL?mchOrderNo=…`. Without it only responses are seen.
   */
  readonly probe?: Probe | undefined;
  /**
   * The same for payouts, with the state that the shop stored: `{"count": 1, "amount": "500.00", "status": "success"}`.
   * Without it the check does not observe what the shop does with payouts.
   */
  readonly payoutProbe?: PayoutProbe | undefined;
  /** Adds a line of code in this language to each fix. */
  readonly language?: CheckLanguage | undefined;
  /** Told before and after each case. */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  /** Ends the check: the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the endpoint has for an answer. Default 8,000, as the gateway gives. */
  readonly timeoutMs?: number | undefined;
  /** Epoch ms: what the callbacks call now. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that a credit may take to show after the answer. Default 3,000. */
  readonly creditMs?: number | undefined;
}

/** The options, checked. */
export interface CheckSetup
  extends Pick<
    CheckWebhookOptions,
    'mchId' | 'mchKey' | 'mchSecret' | 'cases' | 'createOrder' | 'payoutProbe' | 'language'
  > {
  readonly url: string;
  readonly kinds: readonly CheckedKind[];
  readonly amount: Paise;
  readonly probe: Probe | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly creditMs: number;
  readonly now: () => number;
  readonly send: Sender;
  /** Takes keys out of what was answered. */
  readonly hide: Mask;
}

const defaultAmount = '500.37';
/** What is paid of an underpaid order, and the amount of one that a callback makes smaller: with paise. */
export const smallPaise: Paise = 123n;

/**
 * The options with everything that was left out.
 *
 * @throws {CheckError} `invalid_option`
 */
export function setupOf(url: string, options: CheckWebhookOptions): CheckSetup {
  checkUrl('the address of the endpoint', url);
  for (const name of ['probe', 'payoutProbe', 'createOrder'] as const) {
    const given = options[name];
    if (typeof given === 'string') checkUrl(name, given);
  }
  if (options.mchId === '') invalid('mchId is empty');
  const known = checkedKinds.filter((kind) => options[keyOfKind[kind]]);
  const kinds = options.kinds ?? known.filter((kind) => kind !== 'link');
  for (const kind of kinds) {
    if (!checkedKinds.includes(kind)) invalid('kinds are payin, payout and link');
    if (!known.includes(kind))
      invalid(`${keyOfKind[kind]} signs callbacks of the kind ${kind}, and is missing`);
  }
  if (kinds.length === 0) invalid('a key is needed: mchKey for pay-ins, mchSecret for payouts and links');
  const { amount: text = defaultAmount, timeoutMs = callbackTimeoutMs, creditMs = 3_000 } = options;
  const amount = amountPattern.test(text) ? parseAmount(text) : 0n;
  if (amount <= smallPaise) invalid('amount is INR with two decimals and more than 1.23, such as 500.37');
  const { signal = new AbortController().signal, now = Date.now, probe } = options;
  const own = [options.mchKey, options.mchSecret].filter((key) => key !== undefined);
  const told = { send: httpSender({ timeoutMs }), hide: masking(new KeyIndex(), own) };
  return { ...options, ...told, url, kinds, amount, signal, now, timeoutMs, creditMs, probe };
}

function checkUrl(name: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) invalid(`${name} must be an http or https URL`);
  if (url !== null && (url.username !== '' || url.password !== '')) {
    invalid(`${name} must not hold a user name or a password`);
  }
}

function invalid(message: string): never {
  throw new CheckError('invalid_option', message);
}
