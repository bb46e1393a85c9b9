import { caseSummaries } from '@inrgate/conformance';
import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { Store } from '../../src/store/store.ts';
import { call, doors } from './control-door.ts';
import { came, openGateway, start } from './harness.ts';
import { accept, fieldsOf, hang, Receiver, type Reply, reply } from './receiver.ts';
import { patient } from './sender.ts';

const demo = 'DEMO1001';
/** Returns the ids of the cases about the path, and of the cases of these kinds, except cases about the return page. */
const idsOf = (...kinds: readonly string[]) =>
  caseSummaries().flatMap(({ id, kind }) =>
    kind === 'path' || (kinds.includes(kind) && !id.startsWith('return-')) ? [id] : [],
  );
const ids = idsOf('payin', 'payout');
const payinIds = idsOf('payin');

interface CaseView {
  readonly id: string;
  readonly status: string;
  readonly message: string;
  readonly why?: string;
  readonly fix?: string;
  readonly exchanges: readonly unknown[];
}

function casesOf(body: Readonly<Record<string, unknown>>): readonly CaseView[] {
  return body['checks'] as readonly CaseView[];
}

/** A shop with the SDK's handler. */
function shop({ merchant }: MockGateway): Reply {
  const credited = new Map<string, string>();
  const handle = createCallbackHandler({
    ...merchant,
    onError: () => {},
    onPayin: ({ mchOrderNo, status, paidAmount }) => {
      if (status === 'success') credited.set(mchOrderNo, paidAmount ?? '0.00');
    },
    onLink: ({ clientRef, amount }) => void credited.set(clientRef, amount),
  });
  return async (response, { method, path, headers, body }) => {
    if (method === 'GET') {
      const amount = credited.get(new URL(path, 'http://shop').searchParams.get('mchOrderNo') ?? '');
      return void response.end(JSON.stringify({ count: amount ? 1 : 0, amount: amount ?? '0.00' }));
    }
    const init = { method, body, headers: { 'content-type': headers['content-type'] ?? '' } };
    const answer = await handle(new Request('http://shop', init));
    response.writeHead(answer.status).end(await answer.text());
  };
}

/** A sender that never returns a response, and ends when it is aborted. */
const silent: GatewayOptions['sender'] = (_, signal) =>
  new Promise((resolve) => {
    const nothing = { durationMs: 0, status: null, body: null, redirectHost: null, detail: null };
    const aborted = () => resolve({ ...nothing, failure: 'aborted' });
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted);
  });

/** Opens a gateway whose check waits for its first response. */
async function underWay(opened?: MockGateway) {
  const gateway = opened ?? (await openGateway({ sender: silent }));
  const ended = gateway.merchants.checkCallback(demo, { url: 'http://shop.example/callbacks' }).then(
    (check) => ({ check, error: null }),
    (error: unknown) => ({ check: null, error }),
  );
  const isRunning = async () => {
    const { checks } = await gateway.merchants.lastCheck(demo);
    return checks.some(({ status }) => status === 'running');
  };
  await vi.waitUntil(isRunning, { timeout: 15_000 });
  return { gateway, ended };
}

describe.each(doors)('check of a callback endpoint %s [contract:control.check-callback]', (_how, open) => {
  it('a check runs every case at the saved callback URL and returns its findings', async () => {
    const { door, gateway } = await open({ sender: patient });
    const receiver = await Receiver.open(shop(gateway));
    await gateway.merchants.update(demo, { callbackUrl: receiver.url });
    const { status, body } = await door(call.checkCallback(demo, { probe: receiver.url, kinds: ['payin'] }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'done', startedAt: start, url: receiver.url, message: null });
    expect(casesOf(body).map(({ id }) => id)).toEqual(payinIds);
    // The response times depend on the machine, so `findings.test.ts` tests the texts about them.
    const [timed] = casesOf(body).filter(({ id }) => id === 'answer-time');
    const warned = timed?.status === 'warn' ? 1 : 0;
    // A receiver in this process handles callbacks sequentially, so responses need not overlap.
    const inTurn = casesOf(body).filter(
      ({ id, status: found }) => id.endsWith('at-once') && found === 'skip',
    ).length;
    const passed = payinIds.length - 2 - warned - inTurn;
    expect(body).toMatchObject({ passed, failed: 0, warned, skipped: 2 + inTurn });
    expect(await door(call.lastCheck(demo))).toEqual({ status: 200, body });
  });

  it('a finding of a check contains the request, the response, the reason and the fix', async () => {
    const { door } = await open();
    const receiver = await Receiver.open(reply(200, '"success"'));
    const cases = ['payin-json', 'unsigned'];
    const { body } = await door(call.checkCallback(demo, { url: receiver.url, cases, language: 'python' }));
    expect(body).toMatchObject({ passed: 0, failed: 1, warned: 1, skipped: 0 });
    const [forged, odd] = casesOf(body);
    expect(odd).toMatchObject({ status: 'warn', message: 'accepted, but success is a quoted JSON string' });
    expect(forged).toEqual({
      id: 'unsigned',
      title: 'a callback without a signature is rejected',
      status: 'fail',
      message: 'a paid pay-in without sign is acknowledged with success, as if it were genuine',
      cost: 'a forged callback is acknowledged',
      why: expect.stringContaining('never paid'),
      fix: expect.stringMatching(/verify the signature.*hmac\.compare_digest/s),
      exchanges: ['JSON', 'a form'].map((format) => ({
        sent: expect.stringMatching(new RegExp(`^a paid pay-in without sign, CHECK-\\w+-\\d+, ${format}$`)),
        received: '200 "success"',
        durationMs: expect.any(Number),
      })),
    });
  });

  it('a check lists its cases before the first case runs', async () => {
    const { door } = await open();
    const { status, body } = await door(call.lastCheck(demo));
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'none', startedAt: null, url: null, passed: 0, failed: 0 });
    expect(casesOf(body).map(({ id, status: state }) => [id, state])).toEqual(
      ids.map((id) => [id, 'waiting']),
    );
    for (const one of casesOf(body)) expect(one).toMatchObject({ message: '', exchanges: [] });
  });

  it('a running check returns its findings case by case', async () => {
    const { door, gateway } = await open({ sender: patient });
    const told: unknown[] = [];
    gateway.events.subscribe(({ type, data }) => void (type === 'check' && told.push(data)));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const receiver = await Receiver.open(async (response, { body }) => {
      if (!body.includes('"sign"')) await held;
      response.end('success');
    });
    const wanted = { url: receiver.url, cases: ['payin-json', 'unsigned', 'empty-sign'] };
    const ended = door(call.checkCallback(demo, wanted));
    await receiver.arrived(2);
    const { body } = await door(call.lastCheck(demo));
    expect(body).toMatchObject({ state: 'running', passed: 1, failed: 0 });
    expect(casesOf(body).map(({ status }) => status)).toEqual(['pass', 'running', 'waiting']);
    release();
    expect((await ended).body).toMatchObject({ state: 'done', passed: 1, failed: 2 });
    await came(told, 7);
    expect(told).toEqual([
      { mchId: demo, state: 'running', done: 0, total: 3 },
      { mchId: demo, state: 'running', done: 1, total: 3 },
      { mchId: demo, state: 'running', done: 1, total: 3 },
      { mchId: demo, state: 'running', done: 2, total: 3 },
      { mchId: demo, state: 'running', done: 2, total: 3 },
      { mchId: demo, state: 'running', done: 3, total: 3 },
      { mchId: demo, state: 'done', done: 3, total: 3 },
    ]);
  });

  it('a merchant can run only one check at a time, but two merchants can run checks simultaneously', async () => {
    const { door, gateway } = await open({ sender: patient });
    const receiver = await Receiver.open(hang);
    const wanted = { url: receiver.url, cases: ['payin-json'] };
    const first = door(call.checkCallback(demo, wanted));
    await receiver.arrived(1);
    expect(await door(call.checkCallback(demo, wanted))).toEqual({
      status: 409,
      body: { error: 'check_running', message: expect.any(String) },
    });
    receiver.reply = accept;
    const { mchId } = await gateway.createMerchant();
    expect(await door(call.checkCallback(mchId, wanted))).toMatchObject({ body: { state: 'done' } });
    expect(await door(call.stopCheck(demo))).toMatchObject({ status: 204 });
    expect((await first).body).toMatchObject({ state: 'stopped' });
    expect(await door(call.checkCallback(demo, wanted))).toMatchObject({ body: { state: 'done' } });
  });

  it('a check that an operator stops returns its findings and skips the remaining cases', async () => {
    const { door } = await open({ sender: patient });
    const receiver = await Receiver.open((response, { body }) => {
      if (body.includes('"sign"')) response.end('success');
    });
    const wanted = { url: receiver.url, cases: ['payin-json', 'unsigned', 'empty-sign'] };
    const ended = door(call.checkCallback(demo, wanted));
    await receiver.arrived(2);
    expect((await door(call.stopCheck(demo))).status).toBe(204);
    const { status, body } = await ended;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'stopped',
      message: 'The check was stopped.',
      passed: 1,
      skipped: 2,
    });
    expect(casesOf(body).map(({ message }) => message)).toEqual(['200 success', 'not run', 'not run']);
    expect((await door(call.stopCheck(demo))).status).toBe(204);
    expect(await door(call.lastCheck(demo))).toEqual({ status: 200, body });
  });

  it.each<[string, unknown, RegExp]>([
    ['no callback URL', {}, /^url: is required, because the merchant has no saved callback URL/],
    ['an invalid URL', { url: 'shop' }, /^url: must be an absolute http or https URL/],
    ['a URL of another scheme', { url: 'file:///etc/passwd' }, /^url: must be an absolute http or https URL/],
    ['a password in a URL', { url: 'http://a:b@shop.example' }, /^url: must be .* without user info/],
    ['an invalid probe', { url: 'http://shop.example', probe: 'ftp://x' }, /^probe: must be an absolute/],
    ['an unknown case', { url: 'http://shop.example', cases: ['x'] }, /^cases\.0: is not the ID of a case/],
    [
      'an amount without paise',
      { url: 'http://shop.example', amount: '500' },
      /^amount: must be INR with two decimals/,
    ],
    [
      'an amount that is too small',
      { url: 'http://shop.example', amount: '1.23' },
      /^amount "1\.23" is invalid: .* above 9\.87/,
    ],
    ['an invalid order URL', { url: 'http://shop.example', createOrder: 'x' }, /^createOrder: must be/],
    ['an unknown language', { url: 'http://shop.example', language: 'perl' }, /^language: /],
    ['an empty list of cases', { url: 'http://shop.example', cases: [] }, /^cases: /],
    ['an unknown kind', { url: 'http://shop.example', kinds: ['test'] }, /^kinds\.0: /],
    ['an unknown key', { address: 'http://shop.example' }, /address/],
  ])(
    'the gateway rejects a check with %s before the check sends a request',
    async (_what, input, message) => {
      const { door, gateway } = await open();
      const { status, body } = await door(call.checkCallback(demo, input));
      expect({ status, ...body }).toEqual({
        status: 422,
        error: 'invalid_body',
        message: expect.stringMatching(message),
      });
      expect(await gateway.merchants.lastCheck(demo)).toMatchObject({ state: 'none' });
    },
  );

  it('a check of an unreachable endpoint, or with an invalid probe response, returns one clear sentence', async () => {
    const { door } = await open();
    const receiver = await Receiver.open((response, { method }) => {
      response.end(method === 'GET' ? 'hello' : 'success');
    });
    const nowhere = { url: 'http://127.0.0.1:9/callbacks' };
    const path = await door(call.checkCallback(demo, nowhere));
    expect(path).toMatchObject({ status: 200, body: { state: 'done', passed: 1, failed: 1 } });
    expect(casesOf(path.body)[0]).toMatchObject({ id: 'path-connect', status: 'fail' });
    const gone = await door(call.checkCallback(demo, { ...nowhere, cases: ['payin-json'] }));
    const unreachable =
      'the endpoint does not respond: connection refused; no server listens at this host and port';
    expect(gone).toEqual({ status: 502, body: { error: 'unreachable', message: unreachable } });
    const { body } = await door(call.lastCheck(demo));
    expect(body).toMatchObject({ state: 'failed', message: unreachable, passed: 0, failed: 0 });
    const probed = await door(call.checkCallback(demo, { url: receiver.url, probe: receiver.url }));
    expect(probed).toMatchObject({
      status: 502,
      body: { error: 'probe_failed', message: expect.stringMatching(/^the probe does not return JSON/) },
    });
  });

  it('a check of an unknown merchant returns 404', async () => {
    const { door } = await open();
    for (const asked of [
      call.checkCallback('NOBODY', {}),
      call.lastCheck('NOBODY'),
      call.stopCheck('NOBODY'),
    ]) {
      expect(await door(asked)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });

  it('a check uses the orders that the shop creates and the states that the probe returns', async () => {
    const { door } = await open({ sender: patient });
    const wanted: unknown[] = [];
    const receiver = await Receiver.open((response, { method, path, body }) => {
      if (method === 'GET') {
        expect(path).toContain('mchOrderNo=SHOP-1');
        return void response.end('{"count":0,"amount":"0.00","status":null}');
      }
      if (!path.endsWith('/orders')) return void response.end('success');
      wanted.push(JSON.parse(body.toString()));
      response.writeHead(201).end('{"mchOrderNo":"SHOP-1","payUrl":"http://shop.example"}');
    });
    const { body } = await door(
      call.checkCallback(demo, {
        url: receiver.url,
        ...{ createOrder: `${receiver.url}/orders`, payoutProbe: receiver.url },
        ...{ cases: ['payout-json'], amount: '700.01', language: 'python' },
      }),
    );
    expect(wanted).toEqual([
      { kind: 'payout', mchOrderNo: expect.stringMatching(/^CHECK-/), amount: '700.01' },
    ]);
    expect(casesOf(body)).toMatchObject([
      {
        status: 'fail',
        message:
          'the order is paid and the shop acknowledged the callback, but the order is not recorded as paid',
      },
    ]);
    expect(String(casesOf(body)[0]?.fix)).toContain('Record amount, not totalDebit');
  });

  it('a check returns one clear sentence if the shop does not create the order', async () => {
    const { door } = await open({ sender: patient });
    const receiver = await Receiver.open((response, { path }) => {
      response.writeHead(path.endsWith('/orders') ? 500 : 200).end('success');
    });
    const asked = { url: receiver.url, createOrder: `${receiver.url}/orders` };
    expect(await door(call.checkCallback(demo, asked))).toMatchObject({
      status: 502,
      body: { error: 'order_failed', message: expect.stringMatching(/^createOrder returns status 500/) },
    });
  });

  it('a check skips the order kinds that are not selected', async () => {
    const { door } = await open();
    const receiver = await Receiver.open();
    const { body } = await door(call.checkCallback(demo, { url: receiver.url, kinds: ['payout'] }));
    expect(
      casesOf(body)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(idsOf('payout').toSorted());
  });
});

describe('check of a callback endpoint [contract:control.check-callback]', () => {
  it('the requests of a check are not listed as callbacks', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const fault = await gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'drop' } });
    const before = await gateway.merchants.wallet(demo);
    await gateway.merchants.checkCallback(demo, { url: receiver.url, cases: ['payin-json', 'repeated'] });
    expect((await gateway.callbacks.list()).items).toEqual([]);
    expect(await gateway.merchants.wallet(demo)).toEqual(before);
    expect((await gateway.faults.list()).items).toEqual([fault]);
    // One plain callback and four more of the first order, in both formats.
    expect(receiver.received).toHaveLength(2 * (1 + 4));
  });

  it("a check sends callbacks that contain the time of the gateway's clock and are signed with the merchant's keys", async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open();
    const { mchId } = await gateway.createMerchant({ mchId: 'SHOP2' });
    await gateway.merchants.checkCallback(mchId, { url: receiver.url, cases: ['payin-json'] });
    expect(fieldsOf(receiver.last)).toMatchObject({ mchId: 'SHOP2', payTime: start });
    const own = await openGateway();
    const answer = await Receiver.open(shop(own));
    const cases = ['payin-json', 'payout-json', 'unsigned'];
    const { passed } = await own.merchants.checkCallback(demo, { url: answer.url, cases });
    expect(passed).toBe(3);
  });

  it('a check returns no key and no finding of another merchant', async () => {
    const gateway = await openGateway();
    const { mchKey } = await gateway.createMerchant({ mchKey: 'another-merchants-key' });
    const text = `${gateway.merchant.mchKey} ${mchKey}`;
    const receiver = await Receiver.open(reply(500, text));
    const check = await gateway.merchants.checkCallback(demo, { url: receiver.url, cases: ['payin-json'] });
    expect(check.checks[0]?.exchanges[0]?.received).toBe('500 *** ***');
  });

  it('a reset ends a running check and deletes its findings', async () => {
    const { gateway, ended } = await underWay();
    await gateway.reset();
    expect((await ended).error).toMatchObject({
      code: 'illegal_transition',
      message: 'The gateway was closed or reset during the check.',
    });
    expect(await gateway.merchants.lastCheck(demo)).toMatchObject({ state: 'none' });
  });

  it('a failed reset does not end a running check', async () => {
    const { gateway, ended } = await underWay();
    vi.spyOn(Store.prototype, 'startOver').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(gateway.reset()).rejects.toThrow('the disk is full');
    expect(await gateway.merchants.lastCheck(demo)).toMatchObject({ state: 'running' });
    await gateway.merchants.stopCheck(demo);
    expect((await ended).check).toMatchObject({ state: 'stopped', message: 'The check was stopped.' });
  });

  it('a check ends when the gateway closes', async () => {
    const { gateway, ended } = await underWay();
    await gateway.close();
    expect((await ended).error).toMatchObject({ code: 'illegal_transition' });
  });

  it('a check ends after four minutes with the findings up to that time', async () => {
    const time = new AbortController();
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 240_000 ? time.signal : timeout(ms)));
    onTestFinished(() => void vi.restoreAllMocks());
    const { gateway, ended } = await underWay();
    time.abort();
    const { check } = await ended;
    expect(check).toMatchObject({
      state: 'stopped',
      message: 'The check took longer than 4 minutes.',
      skipped: ids.length,
    });
    expect(await gateway.merchants.lastCheck(demo)).toEqual(check);
  });

  it('a check ends after an unexpected error', async () => {
    const broken = new Error('a sender that breaks its word');
    const gateway = await openGateway({ sender: () => Promise.reject(broken) });
    const url = 'http://shop.example/';
    await expect(gateway.merchants.checkCallback(demo, { url })).rejects.toBe(broken);
    expect(await gateway.merchants.lastCheck(demo)).toMatchObject({ state: 'failed' });
  });
});
