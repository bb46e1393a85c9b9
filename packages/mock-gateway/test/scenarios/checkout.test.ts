import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, Orders, openGateway } from './harness.ts';
import { Receiver } from './receiver.ts';
import { inFrontOfStatements } from './statements.ts';

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** State of the order, as shown in the `h1`. */
  readonly shown: string | undefined;
}

async function open(gateway: MockGateway, url: string, method = 'GET'): Promise<Page> {
  const response = await gateway.fetch(url, { method, redirect: 'manual' });
  const html = await response.text();
  const shown = /<h1 data-status="(\w+)">/.exec(html)?.[1];
  return { status: response.status, headers: response.headers, html, shown };
}

async function scene() {
  const gateway = await openGateway();
  const { data } = await callerOf(gateway).payin({ returnUrl: 'https://shop.example/thanks?a=1&b=2' });
  const wallet = async () => (await gateway.merchants.wallet(gateway.merchant.mchId)).available;
  return { gateway, url: String(data['pay_url']), orderNo: String(data['orderNo']), wallet };
}

/** Returns the actions that a page offers to the customer. */
function actionsOf({ html }: Page): readonly (string | undefined)[] {
  return [...html.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action);
}

describe('hosted checkout [spec:service.checkout] [contract:addresses.pay]', () => {
  it('the checkout shows the order with a form for each allowed action', async () => {
    const { gateway, url } = await scene();
    const page = await open(gateway, url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.shown).toBe('pending');
    expect(page.html).toContain('₹500.00');
    expect(page.html).toContain('ORDER-1');
    expect(page.html).toContain(gateway.merchant.mchId);
    const { pathname } = new URL(url);
    const moves = ['utr', 'pay', 'amount', 'fail', 'expire'];
    expect(actionsOf(page)).toEqual(moves.map((move) => `${pathname}/${move}`));
  });

  it('the checkout URL contains a token that cannot be derived from the order [spec:service.hosted-url]', async () => {
    const { gateway, url, orderNo } = await scene();
    expect(url).toMatch(/^http:\/\/gateway\.invalid\/pay\/[A-Za-z0-9_-]{32}$/);
    expect(url).not.toContain(orderNo);
    await gateway.listen();
    const { data } = await callerOf(gateway).payin();
    expect(String(data['pay_url']).startsWith(`${gateway.url}/pay/`)).toBe(true);
  });

  it('the checkout confirms a payment only if it is stored, whatever else fails in its turn', async () => {
    const gateway = await openGateway({ onError: () => {} });
    const orders = new Orders(gateway);
    const numbers: string[] = [];
    for (let made = 0; made < 20; made++) numbers.push(await orders.payin({ mchOrderNo: `ORDER-${made}` }));
    const urls = await Promise.all(numbers.map(async (number) => (await gateway.payins.get(number)).payUrl));
    let reads = 0;
    const remove = inFrontOfStatements(({ sql }, run) => {
      if (!/WHERE pay_token/.test(sql)) return run();
      reads += 1;
      if (reads % 3 === 0) throw new Error('made by the test');
      return run();
    });
    const pages = await Promise.all(
      urls.map((url) => gateway.fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })),
    );
    remove();
    expect(pages.some(({ status }) => status === 500)).toBe(true);
    for (const [at, number] of numbers.entries())
      if (pages[at]?.status === 303)
        expect((await gateway.payins.get(number)).status, number).toBe('success');
  });

  it('the Pay button credits the wallet, sends the callback and redirects with 303', async () => {
    const { gateway, url, orderNo, wallet } = await scene();
    const receiver = await Receiver.open();
    await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl: receiver.url });
    const pressed = await open(gateway, `${url}/pay`, 'POST');
    expect(pressed.status).toBe(303);
    expect(pressed.headers.get('location')).toBe(new URL(url).pathname);
    const page = await open(gateway, url);
    expect(page.shown).toBe('success');
    expect(actionsOf(page)).toEqual([]);
    expect(page.html).toContain('href="https://shop.example/thanks?a=1&amp;b=2"');
    expect(await wallet()).toBe('100445.00');
    await gateway.callbacks.settle();
    expect(receiver.fields).toMatchObject([{ orderNo, status: 'success' }]);
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'success', paidAmount: '500.00' });
  });

  it('the page of a paid order sends the customer to returnUrl after five seconds [spec:payin.return-url]', async () => {
    const { gateway, url } = await scene();
    expect((await open(gateway, url)).headers.has('refresh')).toBe(false);
    await open(gateway, `${url}/pay`, 'POST');
    const page = await open(gateway, url);
    expect(page.headers.get('refresh')).toBe('5; url=https://shop.example/thanks?a=1&b=2');
    expect(page.html).toContain('This page goes back to the shop in five seconds');
  });

  it('the page of a paid link sends the customer to return_url [spec:v1.return-url]', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).createLink({
      amount: '500',
      return_url: 'https://møbler.example/å',
    });
    await gateway.links.pay(String(data['link_code']));
    const page = await open(gateway, String(data['pay_url']));
    expect(page.headers.get('refresh')).toBe('5; url=https://xn--mbler-vua.example/%C3%A5');
  });

  it.each(['fail', 'expire'])('the page after the button %s sends the customer nowhere', async (button) => {
    const { gateway, url } = await scene();
    await open(gateway, `${url}/${button}`, 'POST');
    expect((await open(gateway, url)).headers.has('refresh')).toBe(false);
  });

  it('the Pay button pays an order once, even if two clicks arrive simultaneously', async () => {
    const { gateway, url, wallet } = await scene();
    const presses = await Promise.all(Array.from({ length: 5 }, () => open(gateway, `${url}/pay`, 'POST')));
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    await open(gateway, `${url}/pay`, 'POST');
    expect(await wallet()).toBe('100445.00');
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
  });

  it('the Pay button still pays an order after the Fail button has failed the order', async () => {
    const { gateway, url, wallet } = await scene();
    expect((await open(gateway, `${url}/fail`, 'POST')).status).toBe(303);
    const page = await open(gateway, url);
    expect(page.shown).toBe('failed');
    const { pathname } = new URL(url);
    expect(actionsOf(page)).toEqual(['utr', 'pay', 'amount'].map((move) => `${pathname}/${move}`));
    expect((await open(gateway, `${url}/fail`, 'POST')).status).toBe(303);
    expect(await wallet()).toBe('100000.00');
    await open(gateway, `${url}/pay`, 'POST');
    expect((await open(gateway, url)).shown).toBe('success');
    expect((await open(gateway, `${url}/fail`, 'POST')).status).toBe(303);
    expect((await open(gateway, url)).shown).toBe('success');
    expect(await wallet()).toBe('100445.00');
  });

  it('the checkout shows an expired order as expired', async () => {
    const { gateway, url, wallet } = await scene();
    await gateway.clock.advance('30m');
    expect((await open(gateway, url)).shown).toBe('expired');
    await gateway.settings.update({ latePayments: 'refuse' });
    await open(gateway, `${url}/pay`, 'POST');
    expect((await open(gateway, url)).shown).toBe('expired');
    expect(await wallet()).toBe('100000.00');
    await gateway.settings.update({ latePayments: 'credit' });
    await open(gateway, `${url}/pay`, 'POST');
    expect((await open(gateway, url)).shown).toBe('success');
  });

  it('the checkout offers no payment that the late payment setting rejects', async () => {
    const { gateway, url } = await scene();
    await gateway.settings.update({ latePayments: 'refuse' });
    await gateway.clock.advance('30m');
    expect(actionsOf(await open(gateway, url))).toEqual([]);
  });

  it('the checkout of a USDT order names the exact amount, the network and the wallet address', async () => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).payin({ tradeType: 'usdt' });
    const { html } = await open(gateway, String(data['pay_url']));
    for (const text of ['5.555556</span> USDT', 'TRC20', String(data['address'])])
      expect(html).toContain(text);
  });

  it('the checkout of a link works like the checkout of a pay-in', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const { data } = await caller.createLink({ amount: '500.00' });
    await open(gateway, `${data['pay_url']}/pay`, 'POST');
    expect((await open(gateway, String(data['pay_url']))).shown).toBe('success');
    expect((await caller.linkStatus(String(data['link_code']))).data).toMatchObject({ status: 'success' });
  });
});

describe('hostile text in the checkout page', () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;

  it('hostile text in every field of the checkout is shown as text', async () => {
    const gateway = await openGateway();
    const keys = await gateway.createMerchant({ mchId: `<b>"M'&amp;` });
    const { data } = await callerOf(gateway, keys).createLink({
      client_ref: hostile,
      note: hostile,
      amount: '500.00',
      return_url: `https://shop.example/"onmouseover="alert(1)`,
    });
    const url = String(data['pay_url']);
    const pending = (await open(gateway, url)).html;
    await gateway.links.pay(String(data['link_code']), { utr: hostile.replace('&amp;', '') });
    const paid = (await open(gateway, url)).html;
    for (const html of [pending, paid]) {
      expect(html.match(/<script/g), 'its own, and no other').toHaveLength(1);
      expect(html).not.toMatch(/<img|<b>"/);
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img');
      expect(html).toContain('&lt;b&gt;&quot;M&#39;&amp;amp;');
    }
    expect(paid).not.toMatch(/"\s*onmouseover/);
  });

  it('the checkout page runs no inline script and loads nothing from other hosts', async () => {
    const { gateway, url } = await scene();
    for (const page of [await open(gateway, url), await open(gateway, `${url}x`)]) {
      const policy = policyOf(page);
      expect(policy.get('default-src')).toBe("'none'");
      expect(policy.get('script-src')).toBe(page.status === 200 ? "'self'" : undefined);
      expect(policy.get('style-src')).toMatch(/^'sha256-[A-Za-z0-9+/=]+'$/);
      expect(policy.get('form-action')).toBe("'self'");
      expect(policy.get('frame-ancestors')).toBe("'none'");
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.html).not.toMatch(/<script(?! type="module" src="\/pay\/)|\son\w+=|\sstyle=|javascript:/i);
    }
  });

  it('browsers may cache the checkout script, because its URL changes with its content', async () => {
    const { gateway, url } = await scene();
    const [, path = ''] = /<script type="module" src="([^"]+)"/.exec((await open(gateway, url)).html) ?? [];
    const script = await open(gateway, gateway.url + path);
    expect(path).toMatch(/^\/pay\/checkout\.[0-9a-f]{12}\.js$/);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await open(gateway, gateway.url + path, 'POST')).status).toBe(405);
  });
});

function policyOf({ headers }: Page): ReadonlyMap<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('URLs of the checkout', () => {
  it.each(['/pay/', '/pay/unknown', '/pay/unknown/pay', '/pay', `/pay/${'a'.repeat(65)}`])(
    'the path %s returns 404 for every method [contract:addresses.pay]',
    async (path) => {
      const gateway = await openGateway();
      for (const method of ['GET', 'POST']) {
        const page = await open(gateway, gateway.url + path, method);
        expect(page.status).toBe(404);
        expect(page.html).toContain('Payment page not found');
      }
    },
  );

  it.each([
    ['', ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], 'GET, HEAD'],
    ['/pay', ['GET', 'HEAD', 'PUT', 'DELETE'], 'POST'],
    ['/fail', ['GET', 'HEAD', 'PUT', 'DELETE'], 'POST'],
    ['/utr', ['GET', 'PUT'], 'POST'],
    ['/amount', ['GET', 'PUT'], 'POST'],
    ['/expire', ['GET', 'PUT'], 'POST'],
    ['/status', ['POST', 'DELETE'], 'GET, HEAD'],
  ])('the path "%s" of the checkout rejects %j with 405 and Allow', async (suffix, methods, allow) => {
    const { gateway, url } = await scene();
    for (const method of methods) {
      const page = await open(gateway, url + suffix, method);
      expect(page.status, method).toBe(405);
      expect(page.headers.get('allow')).toBe(allow);
    }
    expect((await open(gateway, url)).shown).toBe('pending');
  });

  it('a HEAD request for the checkout returns the headers of GET without the page', async () => {
    const { gateway, url } = await scene();
    const { status, headers, html } = await open(gateway, url, 'HEAD');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toBe('');
  });
});
