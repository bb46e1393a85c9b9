import { randomInt } from 'node:crypto';
import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import {
  afterStart,
  callerOf,
  listenGateway,
  minute,
  Orders,
  openGateway,
  reopenGateway,
  temporaryFile,
} from '../scenarios/harness.ts';
import { Receiver, reject, reply } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { patience, phone, useBrowser, type Visitor } from './browser.ts';

const visit = useBrowser();

const at = (gateway: MockGateway, hash: string) => `${gateway.dashboardUrl}#/${hash}`;
const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = ({ page }: Visitor, text: string) => page.getByRole('row').filter({ hasText: text });
const detail = ({ page }: Visitor) => page.locator('.detail');
const link = ({ page }: Visitor, name: string | RegExp) => page.getByRole('link', { name });

describe('order actions in the dashboard', () => {
  it('a payment in the dashboard updates the row, the navigation rail and the callback', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin({ mchOrderNo: 'TEA-1' });
    const visitor = await visit(at(gateway, 'payins'));
    await link(visitor, 'TEA-1').click();
    await visitor.page.waitForURL(`**#/payins/${orderNo}`);
    await button(visitor, 'Pay').click();
    await detail(visitor).getByText('success', { exact: true }).waitFor();
    await row(visitor, 'TEA-1').getByText('success').waitFor();
    await detail(visitor).getByText('delivered').waitFor();
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'success', paidAmount: '500.00' });
    expect(receiver.fields).toMatchObject([{ status: 'success', mchOrderNo: 'TEA-1' }]);
    await link(visitor, /^Callbacks/)
      .getByText('1', { exact: false })
      .first()
      .waitFor();
  });

  it('the dashboard shows that a paid amount differs from the requested amount', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await button(visitor, 'Pay another amount…').click();
    await visitor.page.getByLabel('Amount paid (₹)').fill('499.00');
    await button(visitor, 'Pay another amount').last().click();
    await visitor.page.getByText('differs from the requested amount').waitFor();
    expect(await gateway.payins.get(orderNo)).toMatchObject({ paidAmount: '499.00' });
  });

  it('the dashboard accepts a payment after it has failed the order', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await button(visitor, 'Fail').click();
    await detail(visitor).getByText('failed', { exact: true }).first().waitFor();
    await button(visitor, 'Pay').click();
    await detail(visitor).getByText('success', { exact: true }).waitFor();
    expect(await button(visitor, 'Fail').count()).toBe(0);
  });

  it('the dashboard offers a payment after expiry only while the setting allows late payments', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await gateway.clock.advance('31m');
    await button(visitor, 'Pay late').waitFor();
    // Another operator changes the settings while the page is open.
    await gateway.settings.update({ latePayments: 'refuse' });
    await gateway.clock.advance('1s');
    await visitor.page.getByText('Late payments are rejected').waitFor();
    expect(await button(visitor, /Pay/).count()).toBe(0);
  });

  it('the dashboard approves, completes and rejects payouts', async () => {
    const gateway = await listenGateway();
    const orders = new Orders(gateway);
    const [paid, refused] = [await orders.payout(), await orders.payout()];
    const visitor = await visit(at(gateway, `payouts/${paid}`));
    await button(visitor, 'Approve').click();
    await button(visitor, 'Complete with txid…').click();
    await visitor.page.getByLabel('Transfer reference').fill('853793d552635f53');
    await button(visitor, 'Complete with txid').click();
    await detail(visitor).getByText('853793d552635f53').waitFor();
    await detail(visitor).getByText('success', { exact: true }).waitFor();
    await visitor.page.goto(at(gateway, `payouts/${refused}`));
    await button(visitor, 'Reject…').click();
    await visitor.page.getByLabel(/Reason/).fill('wrong name');
    await button(visitor, 'Reject').last().click();
    await detail(visitor).getByText('wrong name').waitFor();
    expect(await gateway.payouts.get(refused)).toMatchObject({ status: 'failed', message: 'wrong name' });
  });

  it('the dashboard shows why the gateway rejected an action', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    visitor.expectProblem(/409/);
    await visitor.page.route('**/pay', async (route) => {
      await gateway.payins.pay(orderNo);
      await route.continue();
    });
    await visitor.told('Nothing was changed.', () => button(visitor, 'Pay').first().click());
  });

  it('the dashboard re-sends a callback from the order list', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const visitor = await visit(at(gateway, 'payins'));
    await visitor.told('was re-sent', () => button(visitor, `Re-send the callback of ${orderNo}`).click());
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  });
});

describe('clock in the bar', () => {
  it('the clock in the bar moves by a step or to the next due time', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open(reject);
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orders = new Orders(gateway);
    const [paid, unpaid] = [await orders.payin(), await orders.payin()];
    await gateway.payins.pay(paid);
    await gateway.callbacks.settle();
    const visitor = await visit(at(gateway, `payins/${unpaid}`));
    await button(visitor, /^Next due in 1 min/).click();
    await button(visitor, /^Next due in 5 min/).waitFor();
    expect(gateway.clock.get().now).toBe(afterStart(minute));
    expect(receiver.received).toHaveLength(2);
    await button(visitor, '+31 min').click();
    await detail(visitor).getByText('expired', { exact: true }).waitFor();
    // The order expires during the move of the clock.
    await expect.poll(() => gateway.clock.get().now, patience).toBe(afterStart(32 * minute));
  });

  it('the buttons Resume and Freeze in the bar control the clock', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(at(gateway, 'payins'));
    await button(visitor, 'Resume').click();
    await button(visitor, 'Freeze').waitFor();
    expect(gateway.clock.get().mode).toBe('running');
    const shown = visitor.page.locator('.clock time');
    const before = await shown.textContent();
    await expect.poll(() => shown.textContent(), patience).not.toBe(before);
    await button(visitor, 'Freeze').click();
    await button(visitor, 'Resume').waitFor();
  });
});

describe('dashboard search', () => {
  it('the dashboard search filters the list, and the URL contains the search', async () => {
    const gateway = await listenGateway();
    const orders = new Orders(gateway);
    await orders.payin({ mchOrderNo: 'SMALL', amount: '200.00' });
    await orders.payin({ mchOrderNo: 'LARGE', amount: '900.00' });
    await gateway.payins.pay(await orders.payin({ mchOrderNo: 'PAID', amount: '900.00' }));
    const visitor = await visit(at(gateway, 'payins'));
    await row(visitor, 'PAID').waitFor();
    await visitor.page.keyboard.press('/');
    await visitor.page.keyboard.type('status:pending amount:>500 mch:DEMO1001 arg');
    await row(visitor, 'SMALL').waitFor({ state: 'detached' });
    await row(visitor, 'PAID').waitFor({ state: 'detached' });
    await row(visitor, 'LARGE').waitFor();
    // The page filters while the visitor types, and keeps the last text.
    await expect
      .poll(() => new URLSearchParams(visitor.page.url().split('?')[1]).get('q'))
      .toBe('status:pending amount:>500 mch:DEMO1001 arg');
    await visitor.page.reload();
    await row(visitor, 'LARGE').waitFor();
    expect(await row(visitor, 'SMALL').count()).toBe(0);
    await visitor.page.getByRole('searchbox').fill('colour:red');
    await visitor.page.getByText('Unknown key “colour:”').waitFor();
    await visitor.page.getByRole('searchbox').press('Escape');
    await row(visitor, 'SMALL').waitFor();
  });
});

describe('faults in the dashboard', () => {
  it('the dashboard shows how often each fault still applies', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(at(gateway, 'faults'));
    await visitor.page.getByLabel('Error code').fill('maintenance');
    await visitor.page.getByLabel('Retry-After (s)').fill('7');
    await visitor.page.getByLabel('Times').fill('2');
    await button(visitor, 'Add fault').click();
    await visitor.page.getByText('503 maintenance, Retry-After 7 s').waitFor();
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 503, error: 'maintenance' });
    await visitor.page.getByText('1 time left').waitFor();
    await button(visitor, /^Remove fault_/).click();
    await visitor.page.getByText('No faults yet').waitFor();
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 200 });
  });

  it('the dashboard offers additional kinds of faults for callbacks', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(at(gateway, 'faults'));
    await visitor.page.getByLabel('Endpoint').selectOption('callback');
    expect(await visitor.page.getByLabel('Phase').count()).toBe(0);
    await visitor.page.getByLabel('Kind of fault').selectOption('tamper');
    await button(visitor, 'Add fault').click();
    await visitor.told('All faults are removed.', () => button(visitor, 'Remove all').click());
    expect((await gateway.faults.list()).items).toEqual([]);
  });
});

/** Script that records every response in the page, because the body can be gone before the test reads it. */
const recordAnswers = `
const ask = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const answer = await ask(...request);
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('json')) await record(await answer.clone().text());
  return answer;
};`;

describe('merchant dashboard', () => {
  it('the merchant dashboard saves the callback URL and the IP list', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open((response, { headers }) => {
      const isForm = headers['content-type']?.includes('form') === true;
      reply(200, isForm ? 'success' : 'SUCCESS')(response);
    });
    const visitor = await visit(at(gateway, 'merchants/DEMO1001'));
    expect(await button(visitor, 'Test endpoint').isDisabled()).toBe(true);
    await visitor.page.getByLabel('Callback URL').fill(receiver.url);
    await visitor.page.getByLabel(/^IP allow-list/).fill('10.0.0.0/8\n127.0.0.1');
    await visitor.told('Saved.', () => button(visitor, 'Save').click());
    await button(visitor, 'Test endpoint').click();
    await visitor.page.getByText('Accepted as form').waitFor();
    expect(receiver.received.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    expect(await gateway.merchants.get('DEMO1001')).toMatchObject({
      callbackUrl: receiver.url,
      callbackFormat: 'form',
      ipAllowList: ['10.0.0.0/8', '127.0.0.1'],
    });
  });

  it('the merchant dashboard tops up the wallet without receiving a key', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(gateway.dashboardUrl);
    const answers: string[] = [];
    await visitor.page.exposeFunction('record', (text: string) => void answers.push(text));
    await visitor.page.addInitScript(recordAnswers);
    await visitor.page.goto(at(gateway, 'ledger'));
    await visitor.page.reload();
    await visitor.page.getByText('Balanced').waitFor();
    await visitor.page.goto(at(gateway, 'merchants'));
    await visitor.told('Saved.', () => button(visitor, 'Save').click());
    await visitor.told('Merchant created', () => button(visitor, 'Add a merchant').click());
    await link(visitor, 'DEMO1001').click();
    await visitor.page.getByRole('heading', { name: 'Basic information DEMO1001' }).waitFor();
    await visitor.page.getByLabel('Top up (₹)').fill('1000.00');
    await button(visitor, 'Top up').click();
    await visitor.page.getByText('₹1,01,000.00').first().waitFor();
    const texts = [await visitor.page.content(), ...answers];
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter((text) => /demo-mch-(key|secret)|mchKey|mchSecret/.test(text))).toEqual([]);
  });
});

describe('live dashboard', () => {
  it('the live dashboard shows an order that the API creates or changes, without a reload', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(at(gateway, 'payins'));
    await visitor.page.getByText('No pay-ins yet').waitFor();
    const orderNo = await new Orders(gateway).payin({ mchOrderNo: 'NEW-1' });
    await row(visitor, 'NEW-1').getByText('pending').waitFor();
    await gateway.payins.pay(orderNo);
    await row(visitor, 'NEW-1').getByText('success').waitFor();
  });

  it('the live dashboard sends only a few requests when a hundred orders change simultaneously', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(at(gateway, 'payins'));
    await visitor.page.getByText('No pay-ins yet').waitFor();
    let asked = 0;
    visitor.page.on('request', () => {
      asked += 1;
    });
    const began = performance.now();
    const orders = new Orders(gateway);
    for (let made = 0; made < 100; made++) await orders.payin();
    await row(visitor, 'P-100').waitFor();
    // The page may send two requests each half second, and those of its start. A busy machine can take longer.
    const rounds = Math.ceil((performance.now() - began) / 500) + 1;
    expect(asked).toBeLessThanOrEqual(2 * (rounds + 3));
  });

  it('two windows of the dashboard show the same state and keep typed text', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    const port = await listenApart(gateway);
    const [form, rows] = [await visit(at(gateway, 'merchants')), await visit(at(gateway, 'payins'))];
    for (const visitor of [form, rows]) visitor.expectProblem(/./);
    await form.page.getByLabel('Callback URL').fill('http://127.0.0.1:9/typed');
    await rows.page.getByText('live', { exact: true }).waitFor();
    await gateway.close();
    await rows.page.getByText('offline', { exact: true }).waitFor();
    await form.page.getByText('offline', { exact: true }).waitFor();
    const again = await reopenGateway(db);
    await again.listen({ port });
    await new Orders(again).payin({ mchOrderNo: 'AGAIN' });
    await row(rows, 'AGAIN').waitFor();
    await form.page.getByText('live', { exact: true }).waitFor();
    expect(await form.page.getByLabel('Callback URL').inputValue()).toBe('http://127.0.0.1:9/typed');
  });

  it('the live dashboard reconnects to a gateway that restarts', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(at(gateway, 'payins'));
    await visitor.page.getByText('live', { exact: true }).waitFor();
    visitor.expectProblem(/./);
    await visitor.page.context().setOffline(true);
    await gateway.reset();
    await visitor.page.context().setOffline(false);
    await new Orders(gateway).payin({ mchOrderNo: 'BACK' });
    await row(visitor, 'BACK').waitFor();
  });
});

describe('dashboard URLs in the browser', () => {
  it('Back or Esc leaves the order details that a dashboard URL opened', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin({ mchOrderNo: 'DEEP' });
    const visitor = await visit(at(gateway, `payins/${orderNo}/signature`));
    await visitor.page.getByText('mchOrderNo=DEEP&key=<key>').waitFor();
    await visitor.page.getByRole('tab', { name: 'Timeline' }).click();
    await visitor.page.getByText('expires').first().waitFor();
    await visitor.page.goBack();
    await visitor.page.getByText('mchOrderNo=DEEP&key=<key>').waitFor();
    await visitor.page.keyboard.press('Escape');
    await detail(visitor).waitFor({ state: 'detached' });
    expect(visitor.page.url()).toMatch(/#\/payins$/);
  });

  it('an unknown dashboard URL shows that nothing was found', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(gateway.dashboardUrl);
    visitor.expectProblem(/404/);
    await visitor.page.goto(at(gateway, 'payins/PI-none'));
    await visitor.page.getByText('No pay-in has the order number PI-none').waitFor();
  });
});

describe('request details', () => {
  it('the details of a request from a locked IP address show the reason, the end and the unlock command', async () => {
    const gateway = await listenGateway({ settings: { signatureLock: { failures: 1 } } });
    const caller = callerOf(gateway);
    for (let sent = 0; sent < 2; sent++) await caller.raw('/v3/payin', { mchId: 'DEMO1001', sign: 'A' });
    const visitor = await visit(at(gateway, `requests/${(await gateway.requests.list()).items[0]?.id}`));
    await visitor.page.getByText('One wrong signature from 127.0.0.1 locked this IP address').waitFor();
    await visitor.page.getByText('inrgate mock unlock 127.0.0.1').waitFor();
  });
});

describe('wrong signature in the dashboard', () => {
  it('for a wrong signature, the dashboard shows the mistake, the difference and the fix in each language', async () => {
    const gateway = await listenGateway();
    const { mchId, mchKey } = gateway.merchant;
    const signed = { mchId, mchOrderNo: 'ORDER-7' };
    const caller = callerOf(gateway);
    await caller.raw('/v3/payin', { ...signed, amount: '500.00', sign: sign(signed, mchKey) });
    const visitor = await visit(
      at(gateway, `requests/${(await gateway.requests.list()).items[0]?.id}/signature`),
    );
    await visitor.page.getByText('Signed string compared with the correct string').waitFor();
    // The page must not state that a client signed the other string.
    await visitor.page.getByRole('heading', { name: 'String to sign, key masked' }).waitFor();
    // As in a diff, missing text is inserted, and wrong text is struck through.
    const marked = (mark: 'ins' | 'del') => visitor.page.locator(`pre.canonical ${mark}`);
    expect(await marked('ins').allTextContents()).toEqual([expect.stringContaining('amount=500.00')]);
    expect(await marked('del').count()).toBe(0);
    const styleOf = (selector: string) =>
      visitor.page.evaluate<readonly string[]>(
        `(({ color, textDecorationLine }) => [color, textDecorationLine])(getComputedStyle(document.querySelector('${selector}')))`,
      );
    const [red = ''] = await styleOf('.verdict.ill');
    expect(await styleOf('p .canonical del')).toEqual([red, 'line-through']);
    expect(await styleOf('p .canonical ins')).toEqual([expect.not.stringContaining(red), 'underline']);
    await visitor.page.locator('summary').getByText('PHP', { exact: true }).click();
    await visitor.page.locator('.unfolding[open] pre').waitFor();
    expect(await visitor.page.content()).not.toContain(mchKey);
  });
});

describe('order details', () => {
  it('the dashboard copies an order and a request as a command', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin({ mchOrderNo: 'COPY' });
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => visitor.page.evaluate<string>('navigator.clipboard.readText()');
    await visitor.told('Copied as CLI.', () => button(visitor, 'CLI').click());
    expect(await copied()).toBe(`inrgate payin get --order-no ${orderNo} --base-url ${gateway.baseUrl}`);
    const id = String((await gateway.requests.list()).items[0]?.id);
    await visitor.page.goto(at(gateway, `requests/${id}`));
    // The pane of the order may still show a button of the same name.
    const ofRequest = visitor.page
      .getByRole('region', { name: id })
      .getByRole('button', { name: 'TypeScript' });
    await visitor.told('Copied as TypeScript.', () => ofRequest.click());
    expect(await copied()).toContain("client.payins.create({ mchOrderNo: 'COPY'");
  });

  it('the details of an order show its requests and callbacks as the network transmitted them', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open(reply(500, 'database is down', { 'x-served-by': 'web-1' }));
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin({ extra: 'for the tab' });
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await visitor.page.getByRole('tab', { name: 'Summary' }).press('ArrowRight');
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.page.getByText('"extra": "for the tab"').first().waitFor();
    await visitor.page.getByText('callback payin.success').click();
    await visitor.page.getByText('database is down').waitFor();
    await visitor.page.getByText('x-served-by: web-1').waitFor();
    expect(visitor.page.url()).toMatch(/\/raw$/);
  });
});

describe('long list in the dashboard', () => {
  it('a long list renders only a few rows at a time and scrolls to its end', async () => {
    const gateway = await listenGateway({ settings: { rateLimitPerMinute: 100_000 } });
    const orders = new Orders(gateway);
    for (let made = 0; made < 450; made++) await orders.payin();
    const visitor = await visit(at(gateway, 'payins'));
    await row(visitor, 'P-450').waitFor();
    const box = visitor.page.locator('.list .rows');
    await expect
      .poll(async () => {
        await box.evaluate((element) => Object.assign(element, { scrollTop: 1e9 }));
        return visitor.page.getByRole('link', { name: 'P-1', exact: true }).count();
      }, patience)
      .toBe(1);
    expect(await visitor.page.getByRole('row').count()).toBeLessThan(80);
    await visitor.page.getByText('450', { exact: true }).first().waitFor();
    // New rows at the top do not remove loaded rows below.
    await gateway.payins.pay(await orders.payin());
    await visitor.page.locator('.list h1').getByText('451', { exact: true }).waitFor();
  });
});

describe('dashboard ledger', () => {
  it('the dashboard ledger shows the journal, the chart and the balanced state', async () => {
    const gateway = await listenGateway();
    await gateway.payins.pay(await new Orders(gateway).payin());
    const visitor = await visit(at(gateway, 'ledger'));
    await visitor.page.getByText('Balanced: 5 entries over 6 accounts sum to ₹0.00').waitFor();
    await row(visitor, 'gateway:fees').getByText('₹55.00').waitFor();
    await visitor.page.locator('.uplot canvas').waitFor();
    await gateway.merchants.credit('DEMO1001', { amount: '1.00' });
    await gateway.clock.advance('1s');
    await visitor.page.getByText('Balanced: 7 entries').waitFor();
  });
});

describe('dashboard in a browser with an invalid language', () => {
  it('the dashboard in a browser with an invalid language still draws the chart', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(gateway.dashboardUrl);
    await visitor.page.addInitScript(
      "Object.defineProperty(navigator, 'language', { value: 'en-US@posix' })",
    );
    await visitor.page.goto(at(gateway, 'ledger'));
    await visitor.page.reload();
    await visitor.page.locator('.uplot canvas').waitFor();
  });
});

describe('dashboard settings', () => {
  it('the dashboard saves settings and can delete all data', async () => {
    const gateway = await listenGateway();
    await new Orders(gateway).payin();
    const visitor = await visit(at(gateway, 'settings'));
    await visitor.page.getByLabel('Maintenance').check();
    await visitor.page.getByLabel(/^USDT rate/).fill('');
    await visitor.told('Saved.', () => button(visitor, 'Save').click());
    expect(await gateway.settings.get()).toMatchObject({ maintenance: true, usdtRate: null });
    // Wait before typing, because the page redraws the form with the saved values.
    await visitor.page.locator('input[name=maintenance][checked]').waitFor();
    await visitor.page.getByLabel(/^Calls per minute/).fill('');
    await visitor.page.getByLabel(/^Wrong signatures/).fill('');
    await button(visitor, 'Save').click();
    const isOff = async () => (await gateway.settings.get()).signatureLock === null;
    await expect.poll(isOff, patience).toBe(true);
    expect(await gateway.settings.get()).toMatchObject({ rateLimitPerMinute: null });
    await button(visitor, 'Reset…').click();
    await visitor.told('The gateway was reset.', () => button(visitor, 'Delete everything').click());
    expect(await gateway.settings.get()).toMatchObject({ maintenance: false, usdtRate: '90.0000' });
    expect((await gateway.payins.list()).items).toEqual([]);
  });
});

describe('keyboard input in the dashboard', () => {
  it('Enter opens a row and Esc closes the row', async () => {
    const gateway = await listenGateway();
    await new Orders(gateway).payin({ mchOrderNo: 'TEA-1' });
    const visitor = await visit(at(gateway, 'payins'));
    await link(visitor, 'TEA-1').focus();
    await visitor.page.keyboard.press('Enter');
    await detail(visitor).getByText('TEA-1').first().waitFor();
    await visitor.page.keyboard.press('Escape');
    await detail(visitor).waitFor({ state: 'detached' });
  });
});

describe('dashboard colours', () => {
  it('the dashboard uses the colours of the system', async () => {
    const gateway = await listenGateway();
    const paper = async (dark: boolean) => {
      const { page } = await visit(at(gateway, 'ledger'), { dark });
      return page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    };
    expect(await paper(true)).not.toBe(await paper(false));
  });
});

describe('dashboard on a phone', () => {
  it('the dashboard on a phone hides its sections behind a button', async () => {
    const gateway = await listenGateway();
    await new Orders(gateway).payin();
    const visitor = await visit(at(gateway, 'payins'), phone);
    const faults = visitor.page.getByRole('link', { name: /^Faults/ });
    await button(visitor, 'Sections').click();
    await faults.waitFor();
    await visitor.page.keyboard.press('Escape');
    await faults.waitFor({ state: 'hidden' });
    await button(visitor, 'Sections').click();
    await faults.click();
    await faults.waitFor({ state: 'hidden' });
    await visitor.page.getByRole('heading', { name: 'Faults', exact: true }).waitFor();
    await visitor.page.goBack();
    await link(visitor, 'P-1').click();
    await detail(visitor).waitFor();
    await row(visitor, 'P-1').waitFor({ state: 'hidden' });
    const focused = () => visitor.page.evaluate<string>('document.activeElement.textContent');
    await expect.poll(focused, patience).toMatch(/^PI/);
    await link(visitor, 'Close (Esc)').click();
    await row(visitor, 'P-1').waitFor();
    await expect.poll(focused, patience).toBe('P-1');
    await visitor.expectNoSidewaysScroll();
  });
});

describe('malicious text in the dashboard', () => {
  it('malicious text is shown as text in every field of the dashboard', async () => {
    const harm = `"><img src=x onerror="document.title='harmed'"><script>document.title='harmed'</script>`;
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open(reply(200, harm));
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const caller = callerOf(gateway);
    const { data } = await caller.payin({ mchOrderNo: 'H-1', extra: harm });
    await caller.payin({ mchOrderNo: harm, extra: harm });
    await caller.createLink({ client_ref: harm.slice(0, 100), note: harm, amount: '500.00' });
    await caller.payout({
      mchOrderNo: 'H-2',
      payType: 'bank',
      upiId: '',
      bankCode: harm,
      accountName: harm,
      accountNumber: '123456789',
      ifsc: 'HDFC0001234',
    });
    await gateway.payins.pay(String(data['orderNo']), { utr: harm.slice(0, 64) });
    await gateway.callbacks.settle();
    const [callback] = (await gateway.callbacks.list()).items;
    const [wrong] = (await gateway.requests.list({ status: '422' })).items;
    const [payout] = (await gateway.payouts.list()).items;
    const [madeLink] = (await gateway.links.list()).items;
    const visitor = await visit(at(gateway, 'payins'));
    const places = [
      ...['', '/timeline', '/raw', '/signature'].map((tab) => `payins/${data['orderNo']}${tab}`),
      ...['', '/raw', '/signature', '/timeline'].map((tab) => `callbacks/${callback?.id}${tab}`),
      ...['', '/raw', '/signature'].map((tab) => `requests/${wrong?.id}${tab}`),
      `payouts/${payout?.orderNo}`,
      `links/${madeLink?.linkCode}`,
      'links',
      'requests',
      `payins?${new URLSearchParams({ q: harm })}`,
    ];
    for (const place of places) {
      await visitor.page.goto(at(gateway, place));
      await visitor.page.locator('main h1').waitFor();
      if (place.includes('/')) await visitor.page.locator('.tab-panel > *').first().waitFor();
      expect(await visitor.page.locator('main img, main script').count(), place).toBe(0);
      expect(await visitor.page.title()).toBe('inrgate mock gateway');
    }
  });
});

describe('dashboard on a public host', () => {
  it('the dashboard on a public host shows no data until the user enters the token', async () => {
    const gateway = await openGateway({ controlToken: 'a-token' });
    await gateway.listen({ host: '0.0.0.0' });
    const orders = new Orders(gateway);
    await orders.payin({ mchOrderNo: 'SECRET-1' });
    const visitor = await visitShut(gateway);
    const { page } = visitor;
    await visitor.expectAccessible();
    await page.getByLabel('Control token').fill('wrong');
    await button(visitor, 'Open').click();
    await page.getByText('The control token is wrong.').waitFor();
    await page.getByLabel('Control token').fill('a-token');
    expect(await page.content()).not.toContain('SECRET-1');
    await button(visitor, 'Open').click();
    await row(visitor, 'SECRET-1').waitFor();
    expect(page.url()).not.toContain('a-token');
    await orders.payin({ mchOrderNo: 'LIVE-1' });
    await row(visitor, 'LIVE-1').waitFor();
    expect((await page.reload())?.status()).toBe(401);
    await row(visitor, 'LIVE-1').waitFor();
  });
});

/** Listens on a port below Linux's ephemeral ports, so no other test gets this port after the close. */
async function listenApart(gateway: MockGateway): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    try {
      await gateway.listen({ port });
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Expects that the first responses are 401. */
async function visitShut(gateway: MockGateway): Promise<Visitor> {
  const visitor = await visit('about:blank');
  visitor.expectProblem(/401|another origin/);
  await visitor.page.goto(gateway.dashboardUrl);
  return visitor;
}
