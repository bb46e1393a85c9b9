import { describe, expect, it } from 'vitest';
import { callerOf } from '../scenarios/harness.ts';
import { patience, phone, useBrowser, type Visitor } from './browser.ts';
import { checkoutScene, shop } from './checkout-scene.ts';

const visit = useBrowser();

function shown({ page }: Visitor, status: string): Promise<void> {
  return page.locator(`h1[data-status="${status}"]`).waitFor();
}

function press({ page }: Visitor, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name }).click();
}

function openDrawer({ page }: Visitor): Promise<void> {
  return page.getByText('Developer: simulate the payment').click();
}

/** Returns the value of a term in the page's list of facts. */
function fact({ page }: Visitor, term: string): Promise<string | null> {
  return page
    .locator('dt', { hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .textContent();
}

function textOf({ page }: Visitor): Promise<string | null> {
  return page.locator('main').textContent();
}

describe('UPI checkout [spec:service.checkout]', () => {
  it('the UPI checkout shows the payee, the amount, the order number and the remaining time', async () => {
    const { url } = await checkoutScene();
    const visitor = await visit(url, phone);
    const text = await textOf(visitor);
    for (const part of ['KaveriBooks', '₹12,345.00', '20 Nov, 3:34 pm', '30:00 left, paused']) {
      expect(text).toContain(part);
    }
    expect(await fact(visitor, 'Order')).toContain('INV-2026-0417');
    expect(await visitor.page.locator('.mock').textContent()).toContain(
      'mock payment gateway: no money moves',
    );
  });

  it.each([false, true])(
    'the UPI checkout shows a QR code of the link that UPI apps open, dark page: %s',
    async (dark) => {
      const { url, orderNo } = await checkoutScene();
      const visitor = await visit(url, { ...phone, dark });
      const link = await visitor.page.getByRole('link', { name: 'Open a UPI app' }).getAttribute('href');
      expect(link).toBe(
        `upi://pay?pa=kaveribooks%40inrgatemock&pn=KaveriBooks&tr=${orderNo}&am=12345.00&cu=INR&tn=Order%20INV-2026-0417`,
      );
      expect(
        await visitor.readQr(visitor.page.getByRole('img', { name: 'QR code of the UPI payment' })),
      ).toBe(link);
      const apps = await visitor.page
        .locator('.apps a')
        .evaluateAll((links) => links.map((app) => app.getAttribute('href')));
      expect(apps.map((app) => app?.split('?')[0])).toEqual([
        'upi://pay',
        'tez://upi/pay',
        'phonepe://pay',
        'paytmmp://pay',
        'bhim://upi/pay',
      ]);
    },
  );

  it('the customer pays with the button and returns to the shop through a link', async () => {
    const { gateway, url, orderNo } = await checkoutScene();
    const visitor = await visit(url, phone);
    await openDrawer(visitor);
    await press(visitor, 'Pay ₹12,345.00');
    await shown(visitor, 'success');
    const { utr } = await gateway.payins.get(orderNo);
    expect(await fact(visitor, 'UTR')).toBe(utr);
    expect(visitor.page.url()).toBe(url);
    await visitor.standIn(shop);
    await visitor.page.getByRole('link', { name: 'Back to the shop' }).click();
    await visitor.page.waitForURL(`${shop}/thanks`);
  });

  it('the page explains a wrong UTR at the field where the customer enters the UTR', async () => {
    const { gateway, url, orderNo } = await checkoutScene();
    const visitor = await visit(url, phone);
    visitor.expectProblem(/status of 422/);
    const field = visitor.page.getByLabel(/^UTR/);
    expect(await field.getAttribute('inputmode')).toBe('numeric');
    await field.fill('4123 4567');
    await press(visitor, 'I have paid');
    await visitor.page.getByRole('alert').getByText('Enter a UTR with exactly 12 digits').waitFor();
    expect(await field.inputValue()).toBe('4123 4567');
    const isActive = () => field.evaluate((input) => input === input.ownerDocument.activeElement);
    await expect.poll(isActive, patience).toBe(true);
    await field.fill('4123 4567 8901');
    await field.press('Enter');
    await shown(visitor, 'success');
    expect(await fact(visitor, 'UTR')).toBe('412345678901');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ utr: '412345678901', paidAmount: '12345.00' });
  });

  it('the checkout works with only the keyboard, from the first Tab key to the payment', async () => {
    const { url } = await checkoutScene();
    const visitor = await visit(url);
    const { page } = visitor;
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    const walked: unknown[] = [];
    while (walked.at(-1) !== 'Developer: simulate the payment' && walked.length < 20) {
      await page.keyboard.press('Tab');
      walked.push(await focused());
    }
    expect(walked).toEqual([
      'Copy the order number',
      'Open a UPI app',
      'Google Pay',
      'PhonePe',
      'Paytm',
      'BHIM',
      '',
      'I have paid',
      'Developer: simulate the payment',
    ]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shown(visitor, 'success');
  });

  it('the checkout confirms that it has copied the order number', async () => {
    const { url } = await checkoutScene();
    const visitor = await visit(url);
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(visitor, 'Copy the order number');
    await visitor.page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
    expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe('INV-2026-0417');
  });

  it('the checkout of a payment link shows the note of the link', async () => {
    const { gateway } = await checkoutScene();
    const { data } = await callerOf(gateway).createLink({
      amount: '500.00',
      client_ref: 'REF-7',
      note: 'Two books',
    });
    const visitor = await visit(String(data['pay_url']), phone);
    expect(await fact(visitor, 'For')).toBe('Two books');
    await openDrawer(visitor);
    await press(visitor, 'Pay ₹500.00');
    await shown(visitor, 'success');
  });
});

describe('developer’s drawer', () => {
  it("the developer's drawer pays another amount but rejects an invalid amount", async () => {
    const { gateway, url, orderNo } = await checkoutScene();
    const visitor = await visit(url, phone);
    visitor.expectProblem(/status of 422/);
    await openDrawer(visitor);
    const field = visitor.page.getByLabel('Another amount, in rupees');
    await field.fill('a lot');
    await press(visitor, 'Pay this amount');
    await visitor.page.getByRole('alert').getByText('two decimals. Example: 400.00').waitFor();
    await field.fill('400.00');
    await press(visitor, 'Pay this amount');
    await shown(visitor, 'success');
    expect(await visitor.page.locator('.amount').textContent()).toBe('₹400.00');
    expect(await fact(visitor, 'Requested')).toBe('₹12,345.00');
    expect((await gateway.payins.get(orderNo)).paidAmount).toBe('400.00');
  });

  it("the customer can still pay an order after Fail in the developer's drawer", async () => {
    const { url } = await checkoutScene();
    const visitor = await visit(url, phone);
    await openDrawer(visitor);
    await press(visitor, 'Fail');
    await shown(visitor, 'failed');
    expect(await textOf(visitor)).toContain('No money was taken. You can try again.');
    expect(await visitor.page.getByRole('button', { name: 'Fail' }).count()).toBe(0);
    await press(visitor, 'Pay ₹12,345.00');
    await shown(visitor, 'success');
  });

  it('the gateway credits a payment after Let it expire and shows the payment as late', async () => {
    const { gateway, url } = await checkoutScene();
    const visitor = await visit(url, phone);
    await openDrawer(visitor);
    await press(visitor, 'Let it expire');
    await shown(visitor, 'expired');
    expect(gateway.clock.get().now).toBe('2026-11-20T15:34:05+05:30');
    expect(await textOf(visitor)).toContain('You can still pay. The gateway credits late payments.');
    await visitor.page.getByLabel(/^UTR/).fill('412345678901');
    await press(visitor, 'I have paid');
    await shown(visitor, 'success');
    expect(await fact(visitor, 'Paid')).toBe('20 Nov, 3:34 pm, after the order had expired');
  });

  it('the checkout offers no payment for an expired order if late payments are rejected', async () => {
    const { gateway, url } = await checkoutScene();
    await gateway.settings.update({ latePayments: 'refuse' });
    await gateway.clock.advance('31m');
    const visitor = await visit(url, phone);
    expect(await textOf(visitor)).toContain('You can no longer pay this order');
    await openDrawer(visitor);
    expect(await visitor.page.getByRole('button').filter({ hasNotText: 'Copy' }).count()).toBe(0);
    await visitor.page.getByRole('link', { name: 'Back to the shop' }).waitFor();
  });
});

describe('open checkout page', () => {
  const running = { clock: { mode: 'running' } } as const;

  it('an open checkout page counts down to zero and then shows the order as expired', async () => {
    const { gateway, url } = await checkoutScene({}, running);
    const visitor = await visit(url);
    expect(await visitor.page.getByRole('timer').textContent()).toMatch(/^[23][0-9]:[0-5][0-9] left$/);
    await gateway.clock.advance('29m58s');
    await shown(visitor, 'expired');
  });

  /** Blocks all later requests to the gateway. */
  async function cutOff(visitor: Visitor): Promise<void> {
    visitor.expectProblem(/status|ERR_FAILED/);
    await visitor.page.route('**/status', (route) => route.abort('failed'));
  }

  /** Opens a visit in which the test controls the time of the page. */
  async function visitWithTime(
    url: string,
    before: (visitor: Visitor) => Promise<void> = async () => {},
  ): Promise<Visitor> {
    const visitor = await visit(url, { ownClock: true });
    const { clock } = visitor.page;
    await clock.install();
    await before(visitor);
    await visitor.page.reload();
    // Set a later time, because time moves only forward. On a busy machine, the page is ahead when it receives a state.
    await clock.pauseAt(Date.now() + 30_000);
    return visitor;
  }

  /**
   * Advances the page's time in small steps until the condition is true, because a response can take eight seconds of
   * this time.
   */
  async function passUntil({ page }: Visitor, isSo: Promise<void>): Promise<void> {
    let waiting = true;
    const pass = async () => {
      while (waiting) await page.clock.runFor(100);
    };
    const so = isSo.finally(() => {
      waiting = false;
    });
    await Promise.all([so, pass()]);
  }

  it('an open checkout page counts second by second', async () => {
    const { url } = await checkoutScene({}, running);
    // Cut the connection, because a state from the gateway would correct the countdown.
    const visitor = await visitWithTime(url, cutOff);
    const seconds = async () => {
      const text = String(await visitor.page.getByRole('timer').textContent());
      const [minutes = 0, rest = 0] = text.replace(' left', '').split(':').map(Number);
      return minutes * 60 + rest;
    };
    const before = await seconds();
    await visitor.page.clock.runFor(1_000);
    expect(await seconds()).toBe(before - 1);
    await visitor.page.clock.runFor(1_500_000);
    expect(await seconds()).toBe(before - 1_501);
    await visitor.page.getByRole('status').getByText('5 minutes left').waitFor({ state: 'attached' });
  });

  it('an open checkout page shows a change to the order or the clock without a reload', async () => {
    const { gateway, url, orderNo } = await checkoutScene();
    const visitor = await visitWithTime(url);
    await gateway.clock.advance('10m');
    await passUntil(visitor, visitor.page.getByText('20:00 left, paused').waitFor());
    await gateway.payins.fail(orderNo);
    await passUntil(visitor, shown(visitor, 'failed'));
    await gateway.payins.pay(orderNo);
    await passUntil(visitor, shown(visitor, 'success'));
  });

  it('an open checkout page shows that a reset has deleted the order', async () => {
    const { gateway, url } = await checkoutScene();
    const visitor = await visitWithTime(url);
    visitor.expectProblem(/status of 404/);
    await gateway.reset();
    await passUntil(
      visitor,
      visitor.page.getByText('Payment page not found').first().waitFor({ state: 'attached' }),
    );
  });

  it('an open checkout page shows an outage of the gateway until the gateway responds', async () => {
    const { gateway, url, orderNo } = await checkoutScene();
    const visitor = await visitWithTime(url);
    await cutOff(visitor);
    await passUntil(visitor, visitor.page.getByText('The gateway does not respond').waitFor());
    await visitor.page.unroute('**/status');
    await passUntil(visitor, visitor.page.getByText('Waiting for the payment').waitFor());
    await gateway.payins.pay(orderNo);
    await passUntil(visitor, shown(visitor, 'success'));
  });
});

describe('USDT checkout', () => {
  it('the USDT checkout shows the network, the exact amount and the wallet address with a QR code', async () => {
    const { gateway, url, orderNo } = await checkoutScene({ tradeType: 'usdt' });
    const { address } = await gateway.payins.get(orderNo);
    const visitor = await visit(url, phone);
    const text = await textOf(visitor);
    for (const part of [
      'TRC20 (TRON)',
      'Only USDT on the TRC20 network',
      '137.166667 USDT',
      String(address),
      'You lose payments in other coins',
    ]) {
      expect(text).toContain(part);
    }
    expect(
      await visitor.readQr(visitor.page.getByRole('img', { name: 'QR code of the wallet address' })),
    ).toBe(address);
    expect(await visitor.page.getByLabel(/^UTR/).count()).toBe(0);
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(visitor, 'Copy the amount');
    const copied = () => visitor.page.evaluate('navigator.clipboard.readText()');
    await expect.poll(copied, patience).toBe('137.166667');
    await openDrawer(visitor);
    await press(visitor, /^Pay ₹/);
    await shown(visitor, 'success');
  });
});

describe('checkout without JavaScript', () => {
  const plain = { ...phone, javaScript: false };

  it('the checkout without JavaScript accepts the UTR and explains a wrong UTR', async () => {
    const { url } = await checkoutScene();
    const visitor = await visit(url, plain);
    visitor.expectProblem(/status of 422/);
    await visitor.page.getByLabel(/^UTR/).fill('12');
    await press(visitor, 'I have paid');
    await visitor.page.getByRole('alert').waitFor();
    await visitor.page.getByLabel(/^UTR/).fill('412345678901');
    await press(visitor, 'I have paid');
    await shown(visitor, 'success');
  });

  it('the checkout without JavaScript can fail the order in the drawer', async () => {
    const { gateway, url, orderNo } = await checkoutScene();
    const visitor = await visit(url, plain);
    expect(await visitor.page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    expect(await visitor.page.getByRole('timer').count()).toBe(0);
    await openDrawer(visitor);
    await press(visitor, 'Fail');
    await shown(visitor, 'failed');
    await gateway.payins.pay(orderNo);
    await visitor.page.getByRole('link', { name: /Check again/ }).click();
    await shown(visitor, 'success');
  });

  it('the checkout without JavaScript expires the order with Let it expire', async () => {
    const { url } = await checkoutScene();
    const visitor = await visit(url, plain);
    await openDrawer(visitor);
    await press(visitor, 'Let it expire');
    await shown(visitor, 'expired');
  });
});

describe('hostile text on the checkout', () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)><a href="javascript:alert(1)">&amp;`;

  it('hostile text is shown as text in every field that a merchant or a customer fills', async () => {
    const { gateway } = await checkoutScene();
    const keys = await gateway.createMerchant({ mchId: `<b/onclick=alert(1)>"M'&amp;` });
    const { data } = await callerOf(gateway, keys).createLink({
      amount: '500.00',
      client_ref: hostile,
      note: hostile,
      return_url: `https://shop.example/"><script>alert(1)</script>`,
    });
    const visitor = await visit(String(data['pay_url']), phone);
    visitor.expectProblem(/status of 422/);
    expect(await fact(visitor, 'Order')).toContain(hostile);
    expect(await fact(visitor, 'For')).toBe(hostile);
    expect(await visitor.page.locator('.payee strong').textContent()).toBe(`<b/onclick=alert(1)>"M'&amp;`);
    const link = await visitor.page.getByRole('link', { name: 'Open a UPI app' }).getAttribute('href');
    expect(await visitor.readQr(visitor.page.getByRole('img'))).toBe(link);
    await visitor.page.getByLabel(/^UTR/).fill(hostile);
    await press(visitor, 'I have paid');
    await visitor.page.getByRole('alert').waitFor();
    expect(await visitor.page.getByLabel(/^UTR/).inputValue()).toBe(hostile);
    await visitor.expectNoSidewaysScroll();
    await gateway.links.pay(String(data['link_code']), { utr: hostile.slice(0, 64) });
    await shown(visitor, 'success');
    expect(await fact(visitor, 'UTR')).toBe(hostile.slice(0, 64));
    const back = await visitor.page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href');
    expect(new URL(String(back)).origin).toBe(shop);
    expect(
      await visitor.page
        .locator('main :is(script, img, b), [onclick], [onerror], [href^="javascript"]')
        .count(),
    ).toBe(0);
  });

  it('the `extra` of a pay-in does not appear on the checkout page', async () => {
    const { url } = await checkoutScene({
      extra: hostile,
      returnUrl: 'https://shop.example/?a="onmouseover="alert(1)',
    });
    const visitor = await visit(url, phone);
    expect(await visitor.page.content()).not.toContain('alert');
  });
});
