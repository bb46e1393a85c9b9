import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { harFaults } from '../exchanges/har-schema.ts';
import { callerOf, listenGateway, Orders } from '../scenarios/harness.ts';
import { phone, useBrowser } from './browser.ts';

const visit = useBrowser();

it.each([
  ['on a desk', {}],
  ['on a phone', phone],
])(
  '%s the dashboard saves the request log as HAR, with the current search [contract:control.requests-har]',
  async (_where, size) => {
    const gateway = await listenGateway();
    await new Orders(gateway).payin({ mchOrderNo: 'SHOP-1' });
    const wrong = callerOf(gateway, { ...gateway.merchant, mchKey: 'an-old-key' });
    await wrong.payin({ mchOrderNo: 'SHOP-2' });
    const visitor = await visit(`${gateway.dashboardUrl}#/requests?q=error:invalid_signature`, size);
    const { page } = visitor;
    const button = page.getByRole('button', { name: 'Save as HAR' });
    await button.waitFor();
    await visitor.expectAccessible();
    await visitor.expectNoSidewaysScroll();
    const [download] = await visitor.told('requests.har has 1 request.', () =>
      Promise.all([page.waitForEvent('download'), button.click()]),
    );
    expect(download.suggestedFilename()).toBe('requests.har');
    const text = readFileSync(await download.path(), 'utf8');
    const har = JSON.parse(text);
    expect(harFaults(har)).toEqual([]);
    expect(har.log.entries).toMatchObject([{ response: { status: 401 } }]);
    expect(text).toContain('SHOP-2');
    expect(text).not.toContain(gateway.merchant.mchKey);
  },
);

it('an empty list cannot be saved as HAR', async () => {
  const gateway = await listenGateway();
  const { page } = await visit(`${gateway.dashboardUrl}#/requests`);
  await page.getByText('No requests yet').waitFor();
  expect(await page.getByRole('button', { name: 'Save as HAR' }).count()).toBe(0);
});
