import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, Orders } from '../scenarios/harness.ts';
import { Receiver, refuse } from '../scenarios/receiver.ts';
import { everyWidth, notWhole, useWideFont } from './boxes.ts';
import { phone, useBrowser } from './browser.ts';

const visit = useBrowser();

const longNumber = `ORDER-${'W'.repeat(94)}`;

interface LongScene {
  readonly gateway: MockGateway;
  /** A callback whose attempts have all failed. */
  readonly failed: string;
}

/** The longest that may be there: numbers of 100 characters, sums in thousands of crores, every state. */
async function longScene(): Promise<LongScene> {
  const gateway = await listenGateway();
  const { merchants, payins, payouts, callbacks, clock } = gateway;
  const limits = { payinMax: '99999999999.99', payoutMax: '200000.00', payoutDaily: '9999999.00' };
  await merchants.update('DEMO1001', { limits });
  await merchants.credit('DEMO1001', { amount: '99999999999.99' });
  const orders = new Orders(gateway);
  await payins.pay(await orders.payin({ mchOrderNo: longNumber, amount: '99999999999.99' }));
  await callbacks.settle();
  const receiver = await Receiver.open(refuse);
  await merchants.update('DEMO1001', { callbackUrl: `${receiver.url}/${'long'.repeat(100)}` });
  await payins.pay(await orders.payin({ mchOrderNo: 'GIVEN-UP' }));
  await callbacks.settle();
  for (let step = 0; step < 6; step++) await clock.advance('6h');
  await payouts.approve(await orders.payout({ mchOrderNo: `${longNumber.slice(1)}2`, amount: '200000.00' }));
  await orders.link({ client_ref: 'R'.repeat(120), amount: '200000.00' });
  await payins.pay(await orders.payin({ mchOrderNo: `${longNumber.slice(1)}3` }));
  await callbacks.settle();
  const [first] = (await callbacks.list({ state: 'failed' })).items;
  return { gateway, failed: first?.id ?? '' };
}

const views = ['payins', 'payouts', 'links', 'callbacks', 'requests', 'ledger'];
/** Elements that are never cut: states, their badges, sums and times. */
const whole = '.row .status, .row .badge, .virtual .row .amount, .row .when time, .row time';

describe.each(['its own', 'a wide'])('dashboard lists in %s font', (font) => {
  it('the lists of the dashboard show every state, sum and time completely, from 280 to 2,560 px, with or without a detail', async () => {
    const { gateway, failed } = await longScene();
    const visitor = await visit(gateway.dashboardUrl, { scale: 1 });
    const { page } = visitor;
    if (font === 'a wide') await useWideFont(page);
    for (const view of [...views, `callbacks/${failed}`]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${gateway.dashboardUrl}#/${view}`);
      await page.locator('.virtual .row').first().waitFor();
      for (const width of everyWidth) {
        await page.setViewportSize({ width, height: 900 });
        expect(await notWhole(page, whole), `${view}, at ${width} px`).toEqual([]);
        await visitor.expectNoSidewaysScroll();
      }
    }
  });
});

describe('row of a dashboard list', () => {
  it('a row shows a tooltip with the text that is cut off, and none for the rest', async () => {
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
  it('a failed delivery is shown in the rail, on its row and on its order, and on a phone behind the menu', async () => {
    const { gateway } = await longScene();
    const visitor = await visit(`${gateway.dashboardUrl}#/callbacks`);
    const { page } = visitor;
    await page.getByRole('link', { name: /^Callbacks 2 not delivered/ }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'GIVEN-UP' });
    await row.getByText('given up after 6').waitFor();
    const again = page.getByRole('row').filter({ hasText: `${longNumber.slice(1)}3` });
    await again.getByText('pending').waitFor();
    await again.getByText('1 failed').waitFor();
    const [order] = (await gateway.payins.list({ mchOrderNo: 'GIVEN-UP' })).items;
    await page.goto(`${gateway.dashboardUrl}#/payins/${order?.orderNo}`);
    await page.locator('.detail').getByText('given up after 6').waitFor();
    await visitor.expectAccessible();
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Sections: 2 callbacks not delivered' }).waitFor();
    await visitor.expectAccessible();
  });
});

describe('dashboard ledger', () => {
  it('the ledger describes each account, and explains negative balances', async () => {
    const { gateway } = await longScene();
    const { page } = await visit(`${gateway.dashboardUrl}#/ledger`);
    const collected = page.locator('.figures li').filter({ hasText: 'gateway:collected' });
    await collected.getByText('paid in by customers').waitFor();
    expect(await collected.locator('strong').textContent()).toMatch(/^−₹/);
    await page.getByText('so their balances are negative').waitFor();
  });
});
