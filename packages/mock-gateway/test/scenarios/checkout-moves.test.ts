import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, openGateway, socketCallerOf } from './harness.ts';

async function scene() {
  const gateway = await openGateway();
  const { data } = await callerOf(gateway).payin();
  return { gateway, url: String(data['pay_url']), orderNo: String(data['orderNo']) };
}

/** Submits a form of the checkout page. */
function send(
  gateway: MockGateway,
  url: string,
  form: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new URLSearchParams(form);
  return gateway.fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
}

describe('UTR of the customer', () => {
  it.each(['412345678901', ' 4123 4567 8901 ', '000000000000'])(
    'the customer can pay the order with the UTR %j',
    async (utr) => {
      const { gateway, url, orderNo } = await scene();
      expect((await send(gateway, `${url}/utr`, { utr })).status).toBe(303);
      expect(await gateway.payins.get(orderNo)).toMatchObject({
        status: 'success',
        utr: utr.replaceAll(' ', ''),
        paidAmount: '500.00',
      });
    },
  );

  it.each([
    '',
    '41234567890',
    '4123456789012',
    '41234567890x',
    '４１２３４５６７８９０１',
    '-12345678901',
    '<b>"',
  ])('the page rejects the UTR %j with a reason and keeps the input', async (utr) => {
    const { gateway, url, orderNo } = await scene();
    const answer = await send(gateway, `${url}/utr`, { utr });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('Enter a UTR with exactly 12 digits');
    expect(html).toMatch(/name="utr"[^>]*aria-invalid="true"/);
    expect(html).not.toContain('<b>"');
    expect((await gateway.payins.get(orderNo)).status).toBe('pending');
  });

  it('the page rejects a UTR form with a missing or far too long UTR', async () => {
    const { gateway, url } = await scene();
    expect((await gateway.fetch(`${url}/utr`, { method: 'POST' })).status).toBe(422);
    expect((await send(gateway, `${url}/utr`, { utr: '4'.repeat(5_000) })).status).toBe(413);
  });

  it('the page rejects a UTR for a USDT order', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).payin({ tradeType: 'usdt' });
    const answer = await send(gateway, `${data['pay_url']}/utr`, { utr: '412345678901' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('<h1 data-status="pending">');
  });
});

describe("actions of the developer's drawer", () => {
  it.each(['400.00', '500.01', '0.01'])(
    "the developer's drawer can pay an amount that differs from the order amount: %s is paid",
    async (paidAmount) => {
      const { gateway, url, orderNo } = await scene();
      expect((await send(gateway, `${url}/amount`, { paidAmount })).status).toBe(303);
      expect(await gateway.payins.get(orderNo)).toMatchObject({
        status: 'success',
        paidAmount,
        netAmount: '445.00',
      });
    },
  );

  it.each(['', '0.00', '400', '-1.00', '4e2', '1,000.00', '99999999999999999999.00', '<b>"'])(
    "the developer's drawer rejects the amount %j",
    async (paidAmount) => {
      const { gateway, url, orderNo } = await scene();
      const answer = await send(gateway, `${url}/amount`, { paidAmount });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain('Enter an amount above zero with two decimals');
      expect(html).toContain('<details class="drawer" open>');
      expect(html).not.toContain('<b>"');
      expect((await gateway.payins.get(orderNo)).status).toBe('pending');
    },
  );

  it("the expire action of the developer's drawer moves the clock to the expiry of the order", async () => {
    const { gateway, url, orderNo } = await scene();
    const { data } = await callerOf(gateway).payin({ mchOrderNo: 'ORDER-2' });
    await gateway.clock.advance('10m');
    expect((await send(gateway, `${url}/expire`)).status).toBe(303);
    expect(gateway.clock.get()).toEqual({ now: '2026-11-20T15:34:05+05:30', mode: 'frozen' });
    expect((await gateway.payins.get(orderNo)).status).toBe('expired');
    expect((await gateway.payins.get(String(data['orderNo']))).status).toBe('expired');
    await send(gateway, `${url}/expire`);
    expect(gateway.clock.get().now).toBe('2026-11-20T15:34:05+05:30');
  });

  it("two simultaneous expire actions of the developer's drawer move the clock only to the expiry", async () => {
    const { gateway, url, orderNo } = await scene();
    await Promise.all([send(gateway, `${url}/expire`), send(gateway, `${url}/expire`)]);
    const { status, expiresAt } = await gateway.payins.get(orderNo);
    expect([status, (await gateway.clock.get()).now]).toEqual(['expired', expiresAt]);
  });

  it("the expire action of the developer's drawer changes nothing for a paid order", async () => {
    const { gateway, url, orderNo } = await scene();
    await gateway.payins.pay(orderNo);
    expect((await send(gateway, `${url}/expire`)).status).toBe(303);
    expect(gateway.clock.get().now).toBe('2026-11-20T15:04:05+05:30');
  });
});

describe('status query of the open page', () => {
  it("the status query returns only the state of the order at the time of the gateway's clock", async () => {
    const { gateway, url, orderNo } = await scene();
    await gateway.clock.advance('10m');
    const status = async () => (await gateway.fetch(`${url}/status`)).json();
    expect(await status()).toEqual({
      status: 'pending',
      payable: true,
      remainingMs: 1_200_000,
      clock: 'frozen',
    });
    await gateway.clock.resume();
    expect(await status()).toMatchObject({ clock: 'running' });
    await gateway.payins.pay(orderNo);
    expect(await status()).toMatchObject({ status: 'success', payable: false });
    expect((await gateway.fetch(`${url}x/status`)).status).toBe(404);
  });
});

describe('permissions of the checkout', () => {
  const moves = ['amount', 'fail', 'expire'] as const;

  it.each(['pay', 'utr', ...moves])('a page of another origin cannot send the action /%s', async (move) => {
    const { gateway, url, orderNo } = await scene();
    const form = { utr: '412345678901', paidAmount: '400.00' };
    for (const origin of ['http://attacker.example', 'null', '', 'http://127.0.0.1:4301']) {
      expect((await send(gateway, `${url}/${move}`, form, { origin })).status, origin).toBe(403);
    }
    expect((await gateway.payins.get(orderNo)).status).toBe('pending');
    expect((await send(gateway, `${url}/${move}`, form, { origin: gateway.url })).status).toBe(303);
  });

  it("a request with a foreign host name can run only the customer's actions [contract:control.rebinding]", async () => {
    const { gateway, url } = await scene();
    const foreign = url.replace(gateway.url, 'http://attacker.example');
    for (const move of moves) {
      expect((await send(gateway, `${foreign}/${move}`, { paidAmount: '400.00' })).status).toBe(403);
    }
    expect((await send(gateway, `${foreign}/pay`)).status).toBe(303);
  });

  it("the actions of the developer's drawer require the token if other machines can reach the gateway [contract:control.token]", async () => {
    const gateway = await openGateway({ controlToken: 'tok-5f2c9d' });
    await gateway.listen({ host: '0.0.0.0' });
    const { data } = await socketCallerOf(gateway).payin();
    const url = String(data['pay_url']);
    const stranger = await (await fetch(url)).text();
    expect([...stranger.matchAll(/action="[^"]*\/(\w+)"/g)].map(([, move]) => move)).toEqual(['utr', 'pay']);
    for (const move of moves) {
      const answer = await fetch(`${url}/${move}`, { method: 'POST', redirect: 'manual' });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    expect(gateway.clock.get().now).toBe('2026-11-20T15:04:05+05:30');
    const headers = { authorization: 'Bearer tok-5f2c9d' };
    expect(await (await fetch(url, { headers })).text()).toContain('/expire"');
    expect((await fetch(`${url}/fail`, { method: 'POST', headers, redirect: 'manual' })).status).toBe(303);
    expect((await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
    expect(await (await fetch(url)).text()).toContain('<h1 data-status="success">');
  });
});
