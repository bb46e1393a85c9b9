import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, Orders } from '../scenarios/harness.ts';
import { Receiver, refuse, reply } from '../scenarios/receiver.ts';
import { phone, useBrowser, type Visitor } from './browser.ts';

const visit = useBrowser();

const at = (gateway: MockGateway, hash: string) => `${gateway.dashboardUrl}#/${hash}`;
const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });

describe('withdrawals in bulk', () => {
  it('all that are shown are approved and completed, by keyboard, after a question with their number and sum', async () => {
    const gateway = await listenGateway();
    const orders = new Orders(gateway);
    const amounts = ['500.00', '1000.00', '700.50'];
    for (const amount of amounts) await orders.payout({ amount });
    const other = await orders.payout({ mchOrderNo: 'OTHER', amount: '900.00' });
    const visitor = await visit(at(gateway, 'payouts?q=W-'));
    const { page } = visitor;
    await page.getByRole('row').filter({ hasText: 'W-3' }).waitFor();
    await button(visitor, 'Approve all 3 pending…').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Approve 3 withdrawals of ₹2,200.50 in all?' }).waitFor();
    await visitor.expectAccessible();
    await page.keyboard.press('Escape');
    expect(await button(visitor, 'Approve all 3 pending…').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('3 withdrawals are approved.').waitFor();
    await button(visitor, 'Complete all 3 processing…').click();
    await button(visitor, 'Complete 3 withdrawals').click();
    await page.getByText('3 withdrawals are completed.').waitFor();
    const { items } = await gateway.payouts.list({ status: 'success' });
    expect(items.map(({ amount }) => amount).toSorted()).toEqual(amounts.toSorted());
    expect(await gateway.payouts.get(other)).toMatchObject({ status: 'pending' });
  });

  it('one that has moved in between is told, and keeps none of the others', async () => {
    const gateway = await listenGateway();
    const orders = new Orders(gateway);
    const [gone, stays] = [await orders.payout({ mchOrderNo: 'GONE' }), await orders.payout()];
    const visitor = await visit(at(gateway, 'payouts'), phone);
    visitor.expectProblem(/409/);
    await button(visitor, 'Approve all 2 pending…').click();
    await gateway.payouts.reject(gone);
    await button(visitor, 'Approve 2 withdrawals').click();
    await visitor.page.getByText(/^1 withdrawal is approved\. Not approved: GONE: /).waitFor();
    expect(await gateway.payouts.get(stays)).toMatchObject({ status: 'processing' });
    await visitor.expectNoSidewaysScroll();
  });
});

describe('a re-send', () => {
  it('says where it goes, and goes where one types', async () => {
    const gateway = await listenGateway();
    const receiver = await Receiver.open(refuse);
    const elsewhere = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    const { page } = visitor;
    await button(visitor, 'Re-send callback…').click();
    const address = page.getByLabel('Send it to, the merchant’s saved URL');
    expect(await address.inputValue()).toBe(receiver.url);
    await button(visitor, 'Re-send').click();
    await page.getByText(`sent again to ${receiver.url}, but not accepted: status 500`).waitFor();
    await button(visitor, 'Re-send callback…').click();
    await address.fill(`${elsewhere.url}/other`);
    await visitor.expectAccessible();
    await button(visitor, 'Re-send').click();
    await page.getByText(`sent again to ${elsewhere.url}/other`).waitFor();
    expect(elsewhere.received.map(({ path }) => path)).toEqual(['/callbacks/other']);
    const [callback] = (await gateway.callbacks.list({ orderNo })).items;
    await page.goto(at(gateway, `callbacks/${callback?.id}`));
    await page.getByText(`to ${elsewhere.url}/other`).waitFor();
    await button(visitor, 'Re-send the order’s latest…').waitFor();
  });

  it('asks for an address where there is none', async () => {
    const gateway = await listenGateway();
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    const receiver = await Receiver.open();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await button(visitor, 'Re-send callback…').click();
    await visitor.page.getByLabel('Send it to, as it has no URL of its own').fill(receiver.url);
    await button(visitor, 'Re-send').click();
    await visitor.page.getByText(`sent again to ${receiver.url}`).waitFor();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the test of an endpoint', () => {
  it('says why each format failed, and changes no format', async () => {
    const gateway = await listenGateway();
    const receiver = await Receiver.open((response, { headers }) => {
      const isForm = headers['content-type']?.includes('form') === true;
      reply(isForm ? 419 : 200, isForm ? 'CSRF' : 'SUCCESS')(response);
    });
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url, callbackFormat: 'form' });
    const visitor = await visit(at(gateway, 'merchants/DEMO1001'));
    const { page } = visitor;
    await page.getByText('JSON’s true signs as true').waitFor();
    await button(visitor, 'Test endpoint').click();
    await page.getByText('The endpoint accepted neither format.').waitFor();
    const card = page.getByRole('region', { name: 'Test endpoint' });
    await card.getByText('the body says success in other letters (SUCCESS?); case counts').first().waitFor();
    await card.getByText('status 419; a CSRF check stands in the way').first().waitFor();
    expect(await page.getByLabel('Callback format').inputValue()).toBe('form');
    expect(await gateway.merchants.get('DEMO1001')).toMatchObject({ callbackFormat: 'form' });
    await visitor.expectAccessible();
  });

  it('that changes the format shows it at once, and saving keeps it', async () => {
    const gateway = await listenGateway();
    const receiver = await Receiver.open((response, { headers }) => {
      reply(headers['content-type']?.includes('form') === true ? 200 : 401, 'success')(response);
    });
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const visitor = await visit(at(gateway, 'merchants/DEMO1001'));
    const format = visitor.page.getByLabel('Callback format');
    expect(await format.inputValue()).toBe('json');
    await button(visitor, 'Test endpoint').click();
    await visitor.page.getByText('Accepted as form').waitFor();
    await expect.poll(() => format.inputValue(), { timeout: 10_000 }).toBe('form');
    await button(visitor, 'Save').click();
    await visitor.page.getByText('Saved.').waitFor();
    expect(await gateway.merchants.get('DEMO1001')).toMatchObject({ callbackFormat: 'form' });
  });
});

it('the settings show what is set, and saving them changes nothing else', async () => {
  const gateway = await listenGateway();
  const before = await gateway.settings.update({ latePayments: 'refuse' });
  const visitor = await visit(at(gateway, 'settings'));
  expect(await visitor.page.getByLabel('Late payments').inputValue()).toBe('refuse');
  await button(visitor, 'Save').click();
  await visitor.page.getByText('Saved.').waitFor();
  expect(await gateway.settings.get()).toEqual(before);
});
