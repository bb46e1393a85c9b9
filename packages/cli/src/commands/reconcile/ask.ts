import {
  type GatewayClient,
  isApiError,
  isConfigurationError,
  isGatewayError,
  type Payin,
  type Payout,
} from '@inrgate/sdk';
import { compare, type Finding, type Reconciled } from './compare.ts';
import type { ListedOrder } from './list.ts';
import { type BatchStop, concernsAll, explained, mostUnanswered } from './stop.ts';
import { type Wait, WaitingCalls } from './waiting-calls.ts';

export interface Asking {
  readonly client: GatewayClient;
  readonly stop: AbortSignal;
  readonly wait: Wait;
  /** Called before the query of each order. */
  readonly onOrder: (order: ListedOrder, index: number) => void;
}

export interface Asked {
  readonly reconciled: readonly Reconciled[];
  readonly stop: BatchStop | undefined;
}

/**
 * Queries the orders one at a time and waits as the gateway requires. If it ends early, returns the results so far.
 *
 * @throws {GatewayError} if the gateway rejects the first query, for example because of the key or the IP address
 */
export async function askAll(orders: readonly ListedOrder[], asking: Asking): Promise<Asked> {
  const { onOrder, stop } = asking;
  const waiting = new WaitingCalls(asking.wait, stop);
  const reconciled: Reconciled[] = [];
  let unanswered = 0;
  for (const [index, listed] of orders.entries()) {
    if (stop.aborted) return endedBy({ kind: 'interrupted' }, reconciled, orders);
    onOrder(listed, index);
    const { finding, refusal } = await ask(listed, asking, waiting);
    if (refusal !== undefined && !reconciled.some(isAnswered)) throw refusal.cause;
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

async function ask(
  listed: ListedOrder,
  { client, stop }: Asking,
  waiting: WaitingCalls,
): Promise<OrderFinding> {
  const { type, mchOrderNo } = listed;
  const orders = type === 'payin' ? client.payins : client.payouts;
  try {
    const order = await waiting.ask<Payin | Payout>(() => orders.retrieve({ mchOrderNo }, { signal: stop }));
    return { finding: compare(listed, order) };
  } catch (cause) {
    if (!isGatewayError(cause) || isConfigurationError(cause)) throw cause;
    if (stop.aborted) return { finding: { kind: 'unknown', error: 'interrupted' } };
    if (!isApiError(cause)) return { finding: { kind: 'unknown', error: cause.name } };
    const { code } = cause;
    if (code === 'order_not_found') return { finding: { kind: 'missing' } };
    const finding = { kind: 'unknown', error: code } as const;
    return concernsAll(code, cause.status) ? { finding, refusal: { code, cause } } : { finding };
  }
}

function isAnswered({ finding }: Reconciled): boolean {
  return finding.kind !== 'unknown';
}

/** Adds the orders that were not queried, with the reason why not. */
function endedBy(stop: BatchStop, asked: readonly Reconciled[], orders: readonly ListedOrder[]): Asked {
  const why = stop.kind === 'refused' ? explained(stop.error) : reasons[stop.kind];
  const finding = { kind: 'unknown', error: `not queried: ${why}` } as const;
  const rest = orders.slice(asked.length).map((listed) => ({ listed, finding }));
  return { reconciled: [...asked, ...rest], stop };
}

const reasons = {
  interrupted: 'interrupted',
  no_answer: 'the gateway did not respond for the previous orders',
};
