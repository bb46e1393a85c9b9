import { request as httpRequest } from 'node:http';
import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { type Answer, Caller, type Params, type Send } from '../client.ts';
import { v3Calls } from '../v3-calls.ts';
import { callerOf, listenGateway, openGateway, orderNoOf } from './harness.ts';

type FaultInput = Parameters<MockGateway['faults']['add']>[0];
type WireFault = Exclude<FaultInput, { endpoint: 'callback' }>;
type Action = WireFault['action'];
type Phase = WireFault['phase'];

interface Endpoint {
  readonly endpoint: Exclude<WireFault['endpoint'], '*'>;
  /** Makes the call. `linkCode` identifies an existing link. */
  readonly call: (caller: Caller, linkCode: string) => Promise<Answer>;
}

/** Lists of the orders that an endpoint creates. Other endpoints only read. */
const lists = { payin: 'payins', payout: 'payouts', 'create-link': 'links' } as const;

const endpoints: readonly Endpoint[] = [
  ...v3Calls.map(({ name, params }) => ({
    endpoint: name,
    // A query finds the earlier order, and other calls ignore its number.
    call: (caller: Caller) => caller.v3(name, name in lists ? params : { ...params, mchOrderNo: 'EARLIER' }),
  })),
  { endpoint: 'create-link', call: (caller) => caller.createLink({ client_ref: 'L', amount: '500.00' }) },
  { endpoint: 'link-status', call: (caller, linkCode) => caller.linkStatus(linkCode) },
];

function madeBy(endpoint: string) {
  if (!(endpoint in lists)) return null;
  const list = lists[endpoint as keyof typeof lists];
  return async (gateway: MockGateway) => (await gateway[list].list()).items.length;
}

const earlier: Params = { client_ref: 'EARLIER', amount: '500.00' };

const phases: readonly Phase[] = ['before', 'after'];
const rows = endpoints.flatMap((row) =>
  phases.map((phase) => ({ ...row, made: madeBy(row.endpoint), phase })),
);

interface World {
  readonly gateway: MockGateway;
  readonly caller: Caller;
  readonly send: Send;
  readonly linkCode: string;
}

async function inProcess(): Promise<World> {
  const gateway = await openGateway();
  const send: Send = (path, init) => gateway.fetch(gateway.url + path, init);
  return world(gateway, send);
}

async function overSocket(): Promise<World> {
  const gateway = await listenGateway();
  return world(gateway, (path, init) => fetch(gateway.url + path, init));
}

async function world(gateway: MockGateway, send: Send): Promise<World> {
  const caller = new Caller(send, gateway.merchant);
  await caller.payin({ mchOrderNo: 'EARLIER' });
  const { data } = await caller.createLink(earlier);
  return { gateway, caller, send, linkCode: String(data['link_code']) };
}

/** Adds the fault. Returns the result of the call, and whether the call created an order. */
async function suffer({ gateway, caller, linkCode }: World, row: (typeof rows)[number], action: Action) {
  const before = (await row.made?.(gateway)) ?? 0;
  await gateway.faults.add({ endpoint: row.endpoint, phase: row.phase, action });
  const outcome = await row.call(caller, linkCode).catch((error: unknown) => error);
  await gateway.faults.clear();
  const after = (await row.made?.(gateway)) ?? 0;
  return { outcome, made: after - before };
}

describe.each([
  ['in process', inProcess],
  ['over a socket', overSocket],
] as const)('fault %s [contract:faults.actions]', (_where, open) => {
  describe.each(rows)('fault at $endpoint, $phase', (row) => {
    const expected = row.made !== null && row.phase === 'after' ? 1 : 0;

    it('a `status` fault returns its status and error, with Retry-After [contract:faults.status]', async () => {
      const action = { kind: 'status', status: 503, error: 'made_up', retryAfter: 7 } as const;
      const { outcome, made } = await suffer(await open(), row, action);
      expect(outcome).toMatchObject({ status: 503, error: 'made_up', data: {} });
      expect((outcome as Answer).headers.get('retry-after')).toBe('7');
      expect(made).toBe(expected);
    });

    it('a `drop` fault resets the connection [contract:faults.drop]', async () => {
      const { outcome, made } = await suffer(await open(), row, { kind: 'drop' });
      expect(outcome).toBeInstanceOf(TypeError);
      expect(outcome).toMatchObject({ cause: { code: 'ECONNRESET' } });
      expect(made).toBe(expected);
    });

    it('a `truncate` fault ends the response early [contract:faults.truncate]', async () => {
      const { outcome, made } = await suffer(await open(), row, { kind: 'truncate' });
      expect(outcome).toBeInstanceOf(TypeError);
      expect(made).toBe(expected);
    });

    it('a `garbage` fault returns the HTML page of a proxy [contract:faults.garbage]', async () => {
      const { outcome, made } = await suffer(await open(), row, { kind: 'garbage' });
      expect(outcome).toMatchObject({ status: 502, text: expect.stringContaining('<html>') });
      expect((outcome as Answer).headers.get('content-type')).toMatch(/^text\/html/);
      expect(made).toBe(expected);
    });

    it('a `delay` fault makes the response late [contract:faults.delay]', async () => {
      const started = performance.now();
      const { outcome, made } = await suffer(await open(), row, { kind: 'delay', ms: 15 });
      expect(outcome).toMatchObject({ status: 200 });
      expect(performance.now() - started).toBeGreaterThanOrEqual(14);
      expect(made).toBe(row.made === null ? 0 : 1);
    });

    it('with a `hang` fault, the gateway sends no response until the client disconnects [contract:faults.hang]', async () => {
      const { gateway, send, linkCode } = await open();
      const count = async () => (await row.made?.(gateway)) ?? 0;
      const before = await count();
      const patience = new AbortController();
      // The gateway logs a hanging request after it has processed it.
      const logged = new Promise<void>((resolve) => {
        gateway.events.subscribe(({ type, data }) => {
          if (type === 'request' && (data as { endpoint: string }).endpoint === row.endpoint) resolve();
        });
      });
      const { signal } = patience;
      const impatient = new Caller((path, init) => send(path, { ...init, signal }), gateway.merchant);
      await gateway.faults.add({ endpoint: row.endpoint, phase: row.phase, action: { kind: 'hang' } });
      const ended = vi.fn();
      const hung = row.call(impatient, linkCode);
      hung.then(ended, ended);
      await logged;
      // The gateway responds to other requests during this time.
      for (let asked = 0; asked < 2; asked++) expect((await send('/_mock/health')).status).toBe(200);
      expect(ended).not.toHaveBeenCalled();
      patience.abort();
      await expect(hung).rejects.toMatchObject({ name: 'AbortError' });
      expect((await count()) - before).toBe(expected);
    });
  });
});

describe('`truncate` and `drop` faults on the socket', () => {
  interface Seen {
    readonly length: string | undefined;
    readonly bytes: number;
    readonly error: string | undefined;
  }

  /** Sends a POST, and reads until the connection ends. */
  function post(url: string, body: string): Promise<Seen> {
    return new Promise((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const request = httpRequest(url, { method: 'POST', headers, agent: false });
      let bytes = 0;
      let length: string | undefined;
      const end = (error?: NodeJS.ErrnoException) => resolve({ length, bytes, error: error?.code });
      request.on('error', end);
      request.on('response', (response) => {
        length = response.headers['content-length'];
        response.on('data', (chunk: Uint8Array) => {
          bytes += chunk.byteLength;
        });
        response.on('error', end);
        response.on('end', () => end());
      });
      request.end(body);
    });
  }

  it('a `truncate` fault announces the full length but sends half the body [contract:faults.truncate]', async () => {
    const { gateway, caller } = await overSocket();
    const whole = (await caller.payin({ mchOrderNo: 'A' })).text;
    await gateway.faults.add({ endpoint: 'payin', phase: 'after', action: { kind: 'truncate' } });
    const params = { mchId: caller.keys.mchId, mchOrderNo: 'A', amount: '500.00' };
    const body = JSON.stringify({ ...params, sign: sign(params, caller.keys.mchKey) });
    const seen = await post(`${gateway.baseUrl}/payin`, body);
    const repeat = Buffer.byteLength(whole) + ',"duplicate":true'.length;
    expect(seen).toEqual({ length: String(repeat), bytes: repeat >> 1, error: 'ECONNRESET' });
  });

  it('a `truncate` fault sends half the body of an in-process response [contract:faults.truncate]', async () => {
    const { gateway } = await inProcess();
    const ask = () => gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', body: '{}' });
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'status', status: 500 } });
    const whole = await (await ask()).arrayBuffer();
    await gateway.faults.clear();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'truncate' } });
    const reader = (await ask()).body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(whole.byteLength >> 1);
    await expect(reader?.read()).rejects.toThrow(TypeError);
  });

  it('a `drop` fault sends nothing and resets the connection [contract:faults.drop]', async () => {
    const { gateway } = await overSocket();
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    expect(await post(`${gateway.baseUrl}/payin`, '{}')).toEqual({
      length: undefined,
      bytes: 0,
      error: 'ECONNRESET',
    });
  });
});

it('a `delay` fault ends when the client disconnects [contract:faults.delay]', async () => {
  const { gateway } = await inProcess();
  await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'delay', ms: 600_000 } });
  const signal = AbortSignal.abort();
  const gone = new Caller((path, init) => gateway.fetch(gateway.url + path, { ...init, signal }), {
    ...gateway.merchant,
  });
  await gone.payin().catch(() => {});
  expect((await gateway.payins.list()).items).toHaveLength(2);
});

describe('dropped connection [contract:faults.after] [spec:payin.retry]', () => {
  it.each(['payin', 'payout'] as const)(
    'a `drop` fault after the commit of %s leaves an order that the repeated request finds as a duplicate',
    async (endpoint) => {
      const { gateway, caller } = await overSocket();
      await gateway.faults.add({ endpoint, phase: 'after', times: 1, action: { kind: 'drop' } });
      await expect(caller[endpoint]()).rejects.toThrow();
      expect(await caller[endpoint]()).toMatchObject({ status: 200, data: { duplicate: true } });
      expect((await gateway[`${endpoint}s`].list({ mchId: caller.keys.mchId })).items.length).toBe(
        endpoint === 'payin' ? 2 : 1,
      );
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
    },
  );

  it('a `drop` fault after the commit of create-link leaves a link that the repeated request finds', async () => {
    const { gateway, caller } = await overSocket();
    const params = { client_ref: 'NEW', amount: '500.00' };
    await gateway.faults.add({ endpoint: 'create-link', phase: 'after', times: 1, action: { kind: 'drop' } });
    await expect(caller.createLink(params)).rejects.toThrow();
    const { items } = await gateway.links.list({ mchOrderNo: 'NEW' });
    expect(items).toHaveLength(1);
    const { data } = await caller.createLink(params);
    expect(items[0]).toMatchObject({ linkCode: data['link_code'] });
  });

  it('a `drop` fault before the commit leaves no order, so the repeated request creates the order', async () => {
    const { gateway, caller } = await overSocket();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', times: 1, action: { kind: 'drop' } });
    await expect(caller.payin()).rejects.toThrow();
    const { data } = await caller.payin();
    expect(data['duplicate']).toBeUndefined();
  });

  it('a `drop` fault after the commit does not apply to a rejected request, because nothing is committed', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } });
    expect(await caller.payin({ amount: '1.00' })).toMatchObject({ status: 422, error: 'amount_range' });
    expect((await gateway.faults.list()).items).toMatchObject([{ times: 1 }]);
    await expect(caller.payin()).rejects.toThrow();
  });
});

describe('calls that a fault applies to', () => {
  const action = { kind: 'status', status: 500 } as const;

  it('the gateway removes a fault after the fault has applied as often as `times` allows [contract:faults.times]', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', times: 2, action });
    expect(await statuses(3, () => caller.payin())).toEqual([500, 500, 200]);
    expect((await gateway.faults.list()).items).toEqual([]);
  });

  it('a fault without `times` applies to every call until a client removes the fault [contract:faults.times]', async () => {
    const { gateway, caller } = await inProcess();
    const { id } = await gateway.faults.add({ endpoint: 'payin', phase: 'before', action });
    expect(await statuses(3, () => caller.payin())).toEqual([500, 500, 500]);
    await gateway.faults.remove(id);
    expect(await caller.payin()).toMatchObject({ status: 200 });
  });

  it('a fault can apply to one merchant [contract:faults.selection]', async () => {
    const { gateway, caller } = await inProcess();
    const other = callerOf(gateway, await gateway.createMerchant());
    await gateway.faults.add({ endpoint: '*', phase: 'before', mchId: other.keys.mchId, action });
    expect(await caller.payin()).toMatchObject({ status: 200 });
    expect(await other.payin()).toMatchObject({ status: 500, error: 'server_error' });
    expect(await other.createLink(earlier)).toMatchObject({ status: 500 });
    expect(await other.exactly('payin', { merchant_id: other.keys.mchId })).toMatchObject({ status: 500 });
  });

  it('a fault can apply to one order number or to one client_ref [contract:faults.selection]', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({ endpoint: '*', phase: 'before', mchOrderNo: 'EARLIER', action });
    expect(await caller.payin()).toMatchObject({ status: 200 });
    expect(await caller.v3('check-order-status', { mchOrderNo: 'EARLIER' })).toMatchObject({ status: 500 });
    expect(await caller.createLink(earlier)).toMatchObject({ status: 500 });
  });

  it('a fault can apply to the query of an order by the gateway order number [contract:faults.selection]', async () => {
    const { gateway, caller, linkCode } = await inProcess();
    const payin = orderNoOf(await caller.payin({ mchOrderNo: 'EARLIER' }));
    const payout = orderNoOf(await caller.payout({ mchOrderNo: 'EARLIER' }));
    const other = orderNoOf(await caller.payin({ mchOrderNo: 'OTHER' }));
    await gateway.faults.add({ endpoint: '*', phase: 'before', mchOrderNo: 'EARLIER', action });
    const query = (orderNo: string) => caller.v3('check-order-status', { orderNo });
    expect(await caller.linkStatus(linkCode)).toMatchObject({ status: 500 });
    expect(await query(payin)).toMatchObject({ status: 500 });
    expect(await query(payout)).toMatchObject({ status: 500 });
    expect(await query(other)).toMatchObject({ status: 200 });
    expect(await query('PI-none')).toMatchObject({ status: 404 });
  });

  it('a fault applies to calls with parameter aliases or form data [contract:faults.selection]', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', mchOrderNo: 'X', action });
    const aliased = await caller.v3('payin', { merchant_order_no: 'X', amount: '500.00' });
    expect(aliased.status).toBe(500);
    expect((await caller.payin({ mchOrderNo: 'X' }, { form: true })).status).toBe(500);
  });

  it('a fault applies only to its own endpoint, with and without the suffix .php [contract:faults.endpoint]', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action });
    expect((await caller.v3('payin.php', { mchOrderNo: 'A', amount: '500.00' })).status).toBe(500);
    expect((await caller.payout()).status).toBe(200);
  });

  it.each(Object.entries(endpoints))(
    'a fault with the endpoint * applies to every endpoint: %s [contract:faults.endpoint]',
    async (_endpoint, row) => {
      const { gateway, caller, linkCode } = await inProcess();
      expect((await row.call(caller, linkCode)).status).toBe(200);
      await gateway.faults.add({ endpoint: '*', phase: 'before', action });
      expect((await row.call(caller, linkCode)).status).toBe(500);
    },
  );

  it('only the first matching fault applies to a call [contract:faults.first]', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({
      endpoint: '*',
      phase: 'before',
      times: 1,
      action: { kind: 'status', status: 503 },
    });
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', times: 1, action });
    expect(await statuses(3, () => caller.payin())).toEqual([503, 500, 200]);
  });

  it('a fault with a probability uses a seeded generator, so every run has the same results [contract:faults.probability]', async () => {
    const strikes = async () => {
      const { gateway, caller } = await inProcess();
      await gateway.faults.add({ endpoint: 'payin', phase: 'before', probability: 0.5, action });
      const first = await statuses(40, () => caller.payin());
      await gateway.faults.clear();
      await gateway.faults.add({ endpoint: 'payin', phase: 'before', probability: 0.5, action });
      expect(await statuses(40, () => caller.payin())).toEqual(first);
      return first;
    };
    const first = await strikes();
    expect(await strikes()).toEqual(first);
    const struck = first.filter((status) => status === 500).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
  });

  it('for a fault with a probability, `times` counts only the calls to which the fault applies [contract:faults.probability]', async () => {
    const { gateway, caller } = await inProcess();
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', probability: 0.5, times: 8, action });
    const struck = (await statuses(40, () => caller.payin())).filter((status) => status === 500);
    expect(struck).toHaveLength(8);
  });

  it.each([
    [0, 200],
    [1, 500],
  ])(
    'a fault with the probability %i always returns %i [contract:faults.probability]',
    async (probability, status) => {
      const { gateway, caller } = await inProcess();
      await gateway.faults.add({ endpoint: 'payin', phase: 'before', probability, action });
      expect(new Set(await statuses(10, () => caller.payin()))).toEqual(new Set([status]));
    },
  );

  it('a fault never applies to the control API or to a page of the gateway [contract:control.no-faults]', async () => {
    const { gateway, send, caller } = await inProcess();
    const payUrl = String((await caller.payin()).data['pay_url']);
    await gateway.faults.add({ endpoint: '*', phase: 'before', action });
    expect((await send('/_mock/health')).status).toBe(200);
    expect((await send(new URL(payUrl).pathname)).status).toBe(200);
  });

  async function statuses(count: number, call: () => Promise<Answer>): Promise<readonly number[]> {
    const found: number[] = [];
    for (let made = 0; made < count; made++) found.push((await call()).status);
    return found;
  }
});

it('a `status` fault returns its Retry-After, even if Retry-After is 0 [contract:faults.status]', async () => {
  const { gateway, caller } = await inProcess();
  const action = { kind: 'status', status: 429, retryAfter: 0 } as const;
  await gateway.faults.add({ endpoint: 'payin', phase: 'before', action });
  expect((await caller.payin()).headers.get('retry-after')).toBe('0');
});

describe('`status` fault without an error [contract:faults.status]', () => {
  it.each([
    ['payin', 500, 'server_error'],
    ['payin', 429, 'rate_limited'],
    ['payin', 418, 'server_error'],
    ['create-link', 502, 'gateway_error'],
    ['create-link', 500, 'server_error'],
  ] as const)(
    'a `status` fault at %s with status %i returns the code %s',
    async (endpoint, status, error) => {
      const { gateway, caller } = await inProcess();
      await gateway.faults.add({ endpoint, phase: 'before', action: { kind: 'status', status } });
      const answer = endpoint === 'payin' ? await caller.payin() : await caller.createLink(earlier);
      expect(answer).toMatchObject({ status, error });
      const envelope: unknown = JSON.parse(answer.text);
      expect(envelope).toMatchObject(endpoint === 'payin' ? { code: status, success: false } : { ok: false });
    },
  );
});
