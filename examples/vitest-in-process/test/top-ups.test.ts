import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { callbackMiddleware } from '@inrgate/sdk/express';
import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { TopUps } from '../src/top-ups.ts';

/** Starts a real server on a free port that receives this test's callbacks. */
async function listen({ onTestFinished }: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks` };
}

/** Creates a merchant that only this test uses, and its shop. */
async function open(gateway: MockGateway, context: TestContext) {
  const { server, url: callbackUrl } = await listen(context);
  const { mchId, mchKey, mchSecret } = await gateway.createMerchant({ callbackUrl });
  const { baseUrl, fetch } = gateway;
  const client = new GatewayClient({ baseUrl, fetch, mchId, mchKey, mchSecret });
  const topUps = new TopUps(client);
  server.on('request', callbackMiddleware({ mchId, mchKey, onPayin: (payin) => topUps.settle(payin) }));
  return { mchId, client, topUps };
}

describe.concurrent('concurrent tests with a shared gateway', () => {
  let gateway: MockGateway;
  beforeAll(async () => {
    gateway = await createMockGateway();
  });
  afterAll(() => gateway.close());

  test('the shop credits a paid top-up', async (context) => {
    const { topUps } = await open(gateway, context);
    const { orderNo } = await topUps.start('asha', '500.00');
    context.expect(topUps.balance('asha')).toBe('0.00');
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    context.expect(topUps.balance('asha')).toBe('500.00');
  });

  test('the shop credits a top-up with the paid amount instead of the requested amount', async (context) => {
    const { topUps } = await open(gateway, context);
    const { orderNo } = await topUps.start('asha', '500.00');
    await gateway.payins.pay(orderNo, { paidAmount: '450.00' });
    await gateway.callbacks.settle();
    context.expect(topUps.balance('asha')).toBe('450.00');
  });

  test('a repeated callback does not credit a top-up twice', async (context) => {
    const { topUps } = await open(gateway, context);
    const { orderNo } = await topUps.start('asha', '500.00');
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    await gateway.payins.resend(orderNo);
    await gateway.callbacks.settle();
    context.expect(topUps.balance('asha')).toBe('500.00');
  });

  test('a lost response for one merchant creates no second pay-in and affects no other merchant', async (context) => {
    const { topUps, mchId } = await open(gateway, context);
    await gateway.faults.add({
      ...{ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } },
      mchId,
    });
    const { duplicate } = await topUps.start('asha', '500.00');
    context.expect(duplicate).toBe(true);
    context.expect((await gateway.payins.list({ mchId })).items).toHaveLength(1);
  });

  test('a forged callback credits no top-up', async (context) => {
    const { topUps, mchId } = await open(gateway, context);
    await gateway.faults.add({ endpoint: 'callback', mchId, action: { kind: 'tamper' } });
    const { orderNo } = await topUps.start('asha', '500.00');
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    context.expect(topUps.balance('asha')).toBe('0.00');
  });
});

describe('a separate gateway whose clock moves', () => {
  async function withClock(context: TestContext) {
    const gateway = await createMockGateway();
    context.onTestFinished(() => gateway.close());
    await gateway.clock.freeze();
    return { gateway, ...(await open(gateway, context)) };
  }

  test('the shop credits the payment of an expired pay-in', async (context) => {
    const { gateway, topUps, client } = await withClock(context);
    const { orderNo } = await topUps.start('asha', '500.00');
    await gateway.clock.advance('31m');
    context.expect((await client.payins.retrieve({ orderNo })).status).toBe('expired');
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    context.expect(topUps.balance('asha')).toBe('500.00');
  });

  test('a callback whose first five attempts are lost arrives with the sixth attempt after seven and a half hours', async (context) => {
    const { gateway, topUps, mchId } = await withClock(context);
    await gateway.faults.add({ endpoint: 'callback', mchId, times: 5, action: { kind: 'drop' } });
    const { orderNo } = await topUps.start('asha', '500.00');
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    context.expect(topUps.balance('asha')).toBe('0.00');
    await gateway.clock.advance('8h');
    context.expect(topUps.balance('asha')).toBe('500.00');
  });
});
