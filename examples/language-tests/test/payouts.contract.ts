import { expect, test } from 'vitest';
import { type LanguageShop, open } from './shop.ts';

/** That a withdrawal goes to whom it was meant for, once, and is settled once. */
export function payoutsContract(shop: LanguageShop): void {
  test('a withdrawal is made, approved, paid, told of and settled once', async () => {
    const { gateway, payout, callbacks, books, told } = await open(shop);
    await callbacks();
    expect(await payout('W-1')).toEqual({ code: 0, stdout: 'pending', stderr: '' });
    const [made] = (await gateway.payouts.list()).items;
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
    expect(told().match(/W-1: withdrawal success/g)).toHaveLength(1);
  });

  test('a withdrawal that is rejected is settled as failed', async () => {
    const { gateway, payout, callbacks, books } = await open(shop);
    await callbacks();
    await payout('W-2');
    const [made] = (await gateway.payouts.list()).items;
    await gateway.payouts.reject(made?.orderNo ?? '');
    await gateway.callbacks.settle();
    expect(books().settled('W-2')).toBe('failed');
  });

  test('the number of a withdrawal is not used for another one: the gateway would answer with the first', async () => {
    const { gateway, payout } = await open(shop);
    expect(await payout('W-3')).toMatchObject({ code: 0 });
    expect(await payout('W-3')).toMatchObject({ code: 0, stdout: 'pending' });
    const refused = { code: 1, stdout: '', stderr: 'refused: duplicate_order' };
    expect(await payout('W-3', { upiId: 'ravi@okaxis' })).toEqual(refused);
    expect(await payout('W-3', { amount: '600.00' })).toEqual(refused);
    expect((await gateway.payouts.list()).items).toHaveLength(1);
  });
}
