import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { signedCallback } from '@inrgate/sdk/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

/** A shop that listens. */
export interface ServedShop {
  readonly url: string;
  close(): Promise<unknown>;
}

/** The demo merchant of the gateway. */
const credentials: Credentials = {
  mchId: 'DEMO1001',
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
};

/** JSON that is parsed and written again, and a form that is read twice, would not be these bytes. */
const extra = 'नीली शर्ट "L" 50% + 1/2 \\ é';

let shop: ServedShop;
let gateway: MockGateway;
let made = 0;

/** What every shop must do, whatever it is built on: the gateway calls it over HTTP, and is answered. */
export function receiverContract(serve: (credentials: Credentials) => Promise<ServedShop>): void {
  beforeAll(async () => {
    shop = await serve(credentials);
    return () => shop.close();
  }, 600_000);
  beforeEach(async () => {
    gateway = await createMockGateway({ clock: { mode: 'frozen' } });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await gateway.close();
  });

  describe.each(['json', 'form'] as const)('callbacks as %s', (callbackFormat) => {
    beforeEach(() => gateway.merchants.update(credentials.mchId, { callbackFormat }));
    describeDeliveries();
  });

  it('the framework still parses the bodies of other routes', async () => {
    const mchOrderNo = await order();
    expect(await paymentsOf(mchOrderNo)).toBe(0);
  });

  it('refuses with 413 what is too large for a callback', async () => {
    const { body, contentType } = signedCallback('payin', credentials, { extra: 'x'.repeat(70_000) });
    expect(await post('/callbacks', body, contentType)).toMatchObject({ status: 413 });
  });

  it('refuses with 415 what is neither JSON nor a form', async () => {
    const { body } = signedCallback('payin', credentials);
    expect(await post('/callbacks', body, 'text/plain')).toMatchObject({ status: 415 });
  });
}

function describeDeliveries(): void {
  it('marks an order as paid, once, however often the callback comes', async () => {
    const mchOrderNo = await order();
    const orderNo = await pay(mchOrderNo);
    await gateway.payins.resend(orderNo);
    await gateway.callbacks.settle();
    const acknowledged = { status: 200, responseBody: 'success', ok: true };
    expect(await attemptsFor(orderNo)).toMatchObject([acknowledged, acknowledged]);
    expect(await paymentsOf(mchOrderNo)).toBe(1);
  });

  it('refuses a forged callback with 401; the genuine one counts', async () => {
    const mchOrderNo = await order();
    gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'tamper' } });
    const orderNo = await pay(mchOrderNo);
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 401, ok: false }]);
    expect(await paymentsOf(mchOrderNo)).toBe(0);
    await gateway.clock.advance('1m');
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 401 }, { status: 200, ok: true }]);
    expect(await paymentsOf(mchOrderNo)).toBe(1);
  });

  it('does not acknowledge when the function throws; the retry reaches it', async () => {
    // Where nobody listens to `onError`, the failure is a warning of the process.
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const mchOrderNo = nextOrderNo();
    const orderNo = await pay(mchOrderNo);
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 500, ok: false }]);
    await order(mchOrderNo);
    await gateway.clock.advance('1m');
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 500 }, { status: 200, ok: true }]);
    expect(await paymentsOf(mchOrderNo)).toBe(1);
  });
}

/** The shop may be one for all tests, so each has an order of its own. */
function nextOrderNo(): string {
  made += 1;
  return `ORDER-${made}`;
}

/** The shop takes an order. */
async function order(mchOrderNo = nextOrderNo()): Promise<string> {
  const body = JSON.stringify({ mchOrderNo, amount: '500.00' });
  expect(await post('/orders', body, 'application/json')).toMatchObject({ status: 201 });
  return mchOrderNo;
}

/** The customer pays, and the gateway has called the shop back when this ends. */
async function pay(mchOrderNo: string): Promise<string> {
  const { fetch, baseUrl } = gateway;
  const client = new GatewayClient({ ...credentials, baseUrl, fetch });
  const notifyUrl = `${shop.url}/callbacks`;
  const { orderNo } = await client.payins.create({ mchOrderNo, amount: '500.00', notifyUrl, extra });
  await gateway.payins.pay(orderNo);
  await gateway.callbacks.settle();
  return orderNo;
}

async function attemptsFor(orderNo: string) {
  const { items } = await gateway.callbacks.list({ orderNo });
  expect(items).toHaveLength(1);
  return items.flatMap(({ attempts }) => attempts);
}

async function paymentsOf(mchOrderNo: string): Promise<unknown> {
  const response = await fetch(`${shop.url}/orders/${mchOrderNo}`);
  return ((await response.json()) as { payments: number }).payments;
}

function post(path: string, body: string, contentType: string): Promise<Response> {
  return fetch(shop.url + path, { method: 'POST', headers: { 'content-type': contentType }, body });
}
