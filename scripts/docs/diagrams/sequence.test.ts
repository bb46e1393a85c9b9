import path from 'node:path';
import { expect, it } from 'vitest';
import { createMockGateway, type MockGateway } from '../../../packages/mock-gateway/src/index.ts';
import { GatewayClient } from '../../../packages/sdk/src/index.ts';
import { callbackRetryDelaysMs } from '../../../packages/sdk/src/protocol.ts';
import { root } from '../site/pages.ts';
import { type Message, retries, sequence } from './sequence.ts';

const [customer, shop, gateway, operator] = ['Customer', 'Shop', 'Gateway', 'Operator'];

const payin: readonly Message[] = [
  [customer, shop, 'order'],
  [shop, gateway, 'POST /v3/payin'],
  [gateway, shop, '200: pending, payUrl'],
  [shop, customer, 'redirect to payUrl'],
  [customer, gateway, 'pay at the checkout'],
  [gateway, shop, 'callback: success'],
  [shop, gateway, '200: success'],
  [gateway, customer, 'redirect to returnUrl'],
];
const payout: readonly Message[] = [
  [shop, gateway, 'POST /v3/payout'],
  [gateway, shop, '200: pending'],
  [operator, gateway, 'approve'],
  [gateway, shop, 'callback: processing'],
  [shop, gateway, '200: success'],
  [operator, gateway, 'complete'],
  [gateway, shop, 'callback: success'],
  [shop, gateway, '200: success'],
];

it.each([
  ['sequence-payin', sequence('The messages of a pay-in', [customer, shop, gateway], payin)],
  ['sequence-payout', sequence('The messages of a payout', [shop, gateway, operator], payout)],
  ['retries', retries('The attempts of a callback and the delays between them', callbackRetryDelaysMs)],
])('the diagram %s matches the file that vitest -u writes', async (name, picture) => {
  await expect(picture).toMatchFileSnapshot(path.join(root, `docs/explanation/${name}.svg`));
});

function states(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(([from, , text]) =>
    from === gateway ? (text.match(/: (\w+)/)?.slice(1) ?? []) : [],
  );
}

async function withGateway(
  work: (gateway: MockGateway, client: GatewayClient) => Promise<readonly string[]>,
) {
  const mock = await createMockGateway({ clock: { mode: 'frozen' } });
  try {
    const { fetch, baseUrl, merchant } = mock;
    await mock.merchants.update(merchant.mchId, { callbackUrl: 'http://127.0.0.1:9/' });
    return await work(mock, new GatewayClient({ ...merchant, baseUrl, fetch }));
  } finally {
    await mock.close();
  }
}

async function callbackStates({ callbacks }: MockGateway, orderNo: string): Promise<readonly string[]> {
  const { items } = await callbacks.list({ orderNo });
  return items.map(({ body }) => String(JSON.parse(body).status)).reverse();
}

it('the gateway sends the states in the diagram of a pay-in', async () => {
  const sent = await withGateway(async (mock, client) => {
    const { orderNo, status } = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
    await mock.payins.pay(orderNo);
    return [status, ...(await callbackStates(mock, orderNo))];
  });
  expect(states(payin)).toEqual(sent);
});

it('the gateway sends the states in the diagram of a payout', async () => {
  const sent = await withGateway(async (mock, client) => {
    const order = { mchOrderNo: 'W-1', amount: '500.00', upiId: 'asha@okhdfcbank' };
    const { orderNo, status } = await client.payouts.create(order);
    await mock.payouts.approve(orderNo);
    await mock.payouts.complete(orderNo);
    return [status, ...(await callbackStates(mock, orderNo))];
  });
  expect(states(payout)).toEqual(sent);
});
