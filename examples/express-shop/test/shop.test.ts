import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkWebhook } from '@inrgate/conformance';
import { createMockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { survivesStrangers } from '../../../test/strangers.ts';
import { ask, askAround, everyMinute } from '../src/asking.ts';
import { Orders } from '../src/orders.ts';
import { createShop } from '../src/shop.ts';

/** Opens a gateway, and the shop of its merchant. */
async function open() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-shop-'));
  let now = Date.parse('2026-11-20T15:04:05+05:30');
  const orders = new Orders(path.join(folder, 'shop.db'), () => now);
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  await gateway.clock.freeze();
  const { mchId, mchKey } = gateway.merchant;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new GatewayClient({ baseUrl, mchId, mchKey, maxRetries: 0 });
  const shop = { orders, client, credentials: { mchId, mchKey }, origin };
  server.on('request', await createShop(shop));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    orders.database.close();
    rmSync(folder, { recursive: true });
  });
  const pass = async (minutes: number) => {
    now += minutes * 60_000;
    await gateway.clock.advance(`${minutes}m`);
  };
  return { ...shop, gateway, pass };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Opens a browser with a new order. It does not follow redirects to the checkout, which is on another server. */
async function customer({ origin }: Opened) {
  const page = async (at: string) => {
    const response = await fetch(new URL(at, origin), { redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };
  const press = async (at: string, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(new URL(at, origin), { method: 'POST', body, redirect: 'manual' });
    return {
      status: response.status,
      to: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  };
  const { to: at } = await press('/orders', { item: 'Darjeeling, 250 g' });
  return { page, press, at, id: at.replace('/orders/', '') };
}

async function lastPayin({ gateway }: Opened): Promise<string> {
  return (await gateway.payins.list()).items[0]?.orderNo ?? '';
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});

test('the shop credits an order that is paid at the checkout and shows the order as paid', async () => {
  const shop = await open();
  const { press, page, at, id } = await customer(shop);
  expect((await page(at)).text).toContain('Your order');
  const { status, to } = await press(`${at}/pay`);
  expect({ status, to }).toEqual({
    status: 303,
    to: expect.stringContaining(new URL(shop.gateway.baseUrl).origin),
  });
  expect((await page(at)).text).toMatch(/Waiting for your payment.*refresh/s);
  await shop.gateway.payins.pay(await lastPayin(shop));
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)).toMatchObject({ status: 'paid', received: '500.00' });
  const { text } = await page(at);
  expect(text).toContain('Thank you, it is paid');
  expect(text).not.toContain('refresh');
});

test('the shop handles callbacks after broken requests of strangers', async () => {
  const shop = await open();
  const { press, at, id } = await customer(shop);
  await press(`${at}/pay`);
  const { mchOrderNo = '' } = shop.orders.lastAttempt(id) ?? {};
  await survivesStrangers(`${shop.origin}/callbacks`, { ...shop.credentials, mchOrderNo });
  expect(shop.orders.find(id)).toMatchObject({ status: 'paid', received: '500.00' });
});

test('the shop credits an order once after a repeated callback and a query', async () => {
  const shop = await open();
  const { press, at, id } = await customer(shop);
  await press(`${at}/pay`);
  await shop.gateway.payins.pay(await lastPayin(shop));
  await shop.gateway.callbacks.settle();
  await shop.gateway.payins.resend(await lastPayin(shop));
  await shop.gateway.callbacks.settle();
  await ask(shop, shop.orders.lastAttempt(id)?.mchOrderNo ?? '');
  expect(shop.orders.find(id)).toMatchObject({ status: 'paid', received: '500.00' });
});

test('the return page queries the gateway if no callback has arrived', async () => {
  const shop = await open();
  const { press, page, at, id } = await customer(shop);
  await press(`${at}/pay`);
  await page(`${at}/return?status=success`);
  expect(shop.orders.find(id)?.status).toBe('open');
  await shop.gateway.faults.add({ endpoint: 'callback', action: { kind: 'drop' } });
  await shop.gateway.payins.pay(await lastPayin(shop));
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)?.status).toBe('open');
  await page(`${at}/return`);
  expect(shop.orders.find(id)?.status).toBe('paid');
});

test('two simultaneous clicks on the pay button create one pay-in', async () => {
  const shop = await open();
  const { press, at } = await customer(shop);
  const [one, two] = await Promise.all([press(`${at}/pay`), press(`${at}/pay`)]);
  expect(one.to).toBe(two.to);
  expect((await shop.gateway.payins.list()).items).toHaveLength(1);
});

test('a retry with the same order number after a lost response creates no second order', async () => {
  const shop = await open();
  const { press, at, id } = await customer(shop);
  await shop.gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } });
  expect(await press(`${at}/pay`)).toMatchObject({
    status: 502,
    text: expect.stringContaining('Nothing is lost'),
  });
  expect(shop.orders.lastAttempt(id)?.status).toBe('new');
  expect((await press(`${at}/pay`)).status).toBe(303);
  expect((await shop.gateway.payins.list()).items).toHaveLength(1);
});

test('the shop credits a late payment of an expired attempt, even after the shop has created a new attempt', async () => {
  const shop = await open();
  const { press, page, at, id } = await customer(shop);
  await press(`${at}/pay`);
  const late = await lastPayin(shop);
  await shop.gateway.clock.advance('31m');
  await page(`${at}/return`);
  expect((await page(at)).text).toContain('The time to pay is over');
  await press(`${at}/pay`);
  const { items } = await shop.gateway.payins.list();
  expect(items.map(({ mchOrderNo }) => mchOrderNo).toSorted()).toEqual([`SHOP-${id}-1`, `SHOP-${id}-2`]);
  await shop.gateway.payins.pay(late);
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)).toMatchObject({ status: 'paid', received: '500.00' });
});

test('the shop queries an expired or failed attempt that was paid without a callback', async () => {
  const shop = await open();
  const { press, at, id } = await customer(shop);
  const { payins, faults } = shop.gateway;
  await press(`${at}/pay`);
  const expired = await lastPayin(shop);
  await shop.pass(31);
  await askAround(shop);
  expect(shop.orders.lastAttempt(id)?.status).toBe('expired');
  await press(`${at}/pay`);
  const failed = await lastPayin(shop);
  await payins.fail(failed);
  await shop.gateway.callbacks.settle();
  expect(shop.orders.lastAttempt(id)?.status).toBe('failed');
  await faults.add({ endpoint: 'callback', action: { kind: 'drop' } });
  await payins.pay(expired);
  await payins.pay(failed);
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)?.received).toBe('0.00');
  await shop.pass(1);
  await askAround(shop);
  expect(shop.orders.find(id)?.received).toBe('500.00');
  await shop.pass(30);
  await askAround(shop);
  expect(shop.orders.find(id)?.received).toBe('1000.00');
  expect(shop.orders.due()).toEqual([]);
});

test('the shop queries an attempt without a pay-in at increasing intervals', async () => {
  const shop = await open();
  shop.orders.openAttempt(shop.orders.take('Tea', '500.00'));
  const asked = async () => (await shop.gateway.requests.list({ limit: 200 })).items.length;
  for (let minute = 1; minute <= 64; minute += 1) {
    await shop.pass(1);
    await askAround(shop);
  }
  expect(await asked()).toBe(7);
  await shop.pass(64);
  await shop.gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'status', status: 503 } });
  await askAround(shop);
  await askAround(shop);
  expect(await asked()).toBe(9);
});

test('the shop queries an attempt with a pending pay-in every minute', async () => {
  const shop = await open();
  const { press, at } = await customer(shop);
  await press(`${at}/pay`);
  for (const _minute of [1, 2, 3]) {
    await shop.pass(1);
    expect(shop.orders.due()).toHaveLength(1);
    await askAround(shop);
  }
});

test('the shop starts the next round of queries after the previous round has ended or failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const rounds: PromiseWithResolvers<void>[] = [];
  everyMinute(() => {
    const round = Promise.withResolvers<void>();
    rounds.push(round);
    return round.promise;
  });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(rounds).toHaveLength(1);
  rounds[0]?.reject(new Error('the database is locked'));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toHaveLength(2);
});

test('the shop marks a second payment of an order for a refund', async () => {
  const shop = await open();
  const { press, page, at, id } = await customer(shop);
  await press(`${at}/pay`);
  const first = await lastPayin(shop);
  await shop.gateway.payins.fail(first);
  await shop.gateway.callbacks.settle();
  expect((await page(at)).text).toContain('did not succeed');
  await press(`${at}/pay`);
  const second = await lastPayin(shop);
  expect(second).not.toBe(first);
  await shop.gateway.payins.pay(second);
  await shop.gateway.payins.pay(first);
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)).toMatchObject({ status: 'paid', received: '1000.00' });
  expect((await page(at)).text).toContain('₹500.00 too much came in');
});

test('the shop does not mark a partly paid order as paid', async () => {
  const shop = await open();
  const { press, page, at, id } = await customer(shop);
  await press(`${at}/pay`);
  await shop.gateway.payins.pay(await lastPayin(shop), { paidAmount: '499.99' });
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)).toMatchObject({ status: 'open', received: '499.99' });
  expect((await page(at)).text).toMatch(/less than the price(?!.*\/pay")/s);
});

test('the shop records a payment for a cancelled order, even after the customer has ordered again', async () => {
  const shop = await open();
  const { press, page, at, id } = await customer(shop);
  await press(`${at}/pay`);
  const payin = await lastPayin(shop);
  await press(`${at}/cancel`);
  expect((await press(`${at}/pay`)).to).toBe(at);
  const { to: next } = await press(`${at}/again`);
  await press(`${next}/pay`);
  expect((await shop.gateway.payins.list()).items).toHaveLength(2);
  await shop.gateway.payins.pay(payin);
  await shop.gateway.callbacks.settle();
  expect(shop.orders.find(id)).toMatchObject({ status: 'cancelled', received: '500.00' });
  expect((await page(at)).text).toContain('₹500.00 too much came in');
  expect(shop.orders.find(next.replace('/orders/', ''))?.status).toBe('open');
});

test('a paid order cannot be cancelled', async () => {
  const shop = await open();
  const { press, at, id } = await customer(shop);
  await press(`${at}/pay`);
  await shop.gateway.payins.pay(await lastPayin(shop));
  await shop.gateway.callbacks.settle();
  await press(`${at}/cancel`);
  expect(shop.orders.find(id)?.status).toBe('paid');
});

test('a page of the shop escapes values that contain a script', async () => {
  const shop = await open();
  const { page } = await customer(shop);
  const at = `/orders/${shop.orders.take('<script>alert("&\'")</script>', '500.00')}`;
  expect((await page(at)).text).toContain('&lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;');
  const { headers } = await fetch(new URL('/', shop.origin));
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('an unknown page returns 404', async () => {
  const { page, press } = await customer(await open());
  for (const at of ['/orders/1', '/orders/1/return']) expect((await page(at)).status).toBe(404);
  expect((await press('/orders/1/pay')).status).toBe(404);
  expect((await press('/orders', { item: 'constructor' })).status).toBe(404);
});

test('the shop passes every case of check webhook for pay-ins', async () => {
  const { orders, origin, credentials } = await open();
  const { checks } = await checkWebhook(`${origin}/callbacks`, {
    ...credentials,
    createOrder: ({ amount }) => orders.openAttempt(orders.take('Checked tea', amount)),
    probe: (mchOrderNo) => {
      const amount = orders.creditedBy(mchOrderNo);
      return { count: amount === undefined ? 0 : 1, amount: amount ?? '0.00' };
    },
  });
  // Ignore the duration of a response, because it depends on the machine's load.
  const found = checks.filter(({ id, status }) => ['fail', 'warn'].includes(status) && id !== 'answer-time');
  expect(found).toEqual([]);
  expect(checks.filter(({ status }) => status === 'pass').length).toBeGreaterThanOrEqual(25);
});
