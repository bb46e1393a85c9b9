import type { ControlClient } from '@inrgate/mock-gateway/control';
import type { Order } from '../../mock/control-text.ts';
import { addressOf } from '../../trigger/existing-order.ts';
import type { ToolContext } from './tool-context.ts';

interface Owner {
  readonly mchId: string;
  readonly order?: Order | null;
}

/**
 * Returns the saved callback URL of a merchant, or null.
 *
 * @throws {UsageError} if the callbacks of the merchant or the order would go to another machine without permission
 */
export async function savedAddress(
  context: ToolContext,
  control: ControlClient,
  { mchId, order = null }: Owner,
): Promise<string | null> {
  const { callbackUrl: saved } = await control.get('/merchants/:id', { id: mchId });
  const address = order === null ? saved : addressOf(order, saved);
  const whose = address === saved ? `the saved callback URL of ${mchId}` : "the order's callback URL";
  context.allowed(whose, address);
  return saved;
}

/**
 * Rejects a call that would send a callback of the order to another machine.
 *
 * @throws {UsageError}
 */
export async function refuseRemoteCallbacks(
  context: ToolContext,
  control: ControlClient,
  { order: number, mchId }: { readonly order: string; readonly mchId?: string | undefined },
): Promise<void> {
  const order = await control.get('/orders/:id', { id: number, query: { mchId } });
  await savedAddress(context, control, { mchId: order.mchId, order });
}
