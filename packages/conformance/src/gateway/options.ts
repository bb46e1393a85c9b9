import { amountPattern, isLoopback, upiIdPattern } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount, payoutFee } from '@inrgate/sdk/protocol';
import type { CheckProgress } from '../findings/report.ts';
import { httpUrl, invalidOption } from '../findings/report.ts';
import { type CheckLevel, checkLevels } from '../rules/rule.ts';

/** The gateway, the merchant and the extent of a check. */
export interface CheckGatewayOptions {
  /** Base URL of the v3 API. Example: `https://gateway.example/v3`. */
  readonly baseUrl: string;
  /** Base URL of the legacy v1 API. Without it, the check skips v1. */
  readonly legacyBaseUrl?: string | undefined;
  /** The Merchant ID. */
  readonly mchId: string;
  /** The API Key. */
  readonly mchKey: string;
  /** The API Secret. */
  readonly mchSecret: string;
  /**
   * Level of the check. `read-only`, the default, creates no order. `smallest` creates real orders with the smallest
   * amount.
   */
  readonly level?: CheckLevel | undefined;
  /** UPI ID for one payout of the smallest amount at the level `smallest`. Without it, the check creates no payout. */
  readonly payoutUpi?: string | undefined;
  /** Amount of the pay-ins, in INR with two decimals. Default 200.00, the minimum of the specification. */
  readonly payinAmount?: string | undefined;
  /** Amount of the payout, in INR with two decimals. Default 500.00, the minimum of the specification. */
  readonly payoutAmount?: string | undefined;
  /** Maximum number of requests in any 60 seconds. The default is 60, but unlimited for a gateway on this machine. */
  readonly requestsPerMinute?: number | undefined;
  /** Response timeout in milliseconds. Default 15,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Function that replaces the global `fetch`. Example: `gateway.fetch` calls an in-process gateway without a socket.
   */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Function that the check calls before and after each step. */
  readonly onProgress?: ((progress: GatewayProgress) => void) | undefined;
  /** Cancels the check. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Progress of a gateway check. */
export interface GatewayProgress extends Pick<CheckProgress, 'done' | 'total' | 'title'> {
  /** Seconds of the current wait for the gateway or the rate limit, or null if the check does not wait. */
  readonly waiting: number | null;
}

/** The validated options. */
export type GatewaySetup = ReturnType<typeof setupOf>;

/** The smallest amounts (spec: Limits). */
const smallestAmounts = { payin: '200.00', payout: '500.00' } as const;

/** @throws {CheckError} `invalid_option` */
export function setupOf(options: CheckGatewayOptions) {
  const { level = 'read-only', legacyBaseUrl, payoutUpi } = options;
  const { payinAmount = smallestAmounts.payin, payoutAmount = smallestAmounts.payout } = options;
  const root = rootOf('baseUrl', options.baseUrl);
  if (!checkLevels.includes(level))
    invalidOption(`level ${JSON.stringify(level)} is unknown. Allowed levels: ${checkLevels.join(', ')}`);
  for (const name of ['mchId', 'mchKey', 'mchSecret'] as const)
    if (options[name] === '') invalidOption(`${name} is empty`);
  for (const [name, amount] of Object.entries({ payinAmount, payoutAmount }))
    if (!amountPattern.test(amount))
      invalidOption(
        `${name} ${JSON.stringify(amount)} is invalid: use INR with two decimals, for example 200.00`,
      );
  if (payoutUpi !== undefined && !upiIdPattern.test(payoutUpi))
    invalidOption(`payoutUpi ${JSON.stringify(payoutUpi)} is invalid: use a UPI ID, for example name@bank`);
  const isOurs = isLoopback(root.hostname) || options.fetch !== undefined;
  const { requestsPerMinute = isOurs ? Number.POSITIVE_INFINITY : 60 } = options;
  if (!(requestsPerMinute >= 1))
    invalidOption(`requestsPerMinute ${requestsPerMinute} is invalid: use a number of at least 1`);
  const signal: AbortSignal = options.signal ?? new AbortController().signal;
  return {
    ...options,
    ...{ level, payinAmount, payoutAmount, requestsPerMinute },
    baseUrl: trimmed(root.href),
    legacyBaseUrl: legacyBaseUrl === undefined ? null : trimmed(rootOf('legacyBaseUrl', legacyBaseUrl).href),
    timeoutMs: options.timeoutMs ?? 15_000,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    signal,
  };
}

function trimmed(url: string): string {
  return url.replace(/\/$/, '');
}

function rootOf(name: string, text: string): URL {
  const url = httpUrl(name, text);
  if (url.search !== '' || url.hash !== '') invalidOption(`${name} must not contain ? or #`);
  return url;
}

/**
 * Describes the cost and side effects of a check in sentences, for confirmation before it begins. For a read-only
 * check, the list is empty.
 *
 * @throws {CheckError} `invalid_option`
 */
export function gatewayCheckPlan(options: CheckGatewayOptions): readonly string[] {
  const { level, payinAmount, payoutAmount, payoutUpi } = setupOf(options);
  if (level === 'read-only') return [];
  const payins = `The check creates up to ten pay-ins and two payment links. The pay-ins use the amount ${payinAmount}, and 50,000.00 to test the upper limit. All orders stay unpaid, are free of charge and expire.`;
  if (payoutUpi === undefined) return [payins, 'The check creates no payout and spends no money.'];
  const amount = parseAmount(payoutAmount);
  const fee = payoutFee(amount);
  return [
    payins,
    `The check creates one payout of ${payoutAmount} to ${payoutUpi}. The gateway debits ${formatAmount(amount + fee)}, including the fee of ${formatAmount(fee)}.`,
    'The check repeats the payout request to verify that the gateway pays only once. A faulty gateway can debit the amount up to four more times.',
  ];
}
