import { type GatewayClient, isApiError, isConfigurationError, isGatewayError } from '@inrgate/sdk';
import { compare, type Finding, type Reconciled } from './compare.ts';
import type { ListedOrder } from './list.ts';

/** Orders without an answer, one after the other, after which nobody is asked any more. */
const patience = 3;

/**
 * Asks the gateway for each order, one by one.
 *
 * @param onOrder told before each
 * @throws {GatewayError} for what the gateway would refuse for every order: the key, the address of the caller
 */
export async function askAll(
  orders: readonly ListedOrder[],
  client: GatewayClient,
  onOrder: (order: ListedOrder, index: number) => void,
): Promise<readonly Reconciled[]> {
  const results: Reconciled[] = [];
  let unanswered = 0;
  for (const [index, listed] of orders.entries()) {
    if (unanswered === patience) {
      results.push({
        listed,
        finding: { kind: 'unknown', error: 'not asked: no answer to those before it' },
      });
      continue;
    }
    onOrder(listed, index);
    const finding = await ask(listed, client);
    unanswered = finding.kind === 'unknown' ? unanswered + 1 : 0;
    results.push({ listed, finding });
  }
  return results;
}

async function ask(listed: ListedOrder, client: GatewayClient): Promise<Finding> {
  const { type, mchOrderNo } = listed;
  const orders = type === 'payin' ? client.payins : client.payouts;
  try {
    return compare(listed, await orders.retrieve({ mchOrderNo }));
  } catch (error) {
    if (!isGatewayError(error) || isConfigurationError(error)) throw error;
    if (!isApiError(error)) return { kind: 'unknown', error: error.name };
    if (error.code === 'order_not_found') return { kind: 'missing' };
    if (error.status < 500) throw error;
    return { kind: 'unknown', error: error.code };
  }
}
