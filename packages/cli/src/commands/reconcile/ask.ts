import {
  type GatewayClient,
  type GatewayError,
  isApiError,
  isConfigurationError,
  isGatewayError,
  isResponseError,
  type Payin,
  type Payout,
} from '@inrgate/sdk';
import { v3ErrorInfo } from '@inrgate/sdk/internal';
import { printable } from '../../output/output.ts';
import { compare, type Finding, type Reconciled } from './compare.ts';
import type { ListedOrder } from './list.ts';

export interface Asking {
  readonly client: GatewayClient;
  /** Aborts to end all waits, and to prevent further queries. */
  readonly stop: AbortSignal;
  readonly wait: (ms: number, why: string) => Promise<void>;
  readonly onOrder: (order: ListedOrder, index: number) => void;
}

export type BatchStop =
  | { readonly kind: 'interrupted' }
  /** The outcome of several rows in succession was unknown. */
  | { readonly kind: 'no_answer' }
  /** The gateway rejected a row for a reason that applies to all rows. */
  | { readonly kind: 'refused'; readonly error: string };

export interface Asked {
  readonly reconciled: readonly Reconciled[];
  readonly stop: BatchStop | undefined;
}

/** Number of successive rows without a response after which the batch stops. */
const mostUnanswered = 3;

/** Statuses that concern the account, the key, the client or the URL, but not the row. */
const statusesOfAll: ReadonlySet<number> = new Set([401, 403, 404, 405, 429]);

/** Maximum total wait in milliseconds for one order, slightly longer than a signature lock. */
const longestWait = 20 * 60_000;

/** Milliseconds to wait after a 429 without `Retry-After`, equal to the rate limit's window (spec: Limits). */
const unsaidWait = 60_000;

/**
 * Queries the orders one at a time and waits as the gateway requires. If it ends early, returns the results so far.
 *
 * @throws {GatewayError} if the gateway rejects the first query, for example because of the key or the IP address
 */
export async function askAll(orders: readonly ListedOrder[], asking: Asking): Promise<Asked> {
  const { onOrder, stop } = asking;
  const reconciled: Reconciled[] = [];
  let unanswered = 0;
  for (const [index, listed] of orders.entries()) {
    if (stop.aborted) return endedBy({ kind: 'interrupted' }, reconciled, orders);
    onOrder(listed, index);
    const { finding, refusal } = await ask(listed, asking);
    if (refusal !== undefined && reconciled.every((one) => one.finding.kind === 'unknown'))
      throw refusal.cause;
    reconciled.push({ listed, finding });
    if (refusal !== undefined) return endedBy({ kind: 'refused', error: refusal.code }, reconciled, orders);
    unanswered = finding.kind === 'unknown' ? unanswered + 1 : 0;
    const isLast = index === orders.length - 1;
    if (unanswered === mostUnanswered && !isLast) return endedBy({ kind: 'no_answer' }, reconciled, orders);
  }
  const cutShort = stop.aborted && reconciled.at(-1)?.finding.kind === 'unknown';
  return { reconciled, stop: cutShort ? { kind: 'interrupted' } : undefined };
}

interface OrderFinding {
  readonly finding: Finding;
  /** Rejection that would apply to all further orders. */
  readonly refusal?: { readonly code: string; readonly cause: unknown };
}

async function ask(listed: ListedOrder, asking: Asking): Promise<OrderFinding> {
  const { type, mchOrderNo } = listed;
  const { client, stop: signal } = asking;
  const orders = type === 'payin' ? client.payins : client.payouts;
  try {
    return {
      finding: compare(listed, await patient(asking, () => orders.retrieve({ mchOrderNo }, { signal }))),
    };
  } catch (cause) {
    if (!isGatewayError(cause) || isConfigurationError(cause)) throw cause;
    if (signal.aborted) return { finding: { kind: 'unknown', error: 'interrupted' } };
    if (!isApiError(cause)) return { finding: { kind: 'unknown', error: cause.name } };
    const { code, status } = cause;
    if (code === 'order_not_found') return { finding: { kind: 'missing' } };
    const finding = { kind: 'unknown', error: code } as const;
    const isOfAll = statusesOfAll.has(v3ErrorInfo(code)?.status ?? status);
    return isOfAll ? { finding, refusal: { code, cause } } : { finding };
  }
}

/**
 * Repeats a query as long as the gateway requires a wait, because a long batch must not fail. The SDK's client itself
 * waits only briefly, and does not wait for the end of a lock (spec: Errors, 429).
 */
async function patient(
  { wait, stop }: Asking,
  query: () => Promise<Payin | Payout>,
): Promise<Payin | Payout> {
  for (let waited = 0; ; ) {
    try {
      return await query();
    } catch (error) {
      const ms = isGatewayError(error) ? waitOf(error) : undefined;
      if (ms === undefined || waited + ms > longestWait) throw error;
      waited += ms;
      const said = isApiError(error) ? `the gateway returned ${printable(error.code)}` : undefined;
      await wait(ms, said ?? 'Retry-After of the gateway');
      if (stop.aborted) throw error;
    }
  }
}

/** Milliseconds until the next attempt, or undefined if the request must not be retried. */
function waitOf(error: GatewayError): number | undefined {
  if (!isApiError(error) && !isResponseError(error)) return undefined;
  const { status, retryAfter } = error;
  if (status !== 429 && (status !== 503 || retryAfter === undefined)) return undefined;
  return Math.max(1_000, retryAfter ?? unsaidWait);
}

/** Adds the orders that were not queried, with the reason why not. */
function endedBy(stop: BatchStop, asked: readonly Reconciled[], orders: readonly ListedOrder[]): Asked {
  const finding = { kind: 'unknown', error: `not queried: ${whyNot(stop)}` } as const;
  const rest = orders.slice(asked.length).map((listed) => ({ listed, finding }));
  return { reconciled: [...asked, ...rest], stop };
}

function whyNot(stop: BatchStop): string {
  if (stop.kind === 'refused') return explained(stop.error);
  return stop.kind === 'interrupted' ? 'interrupted' : 'the gateway did not respond for the previous orders';
}

export function stopText(stop: BatchStop): string {
  if (stop.kind === 'refused')
    return `the gateway would reject the remaining rows for the same reason (${explained(stop.error)})`;
  return stop.kind === 'interrupted' ? 'interrupted' : 'the outcome of several consecutive rows is unknown';
}

function explained(code: string): string {
  const meaning = v3ErrorInfo(code)?.meaning;
  return meaning === undefined ? code : `${code}: ${meaning}`;
}
