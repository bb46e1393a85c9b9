import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { listenGateway, Orders } from '../scenarios/harness.ts';
import { Receiver, reject, reply } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';
import { patience, useBrowser, type Visitor } from './browser.ts';

const visit = useBrowser();

const at = (gateway: MockGateway, hash: string) => `${gateway.dashboardUrl}#/${hash}`;
const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });

describe('re-send from the dashboard', () => {
  it('the operator can re-send a callback from the dashboard to another URL', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open(reject);
    const elsewhere = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    const { page } = visitor;
    await button(visitor, 'Re-send callback…').click();
    const address = page.getByLabel('Send the callback to the merchant’s saved URL');
    expect(await address.inputValue()).toBe(receiver.url);
    await visitor.told(`re-sent to ${receiver.url} but not acknowledged: status 500`, () =>
      button(visitor, 'Re-send').click(),
    );
    await button(visitor, 'Re-send callback…').click();
    await address.fill(`${elsewhere.url}/other`);
    await visitor.expectAccessible();
    await visitor.told(`re-sent to ${elsewhere.url}/other.`, () => button(visitor, 'Re-send').click());
    expect(elsewhere.received.map(({ path }) => path)).toEqual(['/callbacks/other']);
    const [callback] = (await gateway.callbacks.list({ orderNo })).items;
    await page.goto(at(gateway, `callbacks/${callback?.id}`));
    await page.locator('.lines').getByText(`to ${elsewhere.url}/other`).waitFor();
    await button(visitor, 'Re-send the order’s latest…').waitFor();
  });

  it('a re-send from the dashboard prompts for a URL if the callback has none', async () => {
    const gateway = await listenGateway({ sender: patient });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    const receiver = await Receiver.open();
    const visitor = await visit(at(gateway, `payins/${orderNo}`));
    await button(visitor, 'Re-send callback…').click();
    await visitor.page.getByLabel('Enter a URL, because the order has no callback URL').fill(receiver.url);
    await visitor.told(`re-sent to ${receiver.url}.`, () => button(visitor, 'Re-send').click());
    expect(receiver.received).toHaveLength(1);
  });
});

describe('test of an endpoint in the dashboard', () => {
  it('the dashboard shows why each format failed in the test of an endpoint, without changing the format', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open((response, { headers }) => {
      const isForm = headers['content-type']?.includes('form') === true;
      reply(isForm ? 419 : 200, isForm ? 'CSRF' : 'SUCCESS')(response);
    });
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url, callbackFormat: 'form' });
    const visitor = await visit(at(gateway, 'merchants/DEMO1001'));
    const { page } = visitor;
    await page.getByText('The gateway signs the JSON value true as true').waitFor();
    await visitor.told('The endpoint accepted neither format.', () =>
      button(visitor, 'Test endpoint').click(),
    );
    const card = page.getByRole('region', { name: 'Test endpoint' });
    await card
      .getByText('the body contains success in upper or mixed case; return success in lower case')
      .first()
      .waitFor();
    await card.getByText('status 419; a CSRF check blocks the callback').first().waitFor();
    expect(await page.getByLabel('Callback format').inputValue()).toBe('form');
    expect(await gateway.merchants.get('DEMO1001')).toMatchObject({ callbackFormat: 'form' });
    await visitor.expectAccessible();
  });

  it('the test of an endpoint appears in the list of callbacks with its body and base string', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open(reply(401, 'wrong signature'));
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const visitor = await visit(at(gateway, 'merchants/DEMO1001'));
    const { page } = visitor;
    await button(visitor, 'Test endpoint').click();
    await page.getByRole('link', { name: 'Message and signed string' }).first().click();
    await page.getByRole('tab', { name: 'Signature' }).click();
    await page.getByText('&test=true&').waitFor();
    const rows = page.getByRole('row').filter({ hasText: 'none: a test' });
    await rows.first().getByText('failed').waitFor();
    expect(await rows.filter({ hasText: /TEST-PI/ }).count()).toBe(2);
    expect(await page.getByRole('link', { name: /^Callbacks .*not delivered/ }).count()).toBe(0);
  });

  it('saving the merchant later keeps the callback format that the endpoint test has changed', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open((response, { headers }) => {
      reply(headers['content-type']?.includes('form') === true ? 200 : 401, 'success')(response);
    });
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const visitor = await visit(at(gateway, 'merchants/DEMO1001'));
    const format = visitor.page.getByLabel('Callback format');
    expect(await format.inputValue()).toBe('json');
    await button(visitor, 'Test endpoint').click();
    await visitor.page.getByText('Accepted as form').waitFor();
    await visitor.page.getByText('Python converts True to "True", and PHP converts true to "1"').waitFor();
    await expect.poll(() => format.inputValue(), patience).toBe('form');
    await visitor.told('Saved.', () => button(visitor, 'Save').click());
    expect(await gateway.merchants.get('DEMO1001')).toMatchObject({ callbackFormat: 'form' });
  });
});

describe('attempt with a fault', () => {
  it('the dashboard shows the bytes that the gateway sent in an attempt with a fault', async () => {
    const gateway = await listenGateway({ sender: patient });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'tamper' } });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    gateway.faults.add({ endpoint: 'callback', times: 1, action: { kind: 'duplicate' } });
    await gateway.payins.resend(orderNo);
    const [callback] = (await gateway.callbacks.list({ orderNo })).items;
    const visitor = await visit(at(gateway, `callbacks/${callback?.id}`));
    const { page } = visitor;
    const tampered = 'sent with an altered amount, on purpose';
    await page.getByText(tampered).waitFor();
    await page.getByText('sent twice, on purpose').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.locator('.moments').getByText(tampered).waitFor();
    await page.getByRole('tab', { name: 'Raw' }).click();
    const { amount } = JSON.parse(receiver.received[0]?.body ?? '{}') as { amount: string };
    const sent = page.locator('.message').filter({ hasText: 'Altered body of attempt 1' });
    await sent.getByText(`"amount": "${amount}"`).waitFor();
    expect(amount).not.toBe('500.00');
    await page.getByText(`POST ${receiver.url}, 2 times`).waitFor();
    await visitor.expectAccessible();
    await page.goto(at(gateway, `payins/${orderNo}/timeline`));
    await page.locator('.moments').getByText(tampered).waitFor();
  });
});

it('saving the unedited settings changes nothing', async () => {
  const gateway = await listenGateway();
  const before = await gateway.settings.update({ latePayments: 'refuse' });
  const visitor = await visit(at(gateway, 'settings'));
  expect(await visitor.page.getByLabel('Late payments').inputValue()).toBe('refuse');
  await visitor.told('Saved.', () => button(visitor, 'Save').click());
  expect(await gateway.settings.get()).toEqual(before);
});
