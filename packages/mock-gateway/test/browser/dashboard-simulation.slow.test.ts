import { expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, Orders } from '../scenarios/harness.ts';
import { useBrowser, type Visitor } from './browser.ts';

const visit = useBrowser();

const at = ({ dashboardUrl }: MockGateway, hash: string) => `${dashboardUrl}#/${hash}`;
const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const hostile = '<img src=x onerror="document.title=1">';

it('the dashboard creates an order without receiving a key', async () => {
  const gateway = await listenGateway();
  const visitor = await visit(gateway.dashboardUrl);
  const { page } = visitor;
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/events')) bodies.push(response.text().catch(() => ''));
  });
  await button(visitor, 'New pay-in').click();
  const dialog = page.getByRole('dialog', { name: 'New pay-in' });
  await dialog.getByLabel('Amount (₹)').fill('1.00');
  await dialog.getByLabel('extra').fill(hostile);
  const create = () => button(visitor, 'Create the pay-in').click();
  await visitor.told('The gateway rejected the pay-in.', create);
  await dialog.getByText('amount_range').waitFor();
  await dialog.getByLabel('Amount (₹)').fill('640.03');
  await visitor.told('The pay-in is created.', create);
  await dialog.getByText('POST /v3/payin').waitFor();
  const curl = await dialog.getByRole('button', { name: 'curl' }).getAttribute('title');
  expect(curl).toContain('$INRGATE_MCH_KEY');
  const [order] = (await gateway.payins.list()).items;
  expect(order).toMatchObject({ amount: '640.03', extra: hostile });
  await visitor.expectAccessible();
  await dialog.getByRole('link', { name: order?.orderNo ?? '' }).click();
  await page.locator('.detail').getByText(hostile).waitFor();
  const { mchKey, mchSecret } = gateway.merchant;
  for (const body of await Promise.all(bodies))
    for (const key of [mchKey, mchSecret]) expect(body).not.toContain(key);
});

it('the Summary of an order shows the same simulated customer as the command inrgate where', async () => {
  const gateway = await listenGateway();
  const visitor = await visit(at(gateway, 'settings'));
  const { page } = visitor;
  await page.getByRole('checkbox', { name: 'Simulated customers' }).check();
  await page.getByLabel('Simulated customers pay after (s)').fill('90');
  await visitor.told('Saved.', () => button(visitor, 'Save').click());
  expect(await gateway.settings.get()).toMatchObject({ simulation: { payAfterSeconds: 90 } });
  const orderNo = await new Orders(gateway).payin({ amount: '500.03' });
  await page.goto(at(gateway, `payins/${orderNo}`));
  const because = 'this order will be paid 1.00 short, because the amount ends in .03';
  await page.getByText(`In 1 min 30 s ${because}`).waitFor();
  await gateway.clock.advance('86s');
  await page.getByText(`In 4 s ${because}`).waitFor();
  await page.getByText('No step failed.').waitFor();
  await gateway.clock.advance('4s');
  const { broken } = await gateway.where(orderNo);
  await page.getByText(`Failed: ${broken?.what}`).waitFor();
  await page.getByText(broken?.fix ?? 'nothing').waitFor();
});

it('the dashboard saves, restores and, after a confirmation, removes snapshots', async () => {
  const gateway = await listenGateway();
  const visitor = await visit(at(gateway, 'settings'));
  const { page } = visitor;
  visitor.expectProblem(/422/);
  const save = async (name: string, notice: string) => {
    await page.getByLabel('Name').fill(name);
    await visitor.told(notice, () => button(visitor, 'Save snapshot').click());
  };
  await save(`a/${hostile}`, 'must contain 1 to 64 letters');
  await save('empty', 'The snapshot is saved.');
  const orderNo = await new Orders(gateway).payin();
  await button(visitor, 'Restore empty').click();
  await button(visitor, 'Cancel').last().click();
  expect((await gateway.payins.get(orderNo)).status).toBe('pending');
  await button(visitor, 'Restore empty').click();
  await visitor.told('The snapshot is restored.', () => button(visitor, 'Restore').click());
  expect((await gateway.payins.list()).items).toEqual([]);
  await button(visitor, 'Remove empty').click();
  await visitor.told('The snapshot is removed.', () => button(visitor, 'Remove').click());
  await button(visitor, 'Remove empty').waitFor({ state: 'detached' });
});
