import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import type { Params } from '../client.ts';
import { callerOf, listenGateway } from '../scenarios/harness.ts';

/** Origin of the shop, which no server uses. */
export const shop = 'https://shop.example';

export interface CheckoutScene {
  readonly gateway: MockGateway;
  readonly url: string;
  readonly orderNo: string;
}

/** An order of ₹12,345.00 from a bookshop. Its checkout page is on a gateway that listens. */
export async function checkoutScene(
  params: Params = {},
  options: GatewayOptions = {},
): Promise<CheckoutScene> {
  const gateway = await listenGateway(options);
  const keys = await gateway.createMerchant({ mchId: 'KaveriBooks' });
  const order = { mchOrderNo: 'INV-2026-0417', amount: '12345.00', returnUrl: `${shop}/thanks` };
  const { data } = await callerOf(gateway, keys).payin({ ...order, ...params });
  return { gateway, url: String(data['pay_url']), orderNo: String(data['orderNo']) };
}
