import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { Orders, openGateway } from './harness.ts';

type DepositMove = 'pay' | 'fail';
type PayoutMove = 'approve' | 'complete' | 'reject' | 'cancel';

async function rejectionOf(move: Promise<unknown>): Promise<unknown> {
  return move.then(
    () => 'it moved',
    ({ code, message }) => [code, message],
  );
}

const refused = (order: string, standing: string) => [
  'illegal_transition',
  `The ${order} is ${standing}. Nothing was changed.`,
];

describe('rejection of an action that the state does not allow [contract:control.errors]', () => {
  it.each<[DepositMove[], DepositMove, string]>([
    [['pay'], 'pay', 'success, which is final; allowed actions: none'],
    [['pay'], 'fail', 'success, which is final; allowed actions: none'],
    [['fail'], 'fail', 'failed; allowed actions: pay'],
    [['fail', 'pay'], 'fail', 'success, which is final; allowed actions: none'],
  ])(
    'after %j on a pay-in or link, the error of the action %s names the state and the allowed actions: %s',
    async (before, move, standing) => {
      const gateway = await openGateway();
      const orders = new Orders(gateway);
      for (const [kind, noun, orderNo] of [
        ['payins', 'pay-in', await orders.payin()],
        ['links', 'link', await orders.link()],
      ] as const) {
        for (const each of before) await gateway[kind][each](orderNo);
        expect(await rejectionOf(gateway[kind][move](orderNo))).toEqual(
          refused(`${noun} ${orderNo}`, standing),
        );
      }
    },
  );

  it('the error for an expired order names pay as its only allowed action, or none if late payments are rejected', async () => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payin();
    await gateway.clock.advance('31m');
    const order = `pay-in ${orderNo}`;
    expect(await rejectionOf(gateway.payins.fail(orderNo))).toEqual(
      refused(order, 'expired; allowed actions: pay'),
    );
    await gateway.settings.update({ latePayments: 'refuse' });
    const standing = 'expired, and late payments are rejected; allowed actions: none';
    expect(await rejectionOf(gateway.payins.pay(orderNo))).toEqual(refused(order, standing));
  });

  it.each<[PayoutMove[], PayoutMove, string]>([
    [[], 'complete', 'pending; allowed actions: approve, reject, cancel'],
    [['approve'], 'approve', 'processing; allowed actions: complete, reject, cancel'],
    [['approve', 'complete'], 'complete', 'success, which is final; allowed actions: none'],
    [['reject'], 'approve', 'failed, which is final; allowed actions: none'],
    [['cancel'], 'reject', 'failed, which is final; allowed actions: none'],
  ])(
    'after %j on a payout, the error of the action %s names the state and the allowed actions: %s',
    async (before, move, standing) => {
      const gateway: MockGateway = await openGateway();
      const orderNo = await new Orders(gateway).payout();
      for (const each of before) await gateway.payouts[each](orderNo);
      expect(await rejectionOf(gateway.payouts[move](orderNo))).toEqual(
        refused(`payout ${orderNo}`, standing),
      );
    },
  );
});

describe('allowed actions of an order [contract:control.moves]', () => {
  it.each<[DepositMove[], DepositMove[]]>([
    [[], ['pay', 'fail']],
    [['fail'], ['pay']],
    [['pay'], []],
  ])('a pay-in or link after %j lists the allowed actions %j', async (before, moves) => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    for (const [kind, orderNo] of [
      ['payins', await orders.payin()],
      ['links', await orders.link()],
    ] as const) {
      for (const each of before) expect(await gateway[kind][each](orderNo)).toHaveProperty('moves');
      expect(await gateway[kind].get(orderNo)).toMatchObject({ moves });
      expect((await gateway[kind].list()).items).toMatchObject([{ moves }]);
    }
  });

  it('an expired order lists pay as an allowed action only while the setting credits late payments', async () => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payin();
    await gateway.clock.advance('31m');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired', moves: ['pay'] });
    await gateway.settings.update({ latePayments: 'refuse' });
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired', moves: [] });
  });

  it.each<[PayoutMove[], PayoutMove[]]>([
    [[], ['approve', 'reject', 'cancel']],
    [['approve'], ['complete', 'reject', 'cancel']],
    [['approve', 'complete'], []],
    [['cancel'], []],
  ])('a payout after %j lists the allowed actions %j', async (before, moves) => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payout();
    for (const each of before) await gateway.payouts[each](orderNo);
    expect(await gateway.payouts.get(orderNo)).toMatchObject({ moves });
    expect((await gateway.payouts.list()).items).toMatchObject([{ moves }]);
  });
});
