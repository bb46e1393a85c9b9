import { text } from 'node:stream/consumers';
import { destinations } from '@inrgate/sdk/internal';
import { expect, test, vi } from 'vitest';
import {
  fieldsOf,
  insteadOfGateway,
  type LanguageShop,
  open,
  patience,
  type Served,
  withProcesses,
} from './shop.ts';

/** A bank account in the order of the specification. Names of banks and holders can contain a `&`. */
const account = ['Jammu & Kashmir Bank', 'Asha & Ravi राव', '001234567890', 'JAKA0KEEPER'];
const names = destinations.bank.map(({ name }) => name);
const accountWith = (changed: string, value: string) =>
  account.map((one, at) => (names[at] === changed ? value : one));

/** Starts a proxy between a shop and its gateway. It records the requests, and drops the responses of `payout`. */
async function losingAnswers(gatewayUrl: string) {
  const sent: { readonly endpoint: string; readonly fields: Record<string, string> }[] = [];
  const { baseUrl } = await insteadOfGateway(async (request, response) => {
    const type = request.headers['content-type'] ?? '';
    const endpoint = request.url?.split('/').at(-1) ?? '';
    const body = await text(request);
    sent.push({ endpoint, fields: fieldsOf(body) });
    const headers = { 'content-type': type };
    const answer = await fetch(`${gatewayUrl}/${endpoint}`, { method: 'POST', headers, body });
    if (endpoint === 'payout') response.destroy();
    else response.writeHead(answer.status).end(await answer.text());
  });
  return { baseUrl, sent };
}

const refusedByShop = (mchOrderNo: string) => ({
  code: 1,
  stdout: '',
  stderr: `refused by the shop: ${mchOrderNo} is a payout with another amount or destination. Use a new number`,
});

/** A payout must reach its destination once, and must be settled once. */
export function payoutsContract(shop: LanguageShop, served: () => Served): void {
  test('the shop settles a completed payout once', async () => {
    const { gateway, payout, books, told } = served();
    expect(await payout('W-1')).toEqual({ code: 0, stdout: 'pending', stderr: '' });
    const [made] = (await gateway.payouts.list({ mchOrderNo: 'W-1' })).items;
    expect(made).toMatchObject({
      mchOrderNo: 'W-1',
      amount: '500.00',
      payType: 'upi',
    });
    const { orderNo = '' } = made ?? {};
    await gateway.payouts.approve(orderNo);
    await gateway.callbacks.settle();
    expect(books().settled('W-1')).toBeUndefined();
    await gateway.payouts.complete(orderNo);
    await gateway.callbacks.settle();
    expect(books().settled('W-1')).toBe('success');
    await gateway.payouts.resend(orderNo);
    await gateway.callbacks.settle();
    await vi.waitFor(() => expect(told().match(/W-1: payout success/g)).toHaveLength(1), patience);
  });

  test('the shop settles a rejected payout as failed', async () => {
    const { gateway, payout, books } = served();
    await payout('W-2');
    const [made] = (await gateway.payouts.list({ mchOrderNo: 'W-2' })).items;
    await gateway.payouts.reject(made?.orderNo ?? '');
    await gateway.callbacks.settle();
    expect(books().settled('W-2')).toBe('failed');
  });

  test('the client rejects a used order number for a different payout, because the gateway would return the first payout', async () => {
    const { gateway, payout } = await open(shop);
    expect(await payout('W-3')).toMatchObject({ code: 0 });
    expect(await payout('W-3')).toMatchObject({ code: 0, stdout: 'pending' });
    const refused = refusedByShop('W-3');
    expect(await payout('W-3', { upiId: 'ravi@okaxis' })).toEqual(refused);
    expect(await payout('W-3', { amount: '600.00' })).toEqual(refused);
    expect((await gateway.payouts.list()).items).toHaveLength(1);
  });

  test('the client sends only the specified fields of a bank payout, and queries the payout after a lost response', async () => {
    const { gateway, baseUrl, payoutTo } = await open(withProcesses(shop));
    const { baseUrl: INRGATE_BASE_URL, sent } = await losingAnswers(baseUrl);
    const done = { code: 0, stdout: 'pending', stderr: '' };
    expect(await payoutTo('W-4', account, '500.00', { INRGATE_BASE_URL })).toEqual(done);
    const [made, ...others] = (await gateway.payouts.list()).items;
    const [bankCode, , , ifsc] = account;
    const destination = { bankCode, accountNumber: '••••7890', ifsc };
    expect(made).toMatchObject({ mchOrderNo: 'W-4', amount: '500.00', payType: 'bank', destination });
    expect(others).toEqual([]);
    const [first] = sent;
    const fields = Object.fromEntries(names.map((name, at) => [name, account[at]]));
    const rest = { mchId: 'SHOP1', mchOrderNo: 'W-4', amount: '500.00', sign: expect.any(String) };
    expect(first).toEqual({ endpoint: 'payout', fields: { ...rest, ...fields } });
    expect(sent.at(-1)?.endpoint).toBe('check-order-status');
  });

  test('the client rejects the order number of a bank payout if any account field differs', async () => {
    const { gateway, payout, payoutTo } = await open(shop);
    for (const _again of ['first', 'second']) {
      expect(await payoutTo('W-5', account)).toEqual({ code: 0, stdout: 'pending', stderr: '' });
    }
    const refused = refusedByShop('W-5');
    for (const name of names) expect(await payoutTo('W-5', accountWith(name, '0987654321'))).toEqual(refused);
    expect(await payout('W-5')).toEqual(refused);
    expect((await gateway.payouts.list()).items).toHaveLength(1);
  });

  test('the client reports the missing fields of a bank account, or the error code of the gateway', async () => {
    const { gateway, payoutTo } = await open(shop);
    const half = await payoutTo('W-6', account.slice(0, 3));
    expect(half).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/BANK_CODE ACCOUNT_NAME ACCOUNT_NUMBER IFSC/),
    });
    expect((await gateway.requests.list()).items).toEqual([]);
    const refused = (code: string) => ({ code: 1, stdout: '', stderr: `refused: ${code}` });
    expect(await payoutTo('W-7', accountWith('accountNumber', '12345'))).toEqual(refused('bank_invalid'));
    expect(await payoutTo('W-8', accountWith('ifsc', 'JAKA'))).toEqual(refused('ifsc_invalid'));
  });

  test.each([
    ['bankCode', 'HDFC&accountName=Ravi'],
    ['accountName', 'Asha&ifsc=HDFC0001234'],
    ['accountNumber', '001234567890&x'],
    ['ifsc', 'HDFC0001234&upiId=ravi@okaxis'],
  ])('the client rejects the field %s with the value %j before it signs the request', async (name, value) => {
    const { gateway, payoutTo } = await open(shop);
    const refused = { code: 1, stdout: '', stderr: 'refused: ambiguous_value' };
    expect(await payoutTo('W-9', accountWith(name, value))).toEqual(refused);
    expect((await gateway.requests.list()).items).toEqual([]);
  });
}
