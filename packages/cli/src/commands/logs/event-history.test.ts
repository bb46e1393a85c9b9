import { createMockGateway } from '@inrgate/mock-gateway';
import { ControlClient } from '@inrgate/mock-gateway/control';
import { GatewayClient } from '@inrgate/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { liveKinds } from '../../live/events.ts';
import type { Since } from './event-history.ts';
import { type HistoryOptions, pastEvents as pastMoments } from './event-history.ts';

async function pastEvents(control: ControlClient, options: HistoryOptions) {
  return (await pastMoments(control, options)).map(({ event }) => event);
}

/** A gateway with a frozen clock, and a receiver that rejects the first attempt. */
async function stage() {
  let attempts = 0;
  const gateway = await createMockGateway({
    clock: { now: '2026-11-20T15:04:05+05:30', mode: 'frozen' },
    sender: async () => {
      attempts += 1;
      const body = Buffer.from('success');
      const status = attempts === 1 ? 500 : 200;
      return { durationMs: 1, status, body, redirectHost: null, failure: null, detail: null };
    },
  });
  onTestFinished(() => gateway.close());
  const { baseUrl, controlUrl } = await gateway.listen();
  const client = new GatewayClient({ baseUrl, ...gateway.merchant });
  const control = new ControlClient({ url: controlUrl, token: undefined });
  return { gateway, client, control };
}

test('the event history returns requests and callback attempts in order, with the values at the time of each event', async () => {
  const { gateway, client, control } = await stage();
  const notifyUrl = 'http://shop.example/callbacks';
  const { orderNo } = await client.payins.create({ mchOrderNo: 'PAST-1', amount: '500.00', notifyUrl });
  await gateway.payins.pay(orderNo);
  await gateway.callbacks.settle();
  await gateway.clock.advance('2m');
  await client.balance.retrieve();
  const events = await pastEvents(control, { since: undefined, kinds: liveKinds });
  expect(events).toMatchObject([
    { event: 'request', path: '/v3/payin', mchOrderNo: 'PAST-1' },
    { event: 'callback', mchOrderNo: 'PAST-1', state: 'pending', attempt: { number: 1, ok: false } },
    { event: 'callback', mchOrderNo: 'PAST-1', state: 'delivered', attempt: { number: 2, ok: true } },
    { event: 'request', path: '/v3/check-gateway-balance' },
  ]);
});

test('the event history subtracts a --since duration from the gateway’s time and uses an instant unchanged', async () => {
  const { gateway, client, control } = await stage();
  await client.payins.create({ mchOrderNo: 'SINCE-1', amount: '500.00' });
  await gateway.clock.advance('2m');
  await client.payins.create({ mchOrderNo: 'SINCE-2', amount: '500.00' });
  const numbers = async (since: Since) =>
    (await pastEvents(control, { since, kinds: ['request'] })).map(
      (event) => 'mchOrderNo' in event && event.mchOrderNo,
    );
  expect(await numbers({ ago: 90_000 })).toEqual(['SINCE-2']);
  expect(await numbers({ ago: 120_000 })).toEqual(['SINCE-1', 'SINCE-2']);
  expect(await numbers({ at: Date.parse('2026-11-20T15:05:00+05:30') })).toEqual(['SINCE-2']);
  expect(await numbers({ at: Date.parse('2026-11-20T15:06:06+05:30') })).toEqual([]);
});

test('the event history shows the order number of a form callback without a URL', async () => {
  const { gateway, client, control } = await stage();
  await gateway.merchants.update(gateway.merchant.mchId, { callbackFormat: 'form' });
  const { orderNo } = await client.payins.create({ mchOrderNo: 'PAST-2', amount: '500.00' });
  await gateway.payins.pay(orderNo);
  expect(await pastEvents(control, { since: undefined, kinds: ['callback'] })).toMatchObject([
    { state: 'undeliverable', mchOrderNo: 'PAST-2', attempt: null },
  ]);
});

test('the event history reads more events than fit on one page', async () => {
  const { client, control } = await stage();
  for (let call = 0; call < 5; call += 1) {
    await Promise.all(Array.from({ length: 20 }, () => client.balance.retrieve()));
  }
  const read: string[] = [];
  const paged = Object.assign(Object.create(control), {
    page: (path: '/requests', { query }: { readonly query: Record<string, string> }) => {
      read.push(path);
      return control.page(path, { query: { ...query, limit: '30' } });
    },
  });
  expect(await pastEvents(paged, { since: undefined, kinds: ['request'] })).toHaveLength(100);
  expect(read).toHaveLength(4);
});
