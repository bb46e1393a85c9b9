import { describe, expect, it } from 'vitest';
import type { Answer, Caller } from '../client.ts';
import { callerOf, Orders, openGateway } from './harness.ts';

type Call = (caller: Caller) => Promise<Answer>;

/** Calls that the gateway rejects, with the message that states the value, the limit or the fix. */
const rejections: readonly (readonly [string, Call, string])[] = [
  [
    'a pay-in above the maximum',
    (caller) => caller.payin({ amount: '5000000.00' }),
    'amount 5000000.00 is above the pay-in maximum of 50000.00.',
  ],
  [
    'a pay-in below the minimum',
    (caller) => caller.payin({ amount: '199.99' }),
    'amount 199.99 is below the pay-in minimum of 200.00.',
  ],
  [
    'a payout above the maximum',
    (caller) => caller.payout({ amount: '200000.01' }),
    'amount 200000.01 is above the payout maximum of 200000.00.',
  ],
  [
    'a payout below the minimum',
    (caller) => caller.payout({ amount: '499.99' }),
    'amount 499.99 is below the payout minimum of 500.00.',
  ],
  [
    'a link above the maximum',
    (caller) => caller.createLink({ amount: '50000.01' }),
    'amount 50000.01 is above the pay-in maximum of 50000.00.',
  ],
  [
    'an amount that is too long to repeat',
    (caller) => caller.payin({ amount: `${'9'.repeat(400)}.00` }),
    'amount of 400 digits is above the pay-in maximum of 50000.00.',
  ],
  [
    'an extra that is too long',
    (caller) => caller.payin({ extra: 'é'.repeat(300) }),
    'extra has 300 characters, above the maximum of 255.',
  ],
  [
    'a note that is too long',
    (caller) => caller.createLink({ amount: '500.00', note: 'x'.repeat(256) }),
    'note has 256 characters, above the maximum of 255.',
  ],
];

describe('message of a rejection', () => {
  it.each(rejections)(
    'a rejection states the value and the allowed limit of %s',
    async (_what, call, message) => {
      const { status, text } = await call(callerOf(await openGateway()));
      expect({ status, message: JSON.parse(text).message }).toEqual({ status: 422, message });
    },
  );

  it.each([
    ['500', 'amount has 0 decimals.'],
    ['500.0', 'amount has 1 decimal.'],
    ['500.000', 'amount has 3 decimals.'],
    ['0500.00', 'amount has a leading zero.'],
    ['0.00', 'amount is not above zero.'],
    ['-1.00', 'amount is negative.'],
    ['5e2', 'amount contains characters other than digits and the decimal point.'],
    ['1,000.00', 'amount contains characters other than digits and the decimal point.'],
    ['1.2.3', 'amount contains more than one decimal point.'],
  ])('a rejection explains what is wrong with the amount %j', async (amount, message) => {
    const { text } = await callerOf(await openGateway()).payin({ amount });
    expect(JSON.parse(text)).toMatchObject({
      error: 'invalid_amount',
      message: expect.stringContaining(message),
    });
  });

  it('the rejection of a repeated request names the fields that differ, with both values', async () => {
    const caller = callerOf(await openGateway());
    await caller.payin({ mchOrderNo: 'A-1', amount: '500.00' });
    await caller.payout({ mchOrderNo: 'A-2', amount: '500.00' });
    await caller.createLink({ client_ref: 'A-3', amount: '500.00' });
    const payin = await caller.payin({ mchOrderNo: 'A-1', amount: '600.00', tradeType: 'usdt' });
    const payout = await caller.payout({ mchOrderNo: 'A-2', amount: '600.00' });
    const link = await caller.createLink({ client_ref: 'A-3', amount: '500.00', currency: 'USDT' });
    expect([payin, payout, link].map(({ text }) => JSON.parse(text).message)).toEqual([
      'mchOrderNo was used before with amount 500.00, not 600.00 and tradeType INRUPI, not usdt.',
      'mchOrderNo was used before with amount 500.00, not 600.00.',
      'client_ref was used before with currency INR, not USDT.',
    ]);
  });
});

describe('ambiguous string from the operator', () => {
  const ambiguous = 'must not contain an & that makes the callback’s signature ambiguous';

  it.each(['utr', 'txid', 'message'] as const)(
    'the control API rejects a value that would make the callback ambiguous in the field %s',
    async (field) => {
      const gateway = await openGateway();
      const orders = new Orders(gateway);
      const [payin, payout] = [await orders.payin(), await orders.payout()];
      await gateway.payouts.approve(payout);
      const moves = {
        utr: (utr: string) => gateway.payins.pay(payin, { utr }),
        txid: (txid: string) => gateway.payouts.complete(payout, { txid }),
        message: (message: string) => gateway.payouts.reject(payout, { message }),
      };
      const rejected = { code: 'invalid_body', status: 422 };
      await expect(moves[field]('wrong&amount=1.00')).rejects.toMatchObject({
        ...rejected,
        message: expect.stringContaining(`${field}: ${ambiguous}`),
      });
      await expect(moves[field]('\ud800')).rejects.toMatchObject({
        ...rejected,
        message: `${field}: must be valid Unicode`,
      });
      expect(await gateway.payins.get(payin)).toMatchObject({ status: 'pending' });
      expect(await gateway.payouts.get(payout)).toMatchObject({ status: 'processing' });
    },
  );

  it('a message from the operator may contain an & that is not ambiguous', async () => {
    const gateway = await openGateway();
    const payout = await new Orders(gateway).payout();
    const message = 'Bank & branch: a=1&b=2';
    expect(await gateway.payouts.reject(payout, { message })).toMatchObject({ message });
  });
});
