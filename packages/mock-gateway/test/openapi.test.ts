import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { controlRoutes } from '../src/control/calls.ts';
import { events } from '../src/control/responses/events.ts';
import { responses } from '../src/control/responses/responses.ts';
import { createMockGateway, type MockGateway } from '../src/index.ts';
import { Caller } from './client.ts';
import { follow, judge } from './openapi.ts';
import { Receiver } from './scenarios/receiver.ts';

type Json = Readonly<Record<string, unknown>>;

/** A receiver that accepts every callback. */
const accepted = {
  durationMs: 1,
  status: 200,
  body: Buffer.from('success'),
  redirectHost: null,
  failure: null,
  detail: null,
};

let gateway: MockGateway;

beforeEach(async () => {
  gateway = await createMockGateway({ sender: async () => accepted });
});
afterEach(() => gateway.close());

async function read(url: string, init?: RequestInit): Promise<{ status: number; body: Json; text: string }> {
  const response = await gateway.fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {}, text };
}

describe('/openapi.json', () => {
  it('/openapi.json is the document of the wire API with the URL of the gateway', async () => {
    const here = await read(`${gateway.url}/openapi.json`);
    expect(here).toMatchObject({
      status: 200,
      body: { openapi: '3.1.1', servers: [{ url: gateway.baseUrl }] },
    });
    expect((await read(`${gateway.url}/openapi.json`)).text).toBe(here.text);
    const { url, baseUrl } = await gateway.listen();
    expect((await read(`${url}/openapi.json`)).body['servers']).toMatchObject([{ url: baseUrl }]);
  });

  it('/openapi.json accepts only GET', async () => {
    const answer = await gateway.fetch(`${gateway.url}/openapi.json`, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('/_mock/openapi.json', () => {
  it('/_mock/openapi.json is the document of the control API', async () => {
    const { status, body } = await read(`${gateway.controlUrl}/openapi.json`);
    expect(status).toBe(200);
    expect(body['servers']).toEqual([{ url: gateway.controlUrl }]);
  });

  it('/_mock/openapi.json names the variable parts of each path', async () => {
    const { body } = await read(`${gateway.controlUrl}/openapi.json`);
    for (const [path, operations] of Object.entries(body['paths'] as Readonly<Record<string, Json>>)) {
      const varying = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(operations) as readonly { parameters?: Json[] }[])
        expect(parameters.filter((one) => one['in'] === 'path')).toMatchObject(
          varying.map((name) => ({ name, required: true, schema: { type: 'string' } })),
        );
    }
    expect(body).toHaveProperty('paths./metrics.get.responses.200.content', {
      'text/plain; version=0.0.4; charset=utf-8': { schema: { type: 'string' } },
    });
    expect(body).toHaveProperty('paths./events.get.tags', ['events']);
  });

  it('/_mock/openapi.json requires the same access as the control API', async () => {
    expect((await read('http://elsewhere.example/_mock/openapi.json')).status).toBe(403);
  });
});

/** Returns every example request of the wire document, in each format. */
function exampleRequests(document: Json) {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>;
  return Object.entries(paths).flatMap(([path, { post, servers }]) => {
    if (post === undefined) return [];
    const [server] = (servers ?? document['servers']) as readonly Json[];
    const { content } = follow(document, post['requestBody'] as Json) as { readonly content: Json };
    return Object.entries(content).flatMap(([type, media]) =>
      Object.entries((media as Json)['examples'] as Json).map(([name, example]) => ({
        name: `${path} ${name} as ${type}`,
        url: `${server?.['url']}${path}`,
        type,
        responses: post['responses'] as Json,
        params: (example as Json)['value'] as Readonly<Record<string, string>>,
      })),
    );
  });
}

describe('wire document', () => {
  it('the gateway accepts the example requests of the wire document and responds as documented', async () => {
    const { body: document } = await read(`${gateway.url}/openapi.json`);
    const refused = judge(document);
    const requests = exampleRequests(document);
    expect(requests.length).toBeGreaterThan(40);
    for (const { name, url, type, responses, params } of requests) {
      await gateway.reset();
      const body =
        type === 'application/json' ? JSON.stringify(params) : new URLSearchParams(params).toString();
      const headers = { 'content-type': type, 'x-api-key': gateway.merchant.mchKey };
      const answer = await read(url, { method: 'POST', headers, body });
      // The signed query of an example finds no order.
      const found = url.includes('check-order-status') ? 404 : 200;
      expect([name, answer.status, answer.body['error']]).toEqual([
        name,
        found,
        found === 404 ? 'order_not_found' : undefined,
      ]);
      const { content } = follow(document, responses[answer.status] as Json) as { readonly content: Json };
      const { schema } = content['application/json'] as { readonly schema: Json };
      expect([name, refused(schema, answer.body)]).toEqual([name, undefined]);
    }
  });
});

describe('control document', () => {
  const called = new Set<string>();

  /** Sends a control call over HTTP, and compares its response with the document. */
  async function control(name: string, id = '', body?: object): Promise<Json> {
    called.add(name);
    const [method = '', path = ''] = name.split(' ');
    const route = controlRoutes.find((candidate) => candidate.method === method && candidate.path === path);
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await read(gateway.controlUrl + path.replace(':id', id), init);
    const { response, text, status = response === undefined && text === undefined ? 204 : 200 } = route ?? {};
    expect([name, answer.status, answer.text]).toEqual([name, status, answer.text]);
    if (text !== undefined) expect(answer.text).not.toBe('');
    else if (response === undefined) expect(answer.text).toBe('');
    else expect([name, responses[response].safeParse(answer.body)]).toMatchObject([name, { success: true }]);
    return answer.body;
  }

  it('the control document describes the real response of every call and the content of every event', async () => {
    const seen = new Set<string>();
    gateway.events.subscribe(({ type, data }) => {
      seen.add(type);
      const read = events[type].data.safeParse(JSON.parse(JSON.stringify(data)));
      expect([type, read]).toMatchObject([type, { success: true }]);
    });
    const send = (path: string, init?: RequestInit) => gateway.fetch(gateway.url + path, init);
    const callbackUrl = 'http://127.0.0.1:3000/callbacks';

    await control('GET /health');
    await control('GET /ready');
    await control('GET /settings');
    await control('PATCH /settings', '', { usdtRate: '91.5000', signatureLock: { failures: 5 } });
    const fresh = await control('POST /merchants', '', { callbackUrl, balance: '50000.00' });
    const merchant = { mchId: '', mchKey: '', mchSecret: '', ...fresh };
    const { mchId } = merchant;
    await control('GET /merchants');
    await control('GET /merchants/:id', mchId);
    await control('PATCH /merchants/:id', mchId, { limits: { payoutMin: '600.00' } });
    await control('GET /merchants/:id/wallet', mchId);
    await control('POST /merchants/:id/wallet/credit', mchId, { amount: '100.00' });
    await control('POST /merchants/:id/credit', mchId, { amount: '100.00' });
    await control('POST /merchants/:id/test-callback', mchId);
    await control('GET /merchants/:id/check-callback', mchId);
    const shop = await Receiver.open();
    await control('POST /merchants/:id/check-callback', mchId, { url: shop.url, cases: ['payin-json'] });
    await control('GET /merchants/:id/check-callback', mchId);
    await control('DELETE /merchants/:id/check-callback', mchId);

    const caller = new Caller(send, merchant);
    const payin = String((await caller.payin({ notifyUrl: callbackUrl, extra: 'blue' })).data['orderNo']);
    const usdt = String((await caller.payin({ mchOrderNo: 'B', tradeType: 'usdt' })).data['orderNo']);
    await control('POST /payins/:id/pay', payin, { paidAmount: '499.00' });
    await control('POST /payins/:id/fail', usdt);
    await control('POST /callbacks/settle', '', { timeoutMs: 5_000 });
    await control('POST /payins/:id/resend', payin);
    await control('GET /payins');
    await control('GET /payins/:id', payin);
    await control('GET /payins/:id', usdt);

    const link = String(
      (await caller.createLink({ amount: '500', notify_url: callbackUrl })).data['link_code'],
    );
    const named = await caller.createLink({ amount: '500', client_ref: 'INV-42', currency: 'USDT' });
    await control('POST /links/:id/pay', link, {});
    await control('POST /links/:id/fail', String(named.data['link_code']));
    await control('POST /callbacks/settle', '', {});
    await control('POST /links/:id/resend', link);
    await control('GET /links');
    await control('GET /links/:id', link);

    const payout = async (number: string, destination: Readonly<Record<string, string | null>>) =>
      String((await caller.payout({ mchOrderNo: number, ...destination })).data['orderNo']);
    const bank = {
      bankCode: 'X',
      accountName: 'A',
      accountNumber: '123456',
      ifsc: 'HDFC0001234',
      upiId: null,
    };
    const paid = await payout('A', { upiId: null, usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    const rejected = await payout('B', bank);
    await control('POST /payouts/:id/approve', paid);
    await control('POST /payouts/:id/complete', paid, {});
    await control('POST /payouts/:id/reject', rejected, { message: 'Wrong name' });
    await control('POST /payouts/:id/cancel', await payout('C', {}));
    await control('POST /callbacks/settle', '', {});
    await control('POST /payouts/:id/resend', paid);
    await control('GET /payouts');
    await control('GET /payouts/:id', paid);
    await control('GET /payouts/:id', rejected);

    await control('GET /orders/:id', paid);
    await control('POST /orders/:id/resend', paid);
    await control('POST /orders/:id/pay', String((await caller.payin({ mchOrderNo: 'E' })).data['orderNo']));
    await control(
      'POST /orders/:id/fail',
      String((await caller.createLink({ amount: '500' })).data['link_code']),
    );
    await payout('F', {});
    await control('POST /orders/:id/approve', 'F');
    await control('POST /orders/:id/complete', 'F', { txid: 'T' });
    for (const [number, move] of [
      ['G', 'reject'],
      ['H', 'cancel'],
    ] as const) {
      await payout(number, {});
      await control(`POST /orders/:id/${move}`, number);
    }

    const unreachable = new Caller(send, gateway.merchant);
    const lost = String((await unreachable.payin()).data['orderNo']);
    await control('POST /payins/:id/pay', lost);
    await control('GET /merchants/:id/notifications', gateway.merchant.mchId);
    await control('GET /merchants/:id/ledger', mchId);
    await control('GET /metrics');
    await control('POST /snapshots', '', { name: 'fixtures' });
    await control('GET /snapshots');
    await control('POST /snapshots/:id/restore', 'fixtures');
    await control('DELETE /snapshots/:id', 'fixtures');
    const { items } = await control('GET /callbacks');
    await control('GET /callbacks/:id', (items as readonly { id: string }[])[0]?.id);

    await control('GET /clock');
    await control('POST /clock/advance', '', { by: '31m' });
    await control('POST /clock/advance-to-next');
    await control('GET /overview');
    await control('POST /clock/freeze', '', {});
    await control('POST /clock/resume');
    const fault = { endpoint: 'payin', phase: 'before', times: 2, action: { kind: 'status', status: 503 } };
    const { id } = await control('POST /faults', '', fault);
    await control('POST /faults', '', { endpoint: 'callback', action: { kind: 'tamper' } });
    await control('GET /faults');
    await control('DELETE /faults/:id', String(id));
    await control('DELETE /faults');

    const wrong = new Caller(send, { ...merchant, mchKey: 'wrong' });
    const lock = async () => {
      await control('PATCH /settings', '', { signatureLock: { failures: 1 } });
      await wrong.payin({ mchOrderNo: 'D' });
    };
    await lock();
    await wrong.payin({ mchOrderNo: 'D' });
    await control('GET /locks');
    await control('DELETE /locks/:id', '127.0.0.1');
    await lock();
    await control('DELETE /locks');
    await caller.bytes('/v3/nowhere', 'x', { 'content-type': 'text/plain' });
    const log = await control('GET /requests');
    await control('GET /requests.har');
    for (const { id: logged } of log['items'] as readonly { id: string }[]) {
      await control('GET /requests/:id', logged);
    }
    await control('GET /ledger/check');
    const { order } = await control('GET /where/:id', payin);
    expect(order).toMatchObject({ kind: 'payin' });
    await control('POST /merchants/:id/payins', mchId, { amount: '500.00' });
    await control('POST /merchants/:id/payouts', mchId, { amount: '1.00', upiId: 'asha@bank' });
    await control('POST /reset');

    expect([...called].sort()).toEqual(controlRoutes.map(({ method, path }) => `${method} ${path}`).sort());
    expect([...seen].sort()).toEqual(Object.keys(events).sort());
  });
});
