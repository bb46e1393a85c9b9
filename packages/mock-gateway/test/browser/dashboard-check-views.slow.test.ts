import { parseAmount } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway } from '../scenarios/harness.ts';
import { fieldsOf, md5Sign, Receiver, type Reply } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { patience, phone, useBrowser, type Visitor } from './browser.ts';
import { useSeededIds } from './seeded-ids.ts';

useSeededIds();
const visit = useBrowser();

const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });
const card = ({ page }: Visitor) => page.getByRole('region', { name: 'Check webhook' });
const row = (visitor: Visitor, title: string) =>
  card(visitor).getByRole('listitem').filter({ hasText: title }).first();

interface Shop {
  readonly before?: (body: string) => Promise<void> | undefined;
}

/** The fields of a body, or none if the body cannot be read. */
function readable(received: Parameters<typeof fieldsOf>[0]): ReturnType<typeof fieldsOf> {
  try {
    return fieldsOf(received);
  } catch {
    return {};
  }
}

/** A shop with a probe that verifies and credits every callback. */
function shop({ merchant: { mchKey, mchSecret } }: MockGateway, { before }: Shop = {}): Reply {
  const credits = new Map<string, bigint[]>();
  return async (response, received) => {
    if (received.method === 'GET') {
      const order = new URL(received.path, 'http://shop').searchParams.get('mchOrderNo') ?? '';
      const all = credits.get(order) ?? [];
      const paise = String(all.reduce((sum, one) => sum + one, 0n)).padStart(3, '0');
      const amount = `${paise.slice(0, -2)}.${paise.slice(-2)}`;
      return void response.end(JSON.stringify({ count: all.length, amount }));
    }
    await before?.(received.body);
    const { sign = '', ...fields } = readable(received);
    const key = [mchKey, mchSecret].find((one) => md5Sign(fields, one) === sign.toUpperCase());
    if (key === undefined) return void response.writeHead(401).end('wrong signature');
    const order = fields['mchOrderNo'] ?? fields['client_ref'] ?? '';
    const isIncome = key === mchKey || fields['link_code'] !== undefined;
    if (fields['status'] === 'success' && fields['test'] === undefined && isIncome) {
      const amount = parseAmount(fields['paidAmount'] ?? fields['amount'] ?? '0.00');
      credits.set(order, [...(credits.get(order) ?? []), amount]);
    }
    response.end('success');
  };
}

async function atThePanel(options: Shop = {}) {
  const gateway = await listenGateway({ sender: patient });
  const receiver = await Receiver.open(shop(gateway, options));
  await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
  const visitor = await visit(`${gateway.dashboardUrl}#/merchants/DEMO1001`, {
    width: 1440,
    height: 860,
    scale: 1,
  });
  await button(visitor, 'Check webhook').waitFor();
  return { gateway, receiver, visitor };
}

/** Replaces values that differ in each run, so the picture stays the same. */
async function settled({ page }: Visitor, { url }: Receiver): Promise<void> {
  const { port } = new URL(url);
  await page.route(/\/_mock\/merchants/, async (route) => {
    const request = route.request();
    if (request.method() !== 'GET') {
      return route.continue({ postData: (request.postData() ?? '').replace(':3000/', `:${port}/`) });
    }
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replaceAll(`:${port}/`, ':3000/').replace(/CHECK-\w+-/g, 'CHECK-'),
    });
  });
}

describe('check of an endpoint in the dashboard', () => {
  it('the check of an endpoint offers the options of the command check webhook', async () => {
    const { visitor, gateway, receiver } = await atThePanel();
    const { page } = visitor;
    const form = card(visitor);
    // This shop cannot create orders.
    visitor.expectProblem(/502/);
    const given = {
      'Order creation URL': `${receiver.url}/orders`,
      'Probe URL': `${receiver.url}/credited`,
      'Payout probe URL': `${receiver.url}/paid-out`,
      'Amount of the orders': '640.29',
    };
    for (const [label, value] of Object.entries(given))
      await form.getByLabel(new RegExp(`^${label}`)).fill(value);
    await form.getByLabel('Language of the fixes').selectOption('PHP');
    await form.getByLabel('Links').check();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/check-callback')),
      button(visitor, 'Check webhook').click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      kinds: ['payin', 'payout', 'link'],
      createOrder: `${receiver.url}/orders`,
      probe: `${receiver.url}/credited`,
      payoutProbe: `${receiver.url}/paid-out`,
      amount: '640.29',
      language: 'php',
    });
    expect((await request.response())?.status()).not.toBe(422);
    expect(await gateway.merchants.lastCheck('DEMO1001')).not.toMatchObject({ state: 'none' });
  });

  it('the running check of an endpoint shows every case, with failures first: light, and dark on a phone', async () => {
    const { visitor, receiver } = await atThePanel();
    const { page } = visitor;
    await settled(visitor, receiver);
    await card(visitor)
      .getByLabel(/^Probe URL/)
      .fill('http://127.0.0.1:3000/credited');
    await visitor.told(/^The webhook check failed: \d+ cases\.$/, () =>
      button(visitor, 'Check webhook').click(),
    );
    await card(visitor)
      .getByText(/^\d+ passed, \d+ failed, \d+ warnings?, \d+ skipped$/)
      .waitFor();
    const cases = card(visitor).getByRole('list', { name: 'Cases' }).locator(':scope > li');
    expect(await cases.count()).toBeGreaterThan(61);
    await expect.poll(() => cases.first().locator('.status').textContent(), patience).toBe('fail');
    const finding = row(visitor, 'a repeated callback is acknowledged, and the order is credited once');
    await finding.locator('summary').click();
    await finding
      .getByText('the order was credited 3 times, with 1501.11 in total; the customer paid 500.37 once')
      .waitFor();
    await finding.getByText('200 success').first().waitFor();
    await finding
      .getByText('In the transaction that credits the order, record the order number and status as handled')
      .waitFor();
    await page.getByText('The webhook check failed').waitFor({ state: 'hidden' });
    for (const [how, window] of [
      ['light', { width: 1440, height: 860 }],
      ['dark', phone],
    ] as const) {
      await page.setViewportSize(window);
      await visitor.prefer(how);
      await card(visitor).evaluate('(element) => element.scrollIntoView()');
      await visitor.expectNoSidewaysScroll();
      await visitor.expectAccessible();
      if (how === 'light') await visitor.screenshot(`dashboard-check-${how}`);
    }
  });

  it('the running check of an endpoint shows finished, current and waiting cases', async () => {
    const { visitor, gateway } = await atThePanel({
      // An unsigned callback gets no response.
      before: (body) =>
        body.includes('"sign"') || body.includes('sign=') ? undefined : new Promise(() => {}),
    });
    await button(visitor, 'Check webhook').focus();
    await visitor.page.keyboard.press('Enter');
    await row(visitor, 'a callback without a signature is rejected').getByText('running').waitFor();
    await row(visitor, 'a paid pay-in as JSON is acknowledged').getByText('pass').waitFor();
    await row(visitor, 'responses arrive well before the timeout').getByText('waiting').waitFor();
    await card(visitor)
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await visitor.expectAccessible();
    await visitor.page.reload();
    await row(visitor, 'a callback without a signature is rejected').getByText('running').waitFor();
    await button(visitor, 'Stop').focus();
    await visitor.page.keyboard.press('Enter');
    await card(visitor).getByText('The check was stopped.').waitFor();
    expect(await gateway.merchants.lastCheck('DEMO1001')).toMatchObject({ state: 'stopped' });
    const opened = row(visitor, 'a paid pay-in as JSON is acknowledged').locator('summary');
    await opened.focus();
    await visitor.page.keyboard.press('Enter');
    await row(visitor, 'a paid pay-in as JSON is acknowledged')
      .getByText(/^a paid pay-in, CHECK-/)
      .waitFor();
  });

  it('the check of an unreachable endpoint skips the cases that require the endpoint', async () => {
    const gateway = await listenGateway();
    await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://127.0.0.1:9/callbacks' });
    const visitor = await visit(`${gateway.dashboardUrl}#/merchants/DEMO1001`, phone);
    await button(visitor, 'Check webhook').click();
    await card(visitor)
      .getByText(/^1 passed, 1 failed, 0 warnings, \d+ skipped$/)
      .waitFor();
    const finding = row(visitor, 'a server accepts the connection');
    await finding.locator('summary').click();
    await finding.getByText('connection refused; no server listens at this host and port').waitFor();
    await visitor.expectNoSidewaysScroll();
  });

  it('the check of an endpoint is disabled without a callback URL', async () => {
    const gateway = await listenGateway();
    const visitor = await visit(`${gateway.dashboardUrl}#/merchants/DEMO1001`);
    await card(visitor).getByText('Save a callback URL first.').waitFor();
    expect(await button(visitor, 'Check webhook').isDisabled()).toBe(true);
  });
});
