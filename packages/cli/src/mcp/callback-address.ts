import type { ControlClient } from '@inrgate/mock-gateway/control';
import type { Order, OrderLocation } from '../mock/named-order.ts';
import { addressOf } from '../trigger/existing-order.ts';
import type { Desk } from './desk.ts';

/** Whose callbacks a tool lets the gateway send. */
interface Owner {
  readonly mchId: string;
  /** Of this order alone, as the control API has it. */
  readonly order?: Order | null;
}

/**
 * The callback URL that a merchant has saved; null: none.
 *
 * @throws {UsageError} where its callbacks, or those of the order, go to another machine as things are, whoever has seen to
 * that, unless it is allowed
 */
export async function savedAddress(
  desk: Desk,
  control: ControlClient,
  { mchId, order = null }: Owner,
): Promise<string | null> {
  const { callbackUrl: saved } = await control.get('/merchants/:id', { id: mchId });
  const address = order === null ? saved : addressOf(order, saved);
  const whose = address === saved ? `the callback URL that ${mchId} has saved` : "the order's callback URL";
  desk.allowed(whose, address);
  return saved;
}

/**
 * Refuses what would send a callback of that order to another machine.
 *
 * @throws {UsageError}
 */
export async function refuseRemoteCallbacks(
  desk: Desk,
  control: ControlClient,
  { collection, orderNo }: OrderLocation,
): Promise<void> {
  const order = await control.get(`/${collection}/:id`, { id: orderNo });
  await savedAddress(desk, control, { mchId: order.mchId, order });
}
