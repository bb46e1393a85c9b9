import { expect, it } from 'vitest';
import { listenGateway } from '../scenarios/harness.ts';
import { useBrowser, type Visitor } from './browser.ts';

const visit = useBrowser();

/** Data and states of a visit that a later visit could notice. */
const left = `(async () => ({
  cookie: document.cookie,
  stored: localStorage.length + sessionStorage.length,
  clipboard: (await navigator.permissions.query({ name: 'clipboard-read' })).state,
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  width: innerWidth,
  added: typeof added,
}))()`;

async function leftIn({ page }: Visitor): Promise<Record<string, unknown>> {
  return { ...(await page.evaluate<object>(left)), pages: page.context().pages().length };
}

it('a visit to the same gateway notices nothing of an earlier visit', async () => {
  const gateway = await listenGateway();
  const first = await visit(gateway.dashboardUrl);
  const { page } = first;
  const untouched = await leftIn(first);
  first.expectProblem(/window|offline|ERR_INTERNET_DISCONNECTED/);
  await page.context().grantPermissions(['clipboard-read']);
  await page.evaluate("document.cookie = 'a=1'; localStorage.a = 1; sessionStorage.a = 1");
  await first.prefer('dark');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.addInitScript('globalThis.added = 1');
  await page.reload();
  await Promise.all([page.waitForEvent('popup'), page.evaluate("void open('about:blank')")]);
  expect(await leftIn(first)).toEqual({
    cookie: 'a=1',
    stored: 2,
    clipboard: 'granted',
    dark: true,
    width: 375,
    added: 'number',
    pages: Number(untouched['pages']) + 1,
  });
  await page.context().setOffline(true);
  await first.leave();
  expect(await leftIn(await visit(gateway.dashboardUrl))).toEqual(untouched);
});
