import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { Sender } from '../delivery/sender.ts';
import { CheckError } from '../findings/report.ts';
import { creditsOf } from '../webhook/shop-calls.ts';
import type { GatewayProxy } from './gateway-proxy.ts';
import type { CallbackQueue } from './messages.ts';
import type { ShopClient } from './shop-client.ts';
import type { ShopProcess } from './shop-process.ts';
import { type ClockMove, type Credit, creditText, lossOf, type pastRetries } from './step.ts';

/** The merchant's credentials in the shop's environment. */
export interface ShopMerchant {
  /** The Merchant ID. */
  readonly mchId: string;
  /** The API Key. It signs pay-ins. */
  readonly mchKey: string;
  /** The API Secret. It signs payouts. */
  readonly mchSecret: string;
}

/** The gateway of a check. Only `advance` moves its clock. */
export interface ShopGateway {
  /** The gateway's only merchant. */
  readonly merchant: ShopMerchant;
  /** Handles a request of the shop. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Sends the next callbacks in this format. */
  readonly sendAs: (format: CallbackFormat) => Promise<void>;
  /** Pays the order with this amount, in INR with two decimals. */
  readonly pay: (orderNo: string, paidAmount: string) => Promise<void>;
  /** Makes the customer's payment fail. */
  readonly fail: (orderNo: string) => Promise<void>;
  /** Moves the clock. Resolves when the deliveries that fall due have ended. */
  readonly advance: (by: ClockMove | typeof pastRetries) => Promise<void>;
  /** Stops the gateway. */
  readonly close: () => Promise<void>;
}

/** Opens a gateway for one check, without rate limit and signature lock, and with a frozen clock. */
export type OpenShopGateway = (parts: {
  /** Origin of the proxy between the shop and the gateway, for the URLs that the gateway returns. */
  readonly origin: string;
  /** The merchant's saved callback URL. */
  readonly callbackUrl: string;
  /** Sender of every callback. It holds the callback until the story delivers it. */
  readonly sender: Sender;
}) => Promise<ShopGateway>;

export interface ShopUrls {
  readonly order: URL;
  readonly callback: URL;
  /** URL that returns the credits. */
  readonly probe: URL;
  readonly returnPage: (mchOrderNo: string) => URL;
}

/** The parts of the check that all its stories use. */
export interface World {
  readonly gateway: ShopGateway;
  readonly proxy: GatewayProxy;
  readonly callbacks: CallbackQueue;
  readonly shop: ShopProcess;
  readonly client: ShopClient;
  readonly urls: ShopUrls;
  readonly usual: UsualTimes;
  readonly signal: AbortSignal;
}

/** Weight of the latest duration in the usual duration. */
const weight = 0.3;
/** Usual response time in milliseconds before the first measurement. */
const firstGuess = 5;

/** The shop's usual response times in real milliseconds, from which the moment of a kill is calculated. */
export class UsualTimes {
  readonly #times = new Map<string, number>();
  /**
   * The longest time in milliseconds from the last response to a credit, or 0 if the shop does not credit in the
   * background.
   */
  creditLag = 0;

  of(kind: string): number {
    return this.#times.get(kind) ?? firstGuess;
  }

  add(kind: string, ms: number): void {
    const before = this.#times.get(kind) ?? ms;
    this.#times.set(kind, before + weight * (ms - before));
  }
}

/** First and longest wait between two probes while a credit is missing, in milliseconds. */
const [firstWaitMs, longestWaitMs] = [20, 320];

interface Wanted {
  /** Order numbers of one order. The credits of all of them are added. */
  readonly numbers: readonly string[];
  readonly paid: Paise | null;
  /** Maximum milliseconds from a shop's response to its credit. */
  readonly patienceMs: number;
}

/**
 * Returns the shop's credit of an order. Probes twice, and more often while the credit is missing, because a shop may
 * credit in the background. A shop that credits in the background may credit twice later, so a correct credit must stay
 * unchanged for the same time.
 *
 * @throws {CheckError} `probe_failed` for an invalid response, or if two requests return different credits
 */
export async function creditOnceSettled(
  { urls, signal, usual }: Pick<World, 'urls' | 'signal' | 'usual'>,
  { numbers, paid, patienceMs }: Wanted,
): Promise<Credit> {
  const ask = () => creditsOf(urls.probe.href, { kind: 'payin', orders: numbers }, signal);
  const began = performance.now();
  let lagMs = 0;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const [first, second] = [await ask(), await ask()];
    const isSame = first.count === second.count && first.amount === second.amount;
    const loss = lossOf(second, paid);
    const passedMs = performance.now() - began;
    if (loss === 'not_credited') lagMs = passedMs + waitMs;
    if (loss === null) usual.creditLag = Math.max(usual.creditLag, lagMs);
    const lastsMs = !isSame || loss === 'not_credited' ? patienceMs : loss === null ? usual.creditLag : 0;
    if (passedMs >= lastsMs) {
      if (isSame) return second;
      throw new CheckError(
        'probe_failed',
        `the probe returns ${creditText(first)} and then ${creditText(second)} for the same order, although no event occurred between the two requests`,
      );
    }
    await sleep(waitMs, undefined, { signal });
  }
}
