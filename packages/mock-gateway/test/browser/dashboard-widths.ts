import { expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, Orders } from '../scenarios/harness.ts';
import { Receiver, reject } from '../scenarios/receiver.ts';
import { type Breadth, notWhole, useWideFont } from './boxes.ts';
import type { Visit, Visitor } from './browser.ts';

export const longNumber = `ORDER-${'W'.repeat(94)}`;

interface LongScene {
  readonly gateway: MockGateway;
  /** A callback that has no further attempts. */
  readonly failed: string;
}

/** The longest possible values: order numbers of 100 characters, amounts of thousands of crores, every state. */
export async function longScene(): Promise<LongScene> {
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

/** The lists must show the most important values completely at each width. */
export function itShowsValuesCompletely(visit: Visit, { font, widths }: Breadth): void {
  it(`the dashboard lists show every state, amount and time completely, from 280 to 2,560 px, in ${font} font`, async () => {
    const { gateway, failed } = await longScene();
    const visitor = await visit(gateway.dashboardUrl, { scale: 1 });
    const { page } = visitor;
    if (font === 'a wide') await useWideFont(page);
    for (const view of [...views, `callbacks/${failed}`]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${gateway.dashboardUrl}#/${view}`);
      await page.locator('.virtual .row').first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await notWhole(page, whole), `${view}, at ${width} px`).toEqual([]);
        await visitor.expectNoSidewaysScroll();
      }
    }
  });
}

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

/** The labels of the chart must be legible at each width. */
export function itSeparatesLabels(visit: Visit, { font, widths }: Breadth): void {
  it(`the labels of the ledger chart neither overlap nor are cut off, from 280 to 2,560 px, in ${font} font`, async () => {
    const { gateway } = await longScene();
    const visitor = await visit(gateway.dashboardUrl);
    const { page } = visitor;
    await page.addInitScript(recordTexts);
    await page.goto(`${gateway.dashboardUrl}#/settings`);
    await page.reload();
    if (font === 'a wide') await useWideFont(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${gateway.dashboardUrl}#/settings`);
      await page.locator('.uplot').waitFor({ state: 'detached' });
      await page.evaluate('drawn = []');
      await page.goto(`${gateway.dashboardUrl}#/ledger`);
      const labels = await drawnOn(visitor);
      expect(labels.length, `labels at ${width} px`).toBeGreaterThan(4);
      expect(colliding(labels), `at ${width} px`).toEqual([]);
    }
  });
}
