import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, listenGateway, Orders } from '../scenarios/harness.ts';
import { Receiver, reply } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { phone, useBrowser } from './browser.ts';

const visit = useBrowser();

const at = (gateway: MockGateway, hash: string) => `${gateway.dashboardUrl}#/${hash}`;

describe('parameters signed in another order', () => {
  it('the dashboard marks no differences if only the order of the signed parameters is wrong', async () => {
    const gateway = await listenGateway();
    const { mchId, mchKey } = gateway.merchant;
    const params = { mchOrderNo: 'ORDER-8', mchId, amount: '500.00' };
    const text = `mchOrderNo=ORDER-8&mchId=${mchId}&amount=500.00&key=`;
    const unsorted = createHash('md5')
      .update(text + mchKey)
      .digest('hex')
      .toUpperCase();
    await callerOf(gateway).raw('/v3/payin', { ...params, sign: unsorted });
    const id = (await gateway.requests.list()).items[0]?.id;
    const { page } = await visit(at(gateway, `requests/${id}/signature`));
    await page.getByText('Signed string: the same parameters in another order').waitFor();
    expect(await page.locator('pre.canonical').last().textContent()).toBe(`${text}***`);
    expect(await page.locator('.canonical :is(ins, del)').count()).toBe(0);
  });
});

describe('list beside an open detail', () => {
  it('the list of requests beside an open detail shows the order number of each row, even on a phone', async () => {
    const gateway = await listenGateway();
    await new Orders(gateway).payin({ mchOrderNo: 'KEPT-1' });
    const id = (await gateway.requests.list()).items[0]?.id;
    const { page } = await visit(at(gateway, `requests/${id}`), { width: 1280 });
    const shown = page.locator('.virtual .row').getByText('KEPT-1');
    await page.locator('.detail').waitFor();
    await shown.waitFor();
    await page.goto(at(gateway, 'requests'));
    await page.setViewportSize(phone);
    await shown.waitFor();
  });

  it('the list of callbacks beside an open detail shows why the last attempt failed, even on a phone', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open(reply(500, 'database is down'));
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    await gateway.payins.pay(await new Orders(gateway).payin());
    await gateway.callbacks.settle();
    const reason = (await gateway.callbacks.list()).items[0]?.attempts.at(-1)?.reason ?? '';
    expect(reason).not.toBe('');
    const { page } = await visit(at(gateway, 'callbacks'), { width: 1440 });
    const shown = page.locator('.virtual .row').getByText(reason);
    await shown.waitFor();
    await page.setViewportSize(phone);
    await shown.waitFor();
  });
});

describe('documentation link of the dashboard', () => {
  it('the dashboard links to the documentation, even if the documentation is not built', async () => {
    const gateway = await listenGateway();
    const { page } = await visit(gateway.dashboardUrl);
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/docs/')),
      page.getByRole('link', { name: 'Documentation' }).click(),
    ]);
    expect(response.status()).toBe(200);
    expect(await page.getByRole('link').count()).toBeGreaterThan(5);
  });
});
