import { checkWebhook } from '@inrgate/conformance';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { signedCallback } from '@inrgate/sdk/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { survivesStrangers } from '../../../test/strangers.ts';

export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

export interface ServedShop {
  readonly url: string;
  close(): Promise<unknown>;
}

export type ServeShop = (credentials: Credentials) => Promise<ServedShop>;

/** Cases of the checker that depend on how the framework passes the body on, and one callback of each kind. */
const smallCases = [
  ...['payin-json', 'payin-form', 'payout-json', 'payout-form', 'payout-failed', 'repeated', 'other-key'],
  ...['unicode', 'number-as-written', 'plus-in-form'],
];

const credentials: Credentials = {
  mchId: 'DEMO1001',
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
};

/** A string that changes if JSON is serialized again or a form is decoded twice. */
const extra = 'नीली शर्ट "L" 50% + 1/2 \\ é';

let shop: ServedShop;
let gateway: MockGateway;
let made = 0;

/**
 * Requirements that a shop must meet on every framework, tested over HTTP. The full form runs all cases of the checker.
 */
export function receiverContract(serve: ServeShop, size: 'small' | 'full'): void {
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

  it(`the receiver passes ${size === 'full' ? 'every case' : 'the main cases'} of check webhook for pay-ins and payouts`, async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const probe = `${shop.url}/credited`;
    const { checks } = await checkWebhook(`${shop.url}/callbacks`, {
      ...credentials,
      ...(size === 'small' && { cases: smallCases }),
      createOrder: `${shop.url}/orders`,
      probe,
      payoutProbe: probe,
      timeoutMs: 120_000,
      creditMs: 60_000,
    });
    // Ignore the duration of a response and whether two requests overlap, because both depend on the machine's load.
    const found = checks.filter(({ id, status }) => {
      const isMachine = id === 'answer-time' || (id.endsWith('at-once') && status === 'skip');
      return status !== 'pass' && !isMachine;
    });
    expect(found.map(({ id, message }) => ({ id, message }))).toEqual([]);
    expect(checks.length).toBeGreaterThanOrEqual(smallCases.length);
  });

  it('the framework still parses the bodies of routes other than the callback route', async () => {
    const mchOrderNo = await order();
    expect(await creditsOf(mchOrderNo)).toBe(0);
  });

  it('the receiver handles callbacks after broken requests of strangers', async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const mchOrderNo = await order();
    await survivesStrangers(`${shop.url}/callbacks`, { ...credentials, mchOrderNo });
    expect(await creditsOf(mchOrderNo)).toBe(1);
  });

  it('the receiver returns 413 for a body that is too large for a callback', async () => {
    const { body, contentType } = signedCallback('payin', credentials, { extra: 'x'.repeat(70_000) });
    expect(await post('/callbacks', body, contentType)).toMatchObject({ status: 413 });
  });

  it('the receiver returns 415 for a body that is neither JSON nor a form', async () => {
    const { body } = signedCallback('payin', credentials);
    expect(await post('/callbacks', body, 'text/plain')).toMatchObject({ status: 415 });
  });
}

function describeDeliveries(): void {
  it('the receiver marks an order as paid only once if the gateway repeats its callback', async () => {
    const mchOrderNo = await order();
    const orderNo = await pay(mchOrderNo);
    await gateway.payins.resend(orderNo);
    await gateway.callbacks.settle();
    const acknowledged = { status: 200, responseBody: 'success', ok: true };
    expect(await attemptsFor(orderNo)).toMatchObject([acknowledged, acknowledged]);
    expect(await creditsOf(mchOrderNo)).toBe(1);
  });

  it('the receiver returns 401 for a forged callback and accepts the genuine callback', async () => {
    const mchOrderNo = await order();
    gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'tamper' } });
    const orderNo = await pay(mchOrderNo);
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 401, ok: false }]);
    expect(await creditsOf(mchOrderNo)).toBe(0);
    await gateway.clock.advance('1m');
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 401 }, { status: 200, ok: true }]);
    expect(await creditsOf(mchOrderNo)).toBe(1);
  });

  it('the receiver processes a retry after its callback function threw at the first attempt', async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const mchOrderNo = nextOrderNo();
    const orderNo = await pay(mchOrderNo);
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 500, ok: false }]);
    await order(mchOrderNo);
    await gateway.clock.advance('1m');
    expect(await attemptsFor(orderNo)).toMatchObject([{ status: 500 }, { status: 200, ok: true }]);
    expect(await creditsOf(mchOrderNo)).toBe(1);
  });
}

/** A unique order number, because tests can share a shop. */
function nextOrderNo(): string {
  made += 1;
  return `ORDER-${made}`;
}

/** Creates an order in the shop. */
async function order(mchOrderNo = nextOrderNo()): Promise<string> {
  const body = JSON.stringify({ mchOrderNo, amount: '500.00' });
  expect(await post('/orders', body, 'application/json')).toMatchObject({ status: 201 });
  return mchOrderNo;
}

/** Pays an order as the customer. Resolves after the delivery of the callback. */
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

async function creditsOf(mchOrderNo: string): Promise<unknown> {
  const response = await fetch(`${shop.url}/credited?mchOrderNo=${mchOrderNo}`);
  return ((await response.json()) as { count: number }).count;
}

function post(path: string, body: string, contentType: string): Promise<Response> {
  return fetch(shop.url + path, { method: 'POST', headers: { 'content-type': contentType }, body });
}
