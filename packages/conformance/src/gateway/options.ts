import { amountPattern, isLoopback, upiIdPattern } from '@inrgate/sdk/internal';
import { CheckError } from '../findings/check-error.ts';
import type { CheckProgress } from '../findings/report.ts';
import { type CheckLevel, checkLevels } from '../rules/rule.ts';

/** Which gateway, as which merchant, and how far the check may go. */
export interface CheckGatewayOptions {
  /** Root of the v3 API. */
  readonly baseUrl: string;
  /** Root of the legacy v1 API; without it v1 is not checked. */
  readonly legacyBaseUrl?: string | undefined;
  /** The Merchant ID. At the level `mock` the check makes merchants of its own. */
  readonly mchId: string;
  /** The API Key. */
  readonly mchKey: string;
  /** The API Secret. */
  readonly mchSecret: string;
  /**
   * `read-only`, the default, makes no order. `smallest` makes real ones of the smallest amount. `mock` sees everything, by the
   * control API: it moves the clock of the whole gateway and changes its settings for a moment.
   */
  readonly level?: CheckLevel | undefined;
  /** At the level `smallest`: the UPI ID that a withdrawal of the smallest amount goes to. Without it there is none. */
  readonly payoutUpi?: string | undefined;
  /** INR of the pay-ins, two decimals; by default 200.00, the smallest of the specification. */
  readonly payinAmount?: string | undefined;
  /** INR of the withdrawal, two decimals; by default 500.00, the smallest of the specification. */
  readonly payoutAmount?: string | undefined;
  /** Root of the mock gateway's control API; by default `/_mock` at the origin of the base URL. */
  readonly controlUrl?: string | undefined;
  /** The token of the control API, where it has one. */
  readonly controlToken?: string | undefined;
  /** Calls in any 60 seconds. By default 60, and as many as it takes for a gateway on this machine. */
  readonly requestsPerMinute?: number | undefined;
  /** Milliseconds for an answer. Default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Instead of the global `fetch`: `gateway.fetch` asks a gateway in process, as fast as it goes. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Told before and after each step. */
  readonly onProgress?: ((progress: GatewayProgress) => void) | undefined;
  /** Ends the check: the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Where a check of a gateway is. */
export interface GatewayProgress extends Pick<CheckProgress, 'done' | 'total' | 'title'> {
  /** Seconds that it waits because the gateway, or the pace, says so; null while it does not. */
  readonly waiting: number | null;
}

/** The options, checked. */
export interface GatewaySetup
  extends Pick<
    CheckGatewayOptions,
    'mchId' | 'mchKey' | 'mchSecret' | 'payoutUpi' | 'controlToken' | 'onProgress'
  > {
  readonly baseUrl: string;
  readonly legacyBaseUrl: string | null;
  readonly controlUrl: string;
  readonly level: CheckLevel;
  readonly payinAmount: string;
  readonly payoutAmount: string;
  readonly requestsPerMinute: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
}

/** The smallest amounts (spec: Limits). */
const smallestAmounts = { payin: '200.00', payout: '500.00' } as const;

/** @throws {CheckError} `invalid_option` */
export function setupOf(options: CheckGatewayOptions): GatewaySetup {
  const { level = 'read-only', legacyBaseUrl, payoutUpi } = options;
  const { payinAmount = smallestAmounts.payin, payoutAmount = smallestAmounts.payout } = options;
  const root = rootOf('baseUrl', options.baseUrl);
  const control = options.controlUrl ?? `${root.origin}/_mock`;
  if (!checkLevels.includes(level)) invalid(`level is one of ${checkLevels.join(', ')}`);
  for (const name of ['mchId', 'mchKey', 'mchSecret'] as const)
    if (options[name] === '') invalid(`${name} is empty`);
  for (const [name, amount] of Object.entries({ payinAmount, payoutAmount }))
    if (!amountPattern.test(amount)) invalid(`${name} is INR with two decimals, such as 200.00`);
  if (payoutUpi !== undefined && !upiIdPattern.test(payoutUpi))
    invalid('payoutUpi is a UPI ID, such as name@bank');
  const isOurs = isLoopback(root.hostname) || options.fetch !== undefined;
  const { requestsPerMinute = isOurs ? Number.POSITIVE_INFINITY : 60 } = options;
  if (!(requestsPerMinute >= 1)) invalid('requestsPerMinute is 1 at least');
  return {
    ...options,
    ...{ level, payinAmount, payoutAmount, requestsPerMinute },
    baseUrl: trimmed(root.href),
    legacyBaseUrl: legacyBaseUrl === undefined ? null : trimmed(rootOf('legacyBaseUrl', legacyBaseUrl).href),
    controlUrl: trimmed(rootOf('controlUrl', control).href),
    timeoutMs: options.timeoutMs ?? 15_000,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    signal: options.signal ?? new AbortController().signal,
  };
}

function trimmed(url: string): string {
  return url.replace(/\/$/, '');
}

function rootOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : invalid(`${name} must be an http or https URL`);
  if (!/^https?:$/.test(url.protocol)) invalid(`${name} must be an http or https URL`);
  if (url.username !== '' || url.password !== '') invalid(`${name} must not hold a user name or a password`);
  if (url.search !== '' || url.hash !== '') invalid(`${name} is a root: without ? and #`);
  return url;
}

function invalid(message: string): never {
  throw new CheckError('invalid_option', message);
}
