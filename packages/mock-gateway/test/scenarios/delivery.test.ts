import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { afterStart, hour, minute, Orders, openGateway, second, start } from './harness.ts';
import { hang, Receiver, type Reply, reject, reply } from './receiver.ts';
import { patient, rejecting, ScriptedNetwork } from './sender.ts';
import { aWhile } from './statements.ts';

/** Times of the attempts since the first attempt, if deliveries take no time (spec: Delivery rules 3). */
const instants = [0, minute, 6 * minute, 21 * minute, 81 * minute, 81 * minute + 6 * hour];

const callbackUrl = 'http://merchant.example/callbacks';

async function paid(options: GatewayOptions, merchant: { readonly callbackUrl: string }) {
  const gateway = await openGateway(options);
  const keys = await gateway.createMerchant(merchant);
  const orderNo = await new Orders(gateway, keys).payin();
  await gateway.payins.pay(orderNo);
  await gateway.callbacks.settle();
  return { gateway, keys, orderNo };
}

async function callbackOf(gateway: MockGateway, orderNo: string) {
  const { items } = await gateway.callbacks.list({ orderNo });
  const [latest] = items;
  if (latest === undefined) throw new Error('the order has no callback');
  return latest;
}

/** Resolves when the gateway has received the status and headers of this response. */
function headFrom({ url }: Receiver): Promise<void> {
  const channel = 'http.client.response.finish';
  const { host } = new URL(url);
  return new Promise((resolve) => {
    const heard = (message: unknown) => {
      const { request } = message as { readonly request: ClientRequest };
      if (request.getHeader('host') === host) resolve();
    };
    subscribe(channel, heard);
    onTestFinished(() => void unsubscribe(channel, heard));
  });
}

describe('retry schedule', () => {
  it('the schedule makes six attempts after delays of 1 min, 5 min, 15 min, 1 h and 6 h [spec:delivery.3] [spec:limits.callback-retries] [reading:callbacks.delays] [invariant:8]', async () => {
    const network = new ScriptedNetwork(rejecting);
    const { gateway, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    for (const [done, next] of instants.slice(1).entries()) {
      expect(network.sent).toHaveLength(done + 1);
      expect(await callbackOf(gateway, orderNo)).toMatchObject({
        state: 'pending',
        nextAttemptAt: afterStart(next),
      });
      const passed = instants[done] ?? 0;
      await gateway.clock.advance(`${(next - passed) / second - 1}s`);
      expect(network.sent, 'a second before').toHaveLength(done + 1);
      await gateway.clock.advance('1s');
    }
    const { attempts, ...callback } = await callbackOf(gateway, orderNo);
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual(instants.map(afterStart));
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(callback).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect(new Set(network.sent.map(({ body }) => body)).size).toBe(1);
    await gateway.clock.advance('30d');
    expect(network.sent).toHaveLength(6);
  });

  it('the gateway marks a callback as failed after the last attempt and stores a notification [spec:delivery.3] [contract:control.notifications]', async () => {
    const network = new ScriptedNetwork(rejecting);
    const { gateway, keys, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    await gateway.clock.advance('7h21m');
    expect((await gateway.merchants.notifications(keys.mchId)).items).toHaveLength(1);
    const { id } = await callbackOf(gateway, orderNo);
    const { items } = await gateway.merchants.notifications(keys.mchId);
    expect(items).toMatchObject([
      {
        kind: 'callback_failed',
        callbackId: id,
        orderNo,
        at: afterStart(instants[5] ?? 0),
        message: 'The payin.success callback failed after 6 attempts. Last attempt: status 500.',
      },
    ]);
    expect((await gateway.merchants.notifications(gateway.merchant.mchId)).items).toEqual([]);
    // The re-send is an additional attempt and causes no second notification.
    await gateway.payins.resend(orderNo);
    expect((await gateway.merchants.notifications(keys.mchId)).items).toEqual(items);
  });

  it('callbacks of payouts and links follow the same schedule as callbacks of pay-ins [spec:delivery.3]', async () => {
    const network = new ScriptedNetwork(rejecting);
    const gateway = await openGateway({ sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    const orders = new Orders(gateway, keys);
    const payout = await orders.payout();
    await gateway.payouts.approve(payout);
    const link = await orders.link({ notify_url: callbackUrl });
    await gateway.links.pay(link);
    await gateway.clock.advance('8h');
    for (const orderNo of [payout, link]) {
      const { id, state, attempts } = await callbackOf(gateway, orderNo);
      expect(state).toBe('failed');
      expect(attempts.map(({ startedAt }) => startedAt)).toEqual(instants.map(afterStart));
      const { items } = await gateway.merchants.notifications(keys.mchId);
      expect(items.filter((note) => note.orderNo === orderNo)).toMatchObject([
        { kind: 'callback_failed', callbackId: id, at: afterStart(instants[5] ?? 0) },
      ]);
    }
  });

  it('the schedule ends with the first accepted attempt [spec:delivery.1]', async () => {
    const network = new ScriptedNetwork((_, attempt) => (attempt < 3 ? { status: 503 } : {}));
    const { gateway, keys, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    await gateway.clock.advance('1d');
    expect(network.sent).toHaveLength(3);
    expect(await callbackOf(gateway, orderNo)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ ok: false }, { ok: false }, { ok: true }],
    });
    expect((await gateway.merchants.notifications(keys.mchId)).items).toEqual([]);
  });

  it('the schedule counts each delay from the end of the failed attempt [reading:callbacks.delays]', async () => {
    // The test advances the system clock. Each delivery takes seven seconds of this clock.
    let realTime = Date.parse(start);
    vi.spyOn(Date, 'now').mockImplementation(() => realTime);
    const network = new ScriptedNetwork(() => {
      realTime += 7 * second;
      return rejecting({ url: '', format: 'json', body: '' }, 1);
    });
    const { gateway, orderNo } = await paid({ sender: network.send, clock: { now: start } }, { callbackUrl });
    const { nextAttemptAt, attempts } = await callbackOf(gateway, orderNo);
    // Restore the machine's clock only now, because by that clock the next attempt is already due.
    vi.mocked(Date.now).mockRestore();
    expect(attempts[0]?.startedAt).toBe(start);
    expect(nextAttemptAt).toBe(afterStart(67 * second));
  });
});

interface Case {
  readonly title: string;
  readonly answer: Reply;
  readonly ok: boolean;
  readonly reason: RegExp | null;
}

const html = '<!doctype html><html><body>';

const cases: readonly Case[] = [
  { title: 'the plain text success', answer: reply(200, 'success'), ok: true, reason: null },
  { title: 'success among other text', answer: reply(200, 'done: success.\n'), ok: true, reason: null },
  { title: 'success in JSON quotes', answer: reply(200, '"success"'), ok: true, reason: null },
  { title: 'SUCCESS', answer: reply(200, 'SUCCESS'), ok: false, reason: /upper or mixed case/ },
  {
    title: 'Success in JSON',
    answer: reply(200, '{"status":"Success"}'),
    ok: false,
    reason: /upper or mixed case/,
  },
  { title: 'ok', answer: reply(200, 'ok'), ok: false, reason: /does not contain success/ },
  { title: 'nothing', answer: reply(200, ''), ok: false, reason: /body is empty/ },
  { title: 'an HTML page', answer: reply(200, `${html}Login`), ok: false, reason: /HTML page/ },
  {
    title: 'an HTML page that says success',
    answer: reply(200, `${html}success`),
    ok: true,
    reason: /HTML page/,
  },
  {
    title: 'a byte order mark first',
    answer: reply(200, '\uFEFFsuccess'),
    ok: true,
    reason: /byte order mark/,
  },
  {
    title: '201',
    answer: reply(201, 'success'),
    ok: false,
    reason: /status 201; only status 200 acknowledges a callback/,
  },
  {
    title: '204',
    answer: reply(204, ''),
    ok: false,
    reason: /status 204; only status 200 acknowledges a callback/,
  },
  { title: '419 of a CSRF check', answer: reply(419, 'success'), ok: false, reason: /CSRF/ },
  { title: '500 with success', answer: reply(500, 'success'), ok: false, reason: /status 500/ },
  {
    title: 'a reset connection',
    answer: (response) => response.socket?.resetAndDestroy(),
    ok: false,
    reason: /reset/,
  },
  {
    title: 'a truncated response',
    answer: (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('success', () => response.socket?.destroy());
    },
    ok: false,
    reason: /connection broke/,
  },
  {
    title: 'success within the first 64 KB of a body without end',
    answer: (response) => response.write(`success${' '.repeat(65_600)}`),
    ok: true,
    reason: null,
  },
  {
    title: 'success as the last of the first 64 KB',
    answer: reply(200, `${' '.repeat(65_529)}success`),
    ok: true,
    reason: null,
  },
  {
    title: 'success that ends after the first 64 KB',
    answer: reply(200, `${' '.repeat(65_530)}success`),
    ok: false,
    reason: /empty|does not contain/,
  },
];

describe('response to a callback [spec:delivery.1] [spec:delivery.2] [reading:callbacks.delivered]', () => {
  it.each(cases)(
    'a callback is delivered or fails after the response "$title": $ok',
    async ({ answer, ok, reason }) => {
      const gateway = await openGateway();
      const receiver = await Receiver.open(answer);
      const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
      const orderNo = await new Orders(gateway, keys).payin();
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      const { state, attempts } = await callbackOf(gateway, orderNo);
      expect(attempts).toHaveLength(1);
      expect(attempts[0]?.ok).toBe(ok);
      if (reason === null) expect(attempts[0]?.reason).toBeNull();
      else expect(attempts[0]?.reason).toMatch(reason);
      expect(state).toBe(ok ? 'delivered' : 'pending');
    },
  );

  it('an attempt stores the response of the receiver [contract:control.callbacks]', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open(reply(503, 'busy, try later'));
    const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway, keys).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const { attempts } = await callbackOf(gateway, orderNo);
    expect(attempts).toEqual([
      {
        number: 1,
        manual: false,
        url: receiver.url,
        startedAt: start,
        durationMs: expect.any(Number),
        status: 503,
        responseBody: 'busy, try later',
        ok: false,
        reason: 'status 503',
        fault: null,
      },
    ]);
  });

  it('a redirect fails the attempt, because the gateway does not follow the redirect [spec:delivery.2] [reading:callbacks.redirects]', async () => {
    const gateway = await openGateway();
    const target = await Receiver.open();
    for (const status of [301, 302, 303, 307, 308]) {
      const receiver = await Receiver.open(reply(status, 'success', { location: target.url }));
      const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
      const orderNo = await new Orders(gateway, keys).payin();
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      expect(receiver.received).toHaveLength(1);
      expect(await callbackOf(gateway, orderNo)).toMatchObject({
        state: 'pending',
        attempts: [
          {
            ok: false,
            status,
            reason: expect.stringMatching(/redirect to .*, which the gateway does not follow/),
          },
        ],
      });
    }
    expect(target.received).toHaveLength(0);
  });

  it.each([
    ['no response', hang, 'no response within 8 s'],
    [
      'headers only',
      (response) => response.writeHead(200).flushHeaders(),
      'status 200, but no complete response within 8 s',
    ],
    [
      'a body that does not end',
      (response) => response.write('success'),
      'status 200, but no complete response within 8 s',
    ],
  ] satisfies [string, Reply, string][])(
    'an attempt with %s within the time limit fails [spec:delivery.2] [spec:limits.callback-timeout]',
    async (_, answer, reason) => {
      const gateway = await openGateway();
      const receiver = await Receiver.open(answer);
      const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
      const orderNo = await new Orders(gateway, keys).payin();
      const begun = answer === hang ? receiver.arrived(1) : headFrom(receiver);
      // The test controls the time, because on a busy machine the time limit could pass before the first response.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      await gateway.payins.pay(orderNo);
      await begun;
      vi.advanceTimersByTime(7_999);
      await aWhile();
      expect(await callbackOf(gateway, orderNo)).toMatchObject({ state: 'delivering', attempts: [] });
      vi.advanceTimersByTime(1);
      vi.useRealTimers();
      await gateway.callbacks.settle();
      expect(await callbackOf(gateway, orderNo)).toMatchObject({
        state: 'pending',
        attempts: [{ ok: false, reason }],
      });
    },
  );

  it('an attempt fails if no server listens on the port [spec:delivery.2]', async () => {
    const { gateway, orderNo } = await paid({}, { callbackUrl: 'http://127.0.0.1:9/' });
    expect(await callbackOf(gateway, orderNo)).toMatchObject({
      state: 'pending',
      attempts: [{ status: null, responseBody: null, reason: expect.stringMatching(/refused/) }],
    });
  });
});

describe('manual re-send [spec:delivery.4] [contract:control.resend]', () => {
  it('a re-send of a delivered callback is one more attempt with the same bytes [invariant:8]', async () => {
    const network = new ScriptedNetwork();
    const { gateway, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    network.script = rejecting;
    await gateway.clock.advance('10m');
    expect(await gateway.payins.resend(orderNo)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [
        { number: 1, manual: false, ok: true },
        { number: 2, manual: true, ok: false, startedAt: afterStart(10 * minute) },
      ],
    });
    expect(network.sent[1]).toEqual(network.sent[0]);
    await gateway.clock.advance('8h');
    expect(network.sent).toHaveLength(2);
  });

  it('a re-send during the retries is an extra attempt that leaves the schedule unchanged [reading:callbacks.resend]', async () => {
    const network = new ScriptedNetwork(rejecting);
    const { gateway, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    await gateway.clock.advance('30s');
    expect(await gateway.payins.resend(orderNo)).toMatchObject({
      state: 'pending',
      nextAttemptAt: afterStart(minute),
    });
    await gateway.clock.advance('8h');
    const { attempts, state } = await callbackOf(gateway, orderNo);
    expect(state).toBe('failed');
    expect(attempts.map(({ manual }) => manual)).toEqual([false, true, false, false, false, false, false]);
    expect(attempts.filter(({ manual }) => !manual).map(({ startedAt }) => startedAt)).toEqual(
      instants.map(afterStart),
    );
  });

  it('a re-send that the merchant accepts ends the retries', async () => {
    const network = new ScriptedNetwork(rejecting);
    const { gateway, keys, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    network.script = () => ({});
    expect(await gateway.payins.resend(orderNo)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
    await gateway.clock.advance('8h');
    expect(network.sent).toHaveLength(2);
    expect((await gateway.merchants.notifications(keys.mchId)).items).toEqual([]);
  });

  it('a re-send can still deliver an abandoned callback', async () => {
    const network = new ScriptedNetwork(rejecting);
    const { gateway, keys, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    await gateway.clock.advance('8h');
    expect(await gateway.payins.resend(orderNo)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect((await gateway.merchants.notifications(keys.mchId)).items).toHaveLength(1);
    network.script = () => ({});
    expect(await gateway.payins.resend(orderNo)).toMatchObject({ state: 'delivered' });
  });

  it('a re-send of a callback without a URL returns 409 with the fix', async () => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    const before = await callbackOf(gateway, orderNo);
    await expect(gateway.payins.resend(orderNo)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_transition',
      message: expect.stringMatching(/Save a callback URL .* or set `to`/),
    });
    expect(await callbackOf(gateway, orderNo)).toEqual(before);
  });

  it.each(['payins', 'payouts', 'links'] as const)(
    'the gateway re-sends a callback of %s to the URL that the operator enters',
    async (kind) => {
      const network = new ScriptedNetwork();
      const gateway = await openGateway({ sender: network.send });
      await gateway.merchants.update('DEMO1001', { callbackUrl });
      const orders = new Orders(gateway);
      const { [kind]: orderNo } = {
        payins: await orders.payin(),
        payouts: await orders.payout(),
        links: await orders.link({ notify_url: callbackUrl }),
      };
      await (kind === 'payouts' ? gateway.payouts.approve(orderNo) : gateway[kind].pay(orderNo));
      await gateway.callbacks.settle();
      const to = 'http://elsewhere.example/';
      const body = JSON.stringify({ to });
      const path = `${gateway.controlUrl}/${kind}/${orderNo}/resend`;
      expect((await gateway.fetch(path, { method: 'POST', body })).status).toBe(200);
      expect(network.sent.map(({ url }) => url)).toEqual([callbackUrl, to]);
    },
  );

  it('the gateway re-sends a callback to the currently saved URL [reading:callbacks.resend-target]', async () => {
    const network = new ScriptedNetwork(rejecting);
    const { gateway, keys, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    const moved = 'http://merchant.example/moved';
    await gateway.merchants.update(keys.mchId, { callbackUrl: moved });
    const { attempts, url } = await gateway.payins.resend(orderNo);
    expect(attempts.map((attempt) => attempt.url)).toEqual([callbackUrl, moved]);
    expect(url).toBe(callbackUrl);
    expect(network.sent[1]).toEqual({ ...network.sent[0], url: moved });
    await gateway.clock.advance('1m');
    // Retries use the URL at the time of the event.
    expect(network.sent.map((delivery) => delivery.url)).toEqual([callbackUrl, moved, callbackUrl]);
    const { timeline } = await gateway.payins.get(orderNo);
    const shown = timeline.flatMap((entry) => (entry.type === 'attempt' ? [entry.url] : []));
    expect(shown).toEqual([callbackUrl, moved, callbackUrl]);
  });

  it('the gateway re-sends a callback of a payout to the currently saved URL [reading:callbacks.resend-target]', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    const orderNo = await new Orders(gateway, keys).payout();
    await gateway.payouts.approve(orderNo);
    await gateway.callbacks.settle();
    await gateway.merchants.update(keys.mchId, { callbackUrl: 'http://merchant.example/moved' });
    await gateway.payouts.resend(orderNo);
    expect(network.sent.map(({ url }) => url)).toEqual([callbackUrl, 'http://merchant.example/moved']);
  });

  it('the gateway re-sends a callback to the URL of the order if the order contains a URL [reading:callbacks.resend-target]', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    const orders = new Orders(gateway, keys);
    const own = 'http://merchant.example/of-the-order';
    const payin = await orders.payin({ notifyUrl: own });
    const link = await orders.link({ notify_url: own });
    await gateway.payins.pay(payin);
    await gateway.links.pay(link);
    await gateway.callbacks.settle();
    await gateway.merchants.update(keys.mchId, { callbackUrl: 'http://merchant.example/moved' });
    await gateway.payins.resend(payin);
    await gateway.links.resend(link);
    expect(new Set(network.sent.map(({ url }) => url))).toEqual(new Set([own]));
    expect(network.sent).toHaveLength(4);
  });

  it('the gateway re-sends a callback to the URL in `to`, for every kind of order', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl }));
    const to = 'http://127.0.0.1:9/elsewhere';
    const payin = await orders.payin();
    const payout = await orders.payout();
    const link = await orders.link({ notify_url: callbackUrl });
    await gateway.payins.pay(payin);
    await gateway.payouts.approve(payout);
    await gateway.links.pay(link);
    await gateway.callbacks.settle();
    const sent = network.sent.length;
    for (const resent of [
      await gateway.payins.resend(payin, { to }),
      await gateway.payouts.resend(payout, { to }),
      await gateway.links.resend(link, { to }),
    ]) {
      expect(resent).toMatchObject({
        url: callbackUrl,
        attempts: [{ url: callbackUrl }, { url: to, manual: true }],
      });
    }
    expect(network.sent).toHaveLength(sent + 3);
    for (const wrong of [
      'elsewhere',
      '/callbacks',
      'ftp://a.example/',
      'http://u:p@a.example/',
      ' http://a.example/',
      '',
    ]) {
      await expect(gateway.payins.resend(payin, { to: wrong }), wrong).rejects.toMatchObject({
        code: 'invalid_body',
        message: expect.stringMatching(/^to: /),
      });
    }
    await expect(gateway.payins.resend(payin, { url: to } as never)).rejects.toMatchObject({ status: 422 });
    expect(network.sent).toHaveLength(sent + 3);
  });

  it('a re-send delivers a callback without a URL after the merchant has saved a URL [reading:callbacks.fixed-body]', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const keys = await gateway.createMerchant();
    const orderNo = await new Orders(gateway, keys).payin();
    await gateway.payins.pay(orderNo);
    const lost = await callbackOf(gateway, orderNo);
    expect(lost).toMatchObject({ state: 'undeliverable', url: null });
    await gateway.merchants.update(keys.mchId, { callbackUrl, callbackFormat: 'form' });
    const { body } = lost;
    expect(await gateway.payins.resend(orderNo)).toMatchObject({
      body,
      state: 'delivered',
      url: callbackUrl,
    });
    expect(network.sent).toEqual([{ url: callbackUrl, format: 'json', body }]);
    expect((await gateway.callbacks.list({ state: 'undeliverable' })).items).toEqual([]);
    expect((await gateway.callbacks.list({ state: 'delivered' })).items).toHaveLength(1);
  });

  it('a re-send returns 409 during a delivery of the callback', async () => {
    const gateway = await openGateway({ sender: patient });
    const receiver = await Receiver.open(hang);
    const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway, keys).payin();
    await gateway.payins.pay(orderNo);
    await receiver.arrived(1);
    expect(await callbackOf(gateway, orderNo)).toMatchObject({ state: 'delivering' });
    await expect(gateway.payins.resend(orderNo)).rejects.toMatchObject({
      status: 409,
      code: 'callback_busy',
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('the gateway re-sends the latest callback of the order', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl }));
    const payout = await orders.payout();
    await gateway.payouts.approve(payout);
    await gateway.payouts.complete(payout);
    await gateway.callbacks.settle();
    expect(await gateway.payouts.resend(payout)).toMatchObject({ event: 'payout.success' });
    const link = await orders.link({ notify_url: callbackUrl });
    await gateway.links.pay(link);
    await gateway.callbacks.settle();
    expect(await gateway.links.resend(link)).toMatchObject({ event: 'link.success' });
  });

  it('a re-send returns 404 for an order without a callback', async () => {
    const network = new ScriptedNetwork();
    const { gateway, keys, orderNo } = await paid({ sender: network.send }, { callbackUrl });
    const unpaid = await new Orders(gateway, keys).payin({ mchOrderNo: 'unpaid' });
    await expect(gateway.payins.resend(unpaid)).rejects.toMatchObject({ status: 404 });
    await expect(gateway.payins.resend('PI0')).rejects.toMatchObject({ status: 404 });
    await expect(gateway.payouts.resend(orderNo)).rejects.toMatchObject({ status: 404 });
    await expect(gateway.links.resend(orderNo)).rejects.toMatchObject({ status: 404 });
    expect(network.sent).toHaveLength(1);
  });
});

describe('callbacks of different events of one order [reading:callbacks.independent]', () => {
  it('a retried processing callback of a payout can arrive after its success callback', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open(reject);
    const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway, keys).payout();
    await gateway.payouts.approve(orderNo);
    await gateway.callbacks.settle();
    receiver.reply = reply(200, 'success');
    await gateway.payouts.complete(orderNo);
    await gateway.callbacks.settle();
    await gateway.clock.advance('1m');
    expect(receiver.fields.map(({ status }) => status)).toEqual(['processing', 'success', 'processing']);
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });
});
