import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { findChromium } from '../test/browser/chromium.ts';
import { signedPayin } from './load.ts';

const orders = 10_000;
/** Milliseconds of scripting that opening and filtering may take each. */
const budget = 100;

interface Scene {
  readonly gateway: MockGateway;
  readonly browser: Browser;
}

/** The dashboard over many orders, in a real browser; scripting as its Performance domain counts it. */
export const dashboardComparisons: readonly Comparison[] = [
  {
    name: `opening the dashboard on ${orders} orders, scripting, against the budget`,
    unit: 'ms',
    wanted: { atMost: 1 },
    open: () => measured(opening),
  },
  {
    name: `filtering ${orders} orders in the dashboard, scripting, against the budget`,
    unit: 'ms',
    wanted: { atMost: 1 },
    open: () => measured(filtering),
  },
];

async function measured(measure: (scene: Scene) => Promise<number>): Promise<Entrants> {
  const gateway = await createMockGateway({ settings: { rateLimitPerMinute: null } });
  await fill(gateway);
  await gateway.listen();
  const browser = await chromium.launch(await findChromium());
  return {
    measures: [
      ['dashboard', () => measure({ gateway, browser })],
      ['budget', async () => budget],
    ],
    close: async () => {
      await browser.close();
      await gateway.close();
    },
  };
}

async function fill(gateway: MockGateway): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (let made = 0; made < orders; made++) {
    const body = signedPayin();
    const answer = await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    // One in a hundred is paid, so that a filter has something to find and much to leave out.
    if (made % 100 === 0) {
      const { data } = (await answer.json()) as { data: { orderNo: string } };
      await gateway.payins.pay(data.orderNo);
    }
  }
}

/** Milliseconds after the rows are seen; what the page does besides belongs to it. */
const quietMs = 500;

/** Of a fresh page, from nothing until the rows are seen and it has come to rest. */
async function opening({ gateway, browser }: Scene): Promise<number> {
  const { page, metrics } = await freshPage(browser);
  await page.goto(gateway.dashboardUrl);
  await page.getByRole('link', { name: /^B-/ }).first().waitFor();
  await page.waitForTimeout(quietMs);
  const spent = await scripting(metrics);
  await page.context().close();
  return spent;
}

/** Typing a filter, until nothing but what it finds is seen. */
async function filtering({ gateway, browser }: Scene): Promise<number> {
  const { page, metrics } = await freshPage(browser);
  await page.goto(gateway.dashboardUrl);
  await page.getByText('pending', { exact: true }).first().waitFor();
  await page.waitForTimeout(quietMs);
  const before = await scripting(metrics);
  await page.getByRole('searchbox').fill('status:success amount:>100 mch:DEMO1001 B-');
  await page.getByText('pending', { exact: true }).first().waitFor({ state: 'detached' });
  await page.getByText('success', { exact: true }).first().waitFor();
  await page.waitForTimeout(quietMs);
  const spent = (await scripting(metrics)) - before;
  await page.context().close();
  return spent;
}

async function freshPage(browser: Browser): Promise<{ page: Page; metrics: CDPSession }> {
  const page = await (await browser.newContext()).newPage();
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable');
  return { page, metrics };
}

/** Milliseconds of JavaScript that the page has run. */
async function scripting(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  return seconds * 1_000;
}
