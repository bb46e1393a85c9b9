import { describe, expect, it } from 'vitest';
import { listenGateway } from '../scenarios/harness.ts';
import { broadest } from './boxes.ts';
import { phone, useBrowser } from './browser.ts';
import { itSeparatesLabels, itShowsValuesCompletely, longNumber, longScene } from './dashboard-widths.ts';

const visit = useBrowser();

describe('dashboard lists', () => itShowsValuesCompletely(visit, broadest));

describe('row of a dashboard list', () => {
  it('a row shows a tooltip only for text that is cut off', async () => {
    const { gateway } = await longScene();
    const { page } = await visit(`${gateway.dashboardUrl}#/payins`, { width: 1100 });
    const link = (text: string) => page.getByRole('link', { name: text });
    await link(longNumber).hover();
    expect(await link(longNumber).getAttribute('title')).toContain(longNumber);
    await link('GIVEN-UP').hover();
    expect(await link('GIVEN-UP').getAttribute('title')).not.toContain('GIVEN-UP');
  });
});

describe('failed delivery in the dashboard', () => {
  it('the dashboard shows a failed delivery in the navigation rail, in its row and in its order', async () => {
    const { gateway } = await longScene();
    const visitor = await visit(`${gateway.dashboardUrl}#/callbacks`);
    const { page } = visitor;
    await page.getByRole('link', { name: /^Callbacks 2 not delivered/ }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'GIVEN-UP' });
    await row.getByText('failed after 6').waitFor();
    const again = page.getByRole('row').filter({ hasText: `${longNumber.slice(1)}3` });
    await again.getByText('pending').waitFor();
    await again.getByText('1 failed').waitFor();
    const [order] = (await gateway.payins.list({ mchOrderNo: 'GIVEN-UP' })).items;
    await page.goto(`${gateway.dashboardUrl}#/payins/${order?.orderNo}`);
    await page.locator('.detail').getByText('failed after 6').waitFor();
    await visitor.expectAccessible();
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Sections: 2 callbacks not delivered' }).waitFor();
    await visitor.expectAccessible();
  });
});

describe('ledger chart', () => {
  itSeparatesLabels(visit, broadest);

  it('the ledger chart describes an account and explains its negative balance', async () => {
    const { gateway } = await longScene();
    const { page } = await visit(`${gateway.dashboardUrl}#/ledger`);
    const collected = page.locator('.figures li').filter({ hasText: 'gateway:collected' });
    await collected.getByText('paid in by customers').waitFor();
    expect(await collected.locator('strong').textContent()).toMatch(/^−₹/);
    await page.getByText('so their balances are negative').waitFor();
  });
});

it('the legend of the ledger chart shows the current values until the pointer is on the chart', async () => {
  const gateway = await listenGateway();
  const { page } = await visit(`${gateway.dashboardUrl}#/ledger`);
  await page.locator('.u-legend').getByText('₹1,00,000.00').waitFor();
  await gateway.merchants.credit('DEMO1001', { amount: '50.00' });
  await page.locator('.u-legend').getByText('₹1,00,050.00').waitFor();
});
