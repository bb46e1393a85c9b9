import { type ControlAnswer, type ControlApi, segment } from '../control/control-api.ts';
import type { OrderLocation } from '../control/named-order.ts';
import { addressOf } from '../trigger/existing-order.ts';
import type { Desk } from './desk.ts';

/** Whose callbacks a tool lets the gateway send. */
interface Owner {
  readonly mchId: string;
  /** Of this order alone, as the control API has it. */
  readonly order?: ControlAnswer | null;
}

/**
 * The callback URL that a merchant has saved; null: none.
 *
 * @throws {UsageError} where its callbacks, or those of the order, go to another machine as things are, whoever has seen to
 * that, unless it is allowed
 */
export async function savedAddress(
  desk: Desk,
  control: ControlApi,
  { mchId, order = null }: Owner,
): Promise<string | null> {
  const { callbackUrl } = await control.get(`/merchants/${segment(mchId)}`);
  const saved = typeof callbackUrl === 'string' ? callbackUrl : null;
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
  control: ControlApi,
  { collection, orderNo }: OrderLocation,
): Promise<void> {
  const order = await control.get(`/${collection}/${segment(orderNo)}`);
  await savedAddress(desk, control, { mchId: String(order['mchId']), order });
}
