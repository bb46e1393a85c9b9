import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, Orders } from '../scenarios/harness.ts';
import { Receiver, reject } from '../scenarios/receiver.ts';
import { everyWidth, notWhole, useWideFont } from './boxes.ts';
import { phone, useBrowser, type Visitor } from './browser.ts';

const visit = useBrowser();

const longNumber = `ORDER-${'W'.repeat(94)}`;

interface LongScene {
  readonly gateway: MockGateway;
  /** A callback that has no further attempts. */
  readonly failed: string;
}

/** The longest possible values: order numbers of 100 characters, amounts of thousands of crores, every state. */
async function longScene(): Promise<LongScene> {
  const gateway = await listenGateway();
  const { merchants, payins, payouts, callbacks, clock } = gateway;
  const limits = { payinMax: '99999999999.99', payoutMax: '200000.00', payoutDaily: '9999999.00' };
  await merchants.update('DEMO1001', { limits });
  await merchants.credit('DEMO1001', { amount: '99999999999.99' });
  const orders = new Orders(gateway);
  await payins.pay(await orders.payin({ mchOrderNo: longNumber, amount: '99999999999.99' }));
  await callbacks.settle();
  const receiver = await Receiver.open(reject);
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
/** Selector of elements that are never truncated: states, badges, amounts and times. */
const whole = '.row .status, .row .badge, .virtual .row .amount, .row .when time, .row time';

describe.each(['its own', 'a wide'])('dashboard lists in %s font', (font) => {
  it('the dashboard lists show every state, amount and time completely, from 280 to 2,560 px', async () => {
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

/** Script that records every string drawn on a canvas, with its box. */
const recordTexts = `
globalThis.drawn = [];
const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  globalThis.drawn = [];
  return clearRect.apply(this, box);
};
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const { width } = this.measureText(text);
  const at = this.getTransform().transformPoint({ x, y });
  const left = at.x - (this.textAlign === 'center' ? width / 2 : this.textAlign === 'right' ? width : 0);
  globalThis.drawn.push({ text, left, right: left + width, y: Math.round(at.y), within: this.canvas.width });
  return fillText.call(this, text, x, y);
};`;

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly within: number;
}

/** Returns the labels that touch another label or extend beyond the drawing. */
function colliding(labels: readonly Drawn[]): string[] {
  return labels.flatMap((one, index) => {
    const beyond = one.left < 0 || one.right > one.within ? [`${one.text} is cut off`] : [];
    const others = labels.slice(index + 1).filter(({ y }) => y === one.y);
    const touched = others.filter(({ left, right }) => one.left < right + 4 && left < one.right + 4);
    return [...beyond, ...touched.map(({ text }) => `${one.text} and ${text}`)];
  });
}

async function drawnOn(visitor: Visitor): Promise<readonly Drawn[]> {
  const { page } = visitor;
  await page.locator('.uplot canvas').waitFor();
  await visitor.settle();
  return page.evaluate<Drawn[]>('drawn');
}

describe('ledger chart', () => {
  it.each(['its own', 'a wide'])(
    'the labels of the ledger chart neither overlap nor are cut off, from 280 to 2,560 px, in %s font',
    async (font) => {
      const { gateway } = await longScene();
      const visitor = await visit(gateway.dashboardUrl);
      const { page } = visitor;
      await page.addInitScript(recordTexts);
      for (const width of everyWidth) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${gateway.dashboardUrl}#/settings`);
        await page.reload();
        if (font === 'a wide') await useWideFont(page);
        await page.goto(`${gateway.dashboardUrl}#/ledger`);
        const labels = await drawnOn(visitor);
        expect(labels.length, `labels at ${width} px`).toBeGreaterThan(4);
        expect(colliding(labels), `at ${width} px`).toEqual([]);
      }
    },
  );

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
