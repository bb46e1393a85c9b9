import { type PayType, payoutCreated, payType as payTypeSchema } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import type { Params } from '../client.ts';
import { booksOf, expectRejection, expectSuccess } from './expect.ts';
import { anotherMerchant, gatewayPerTest, type Open, type Site, start } from './gateway-per-test.ts';

const bank = {
  bankCode: 'HDFC Bank',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
} as const;
const upi = { upiId: 'asha@okhdfcbank' } as const;
const usdt = { usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } as const;

const destinations = { bank, upi, usdt } as const satisfies Readonly<Record<PayType, Params>>;
const kinds = payTypeSchema.options;

/** spec: POST payout, Withdrawal; reading: Parameters, Order of checks 10 to 12. */
export function payoutContract(open: Open): void {
  describe('POST payout', () => {
    const at = gatewayPerTest(open);
    answerOfPayout(at);
    idempotency(at);
    payTypes(at);
    bankFields(at);
    otherDestinations(at);
    limits(at);
  });
}

function payout(at: Site, params: Params, options: { form?: boolean } = {}) {
  return at.caller.v3('payout', { mchOrderNo: 'W-1', amount: '1000.00', ...params }, options);
}

/** Expects that the gateway rejects the request as JSON and as a form, and changes nothing. */
async function expectRejected(at: Site, params: Params, error: string): Promise<void> {
  const before = await booksOf(at.gateway);
  expectRejection(await payout(at, params), 422, error);
  expectRejection(await payout(at, params, { form: true }), 422, error);
  expect(await booksOf(at.gateway)).toEqual(before);
}

async function expectAccepted(at: Site, params: Params) {
  return expectSuccess(await payout(at, params), payoutCreated);
}

function answerOfPayout(at: Site): void {
  it.each(kinds)(
    'payout returns a new payout to %s with exactly the specified fields [spec:payout.fields] [spec:payout.destinations] [spec:payout.order-no]',
    async (payType) => {
      const answer = await payout(at, { payType, ...destinations[payType] });
      expectSuccess(answer, payoutCreated);
      expect(JSON.parse(answer.text)).toEqual({
        code: 200,
        success: true,
        message: 'Success',
        data: {
          orderNo: expect.stringMatching(/^WD/),
          mchOrderNo: 'W-1',
          amount: '1000.00',
          fee: '75.00',
          totalDebit: '1075.00',
          status: 'pending',
          payType,
          txid: null,
          createdAt: start,
          paidAt: null,
        },
      });
    },
  );

  it('payout holds the amount and the fee in the available balance [spec:payout.held] [spec:balance.fields]', async () => {
    await expectAccepted(at, upi);
    expect((await at.caller.balance()).data).toEqual({
      balance: '98925.00',
      available: '98925.00',
      frozen: '1075.00',
      total: '100000.00',
      currency: 'INR',
    });
  });

  it.each([
    ['500.00', '42.50', '542.50'],
    ['500.07', '42.50', '542.57'],
    ['500.08', '42.51', '542.59'],
    ['500.23', '42.51', '542.74'],
    ['500.24', '42.52', '542.76'],
    ['90000.00', '5860.00', '95860.00'],
  ])(
    'payout charges 6.5 percent and 10.00, rounded half up to the paisa: %s costs %s, debits %s [spec:payout.fee] [spec:limits.fees] [reading:money.half-up]',
    async (amount, fee, totalDebit) => {
      expect(await expectAccepted(at, { amount, ...upi })).toMatchObject({ amount, fee, totalDebit });
    },
  );

  it.each([
    ['payout', false],
    ['payout', true],
    ['payout.php', false],
    ['payout.php', true],
  ])(
    'payout accepts an order at the path %s, sent as a form: %s [spec:versioning.php-suffix] [spec:conventions.bodies]',
    async (name, form) => {
      expectSuccess(
        await at.caller.v3(name, { mchOrderNo: 'W-1', amount: '1000.00', ...bank }, { form }),
        payoutCreated,
      );
    },
  );

  it.each([
    ['mchId', 'merchant_id'],
    ['mchOrderNo', 'merchant_order_no'],
  ] as const)(
    'payout accepts %s as %s, but rejects different values under both names [spec:payout.aliases] [reading:params.alias-contradiction]',
    async (name, alias) => {
      const params = { mchId: 'DEMO1001', mchOrderNo: 'W-1', amount: '1000.00', ...upi };
      const { [name]: value, ...others } = params;
      expectSuccess(await at.caller.exactly('payout', { ...others, [alias]: value }), payoutCreated);
      expectRejection(
        await at.caller.exactly('payout', { ...params, [alias]: 'OTHER' }),
        400,
        'invalid_request',
      );
    },
  );

  it('payout ignores every value of notifyUrl [spec:payout.notify-url]', async () => {
    const { orderNo } = await expectAccepted(at, { ...upi, notifyUrl: 'https://shop.example/not-saved' });
    expect(await expectAccepted(at, { ...upi, mchOrderNo: 'W-2', notifyUrl: 'not a URL' })).toBeDefined();
    await at.gateway.payouts.approve(orderNo);
    const { items } = await at.gateway.callbacks.list({ orderNo });
    expect(items).toMatchObject([{ url: null, state: 'undeliverable' }]);
  });
}

function idempotency(at: Site): void {
  it('payout returns the same payout with duplicate true for a repeated request [spec:payout.idempotent] [reading:params.payout-repeat] [reading:order.11]', async () => {
    const first = await payout(at, upi);
    const again = await payout(at, upi);
    expectSuccess(again, payoutCreated);
    expect(again.data).toEqual({ ...first.data, duplicate: true });
    expect((await at.caller.balance()).data).toMatchObject({ frozen: '1075.00' });
  });

  it('payout ignores a different destination in a repeated request [reading:params.payout-repeat]', async () => {
    const first = await payout(at, upi);
    expect((await payout(at, { upiId: 'ravi@okaxis' })).data).toEqual({ ...first.data, duplicate: true });
    expect((await payout(at, { upiId: 'malformed' })).data).toEqual({ ...first.data, duplicate: true });
    expect((await payout(at, { payType: 'upi', ...upi })).data).toEqual({ ...first.data, duplicate: true });
  });

  it.each([
    ['another amount', { amount: '1000.01', ...upi }],
    ['another pay type', { ...bank }],
  ])(
    'payout rejects a repeated request with %s [spec:payout.conflict] [spec:errors.duplicate_order] [reading:params.payout-repeat]',
    async (_what, params) => {
      await expectAccepted(at, upi);
      const before = await booksOf(at.gateway);
      expectRejection(await payout(at, params), 409, 'duplicate_order');
      expect(await booksOf(at.gateway)).toEqual(before);
    },
  );

  it('payout rejects a repeated request with another amount, even after the first payout has ended [spec:payout.conflict] [spec:errors.duplicate_order]', async () => {
    const { orderNo } = await expectAccepted(at, upi);
    await at.gateway.payouts.reject(orderNo);
    expectRejection(await payout(at, { amount: '1000.01', ...upi }), 409, 'duplicate_order');
  });

  it('payout returns the current state of the payout for a repeated request [spec:payout.idempotent] [reading:order.11]', async () => {
    const { gateway } = at;
    const { orderNo } = await expectAccepted(at, usdt);
    await gateway.payouts.approve(orderNo);
    expect((await payout(at, usdt)).data).toMatchObject({
      status: 'processing',
      duplicate: true,
      paidAt: null,
    });
    await gateway.clock.advance('1h');
    await gateway.payouts.complete(orderNo, { txid: 'abc' });
    expect((await payout(at, usdt)).data).toMatchObject({
      status: 'success',
      duplicate: true,
      txid: 'abc',
      createdAt: start,
      paidAt: '2026-11-20T16:04:05+05:30',
    });
  });

  it('payout returns a rejected payout for a repeated request, without holding a new amount [spec:payout.idempotent] [reading:order.11]', async () => {
    const { orderNo } = await expectAccepted(at, upi);
    await at.gateway.payouts.reject(orderNo);
    expect((await payout(at, upi)).data).toMatchObject({ orderNo, status: 'failed', duplicate: true });
    expect((await at.caller.balance()).data).toMatchObject({ available: '100000.00', frozen: '0.00' });
  });

  it('payout does not check the business rules for a repeated request [spec:payout.idempotent] [reading:order.11]', async () => {
    const { gateway, caller } = at;
    const first = await payout(at, { amount: '90000.00', ...upi });
    await gateway.merchants.update(caller.keys.mchId, { inrEnabled: false, limits: { payoutMax: '600.00' } });
    expect((await payout(at, { amount: '90000.00', ...upi })).data).toEqual({
      ...first.data,
      duplicate: true,
    });
  });

  it('payout keeps the order numbers of merchants separate [reading:params.name-spaces]', async () => {
    const other = await anotherMerchant(at);
    await expectAccepted(at, upi);
    expect((await other.payout({ amount: '2000.00' })).data['duplicate']).toBeUndefined();
  });

  it.each(['before', 'after'] as const)(
    'a payout that is repeated after a 500 %s the commit debits the wallet once [spec:payout.idempotent] [spec:errors.server_error]',
    async (phase) => {
      await at.gateway.faults.add({
        endpoint: 'payout',
        times: 1,
        phase,
        action: { kind: 'status', status: 500 },
      });
      expectRejection(await payout(at, upi), 500, 'server_error');
      expect((await expectAccepted(at, upi)).duplicate).toBe(phase === 'after' ? true : undefined);
      expect((await at.caller.balance()).data).toMatchObject({ frozen: '1075.00' });
    },
  );
}

function payTypes(at: Site): void {
  it.each([
    ['bank', bank],
    ['upi', upi],
    ['usdt', usdt],
  ] as const)(
    'payout detects %s from the destination when payType is missing [spec:payout.detection] [reading:params.pay-type]',
    async (payType, fields) => {
      expect((await expectAccepted(at, fields)).payType).toBe(payType);
      expect((await expectAccepted(at, { mchOrderNo: 'W-2', payType: '', ...fields })).payType).toBe(payType);
    },
  );

  it.each([
    ['accountNumber', { accountNumber: bank.accountNumber }],
    ['ifsc', { ifsc: bank.ifsc }],
  ])(
    'payout treats %s without other fields as an incomplete bank destination [spec:payout.detection] [reading:params.pay-type] [reading:params.bank]',
    (_what, params) => expectRejected(at, params, 'missing_param'),
  );

  it('payout does not detect a bank payout by bankCode or accountName [spec:payout.detection] [reading:params.pay-type]', async () => {
    const { bankCode, accountName } = bank;
    expect((await expectAccepted(at, { bankCode, accountName, ...upi })).payType).toBe('upi');
  });

  it.each([
    ['a missing destination', {}],
    ['a bank and a name without an account', { bankCode: 'HDFC Bank', accountName: 'Asha Rao' }],
    ['empty fields', { upiId: '', usdtAddress: '', accountNumber: '' }],
  ])('payout rejects %s [reading:params.pay-type] [spec:errors.missing_param]', (_what, params) =>
    expectRejected(at, params, 'missing_param'),
  );

  it.each([
    ['bank and UPI', { ...bank, ...upi }],
    ['an account number and UPI', { accountNumber: bank.accountNumber, ...upi }],
    ['an IFSC and USDT', { ifsc: bank.ifsc, ...usdt }],
    ['UPI and USDT', { ...upi, ...usdt }],
    ['all three', { ...bank, ...upi, ...usdt }],
  ])(
    'payout rejects the fields of two kinds together: %s [spec:payout.detection] [reading:params.pay-type] [spec:errors.invalid_pay_type]',
    (_what, params) => expectRejected(at, params, 'invalid_pay_type'),
  );

  it.each(kinds)(
    'payout follows a given payType %s, even with fields of other kinds [spec:payout.detection] [reading:params.pay-type]',
    async (payType) => {
      expect((await expectAccepted(at, { payType, ...bank, ...upi, ...usdt })).payType).toBe(payType);
    },
  );

  it.each(kinds)(
    'payout rejects payType %s without the fields of that kind [reading:params.pay-type] [spec:errors.missing_param]',
    async (payType) => {
      const others = kinds.filter((kind) => kind !== payType).map((kind) => destinations[kind]);
      await expectRejected(at, { payType }, 'missing_param');
      await expectRejected(at, Object.assign({ payType }, ...others), 'missing_param');
    },
  );

  it.each(['cash', 'BANK', 'Upi', 'bank ', 'null', 'constructor', '__proto__', 'toString'])(
    'payout rejects the pay type %s [spec:errors.invalid_pay_type]',
    (payType) => expectRejected(at, { payType, ...upi }, 'invalid_pay_type'),
  );
}

function bankFields(at: Site): void {
  it.each(['bankCode', 'accountName', 'accountNumber', 'ifsc'] as const)(
    'payout rejects a bank payout without %s [spec:payout.destinations] [reading:params.bank] [spec:errors.missing_param]',
    async (name) => {
      await expectRejected(at, { payType: 'bank', ...bank, [name]: '' }, 'missing_param');
      const { [name]: _left, ...others } = bank;
      await expectRejected(at, { payType: 'bank', ...others }, 'missing_param');
    },
  );

  it.each(['123456', '0'.repeat(20), '001234567890'])(
    'payout accepts the account number %s [spec:limits.account-number] [spec:payout.account-number]',
    async (accountNumber) => {
      await expectAccepted(at, { ...bank, accountNumber });
    },
  );

  it.each([
    '12345',
    '1'.repeat(21),
    '12345a',
    '123 456',
    '-123456',
    '１２３４５６',
    '٠١٢٣٤٥',
    '1234567.0',
    '123456\n',
  ])(
    'payout rejects the account number %j [spec:payout.account-number] [spec:limits.account-number] [spec:errors.bank_invalid]',
    (accountNumber) => expectRejected(at, { ...bank, accountNumber }, 'bank_invalid'),
  );

  it.each([' ', '\t', '\u00a0 \u3000'])(
    'payout rejects the blank account name %j [reading:params.bank] [spec:errors.bank_invalid]',
    (accountName) => expectRejected(at, { ...bank, accountName }, 'bank_invalid'),
  );

  it.each(['HDFC0001234', 'SBIN0000300', 'UTIB0001617', 'KKBK0000261', 'hdfc0001234', 'HdFc0ABCdef'])(
    'payout accepts the IFSC %s [reading:params.bank] [spec:payout.ifsc]',
    async (ifsc) => {
      await expectAccepted(at, { ...bank, ifsc });
    },
  );

  it.each([
    'HDFCO001234',
    'HDFC000123',
    'HDFC00012345',
    'HDF00001234',
    'HDFC1001234',
    'HDFC0-01234',
    ' HDFC0001234',
    'HDFC0001234\n',
    'ＨDFC0001234',
  ])(
    'payout rejects the IFSC %j [spec:payout.ifsc] [reading:params.bank] [spec:errors.ifsc_invalid]',
    (ifsc) => expectRejected(at, { ...bank, ifsc }, 'ifsc_invalid'),
  );

  it('payout checks the account before the IFSC [reading:order.12]', () =>
    expectRejected(at, { ...bank, accountNumber: '1', ifsc: 'x' }, 'bank_invalid'));

  it.each([
    ['HDFC Bank', 'HDFC Bank'],
    ['hdfc BANK', 'HDFC Bank'],
    ['other / not listed', 'Other / Not Listed'],
    ['Bank of Nowhere', 'Bank of Nowhere'],
    ['  HDFC Bank', '  HDFC Bank'],
    ['HDFC Bank ', 'HDFC Bank '],
    ['बैंक <b>', 'बैंक <b>'],
  ])(
    'payout stores the bank %j as %j [spec:payout.bank-list] [reading:params.bank-list]',
    async (bankCode, kept) => {
      const { orderNo } = await expectAccepted(at, { ...bank, bankCode });
      const { destination } = await at.gateway.payouts.get(orderNo);
      expect(destination).toMatchObject({ bankCode: kept });
    },
  );
}

function otherDestinations(at: Site): void {
  it.each([
    ['the shortest', 'as@ab'],
    ['with every allowed character', 'asha.rao-1_x@okhdfcbank'],
    ['in capitals', 'AA@A1'],
    ['the longest name', `${'a'.repeat(256)}@ybl`],
    ['the longest bank', `aa@b${'c'.repeat(63)}`],
  ])('payout accepts a UPI ID: %s [reading:params.upi] [spec:payout.upi]', async (_what, upiId) => {
    await expectAccepted(at, { upiId });
  });

  it.each([
    ['no bank', 'asha'],
    ['no name', '@okhdfcbank'],
    ['an empty bank', 'asha@'],
    ['a name of one letter', 'a@okhdfcbank'],
    ['a bank of one letter', 'asha@b'],
    ['a digit first in the bank', 'asha@1bank'],
    ['a hyphen in the bank', 'asha@ok-bank'],
    ['a dot in the bank', 'asha@bank.com'],
    ['two at signs', 'asha@ok@bank'],
    ['a space inside', 'as ha@okbank'],
    ['a space in front', ' asha@okbank'],
    ['a trailing line break', 'asha@okbank\n'],
    ['an accent', 'äsha@okbank'],
    ['a name of 257 letters', `${'a'.repeat(257)}@ybl`],
    ['a bank of 65 letters', `aa@b${'c'.repeat(64)}`],
  ])(
    'payout rejects a UPI ID with %s [spec:payout.upi] [reading:params.upi] [spec:errors.upi_invalid]',
    (_what, upiId) => expectRejected(at, { upiId }, 'upi_invalid'),
  );

  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  ])(
    'payout accepts the TRC20 wallet address %s [reading:params.trc20] [spec:payout.usdt]',
    async (usdtAddress) => {
      await expectAccepted(at, { usdtAddress });
    },
  );

  it.each([
    ['a wrong checksum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6J'],
    ['33 characters', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
    ['35 characters', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt'],
    ['a zero, which is invalid in base58', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60'],
    ['the similar prefix of another chain', 'Tm2GRCF2k4FLaZakECiFvWrHrPbNVc7pug'],
    ['the prefix of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['an Ethereum address', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['lower case', 'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t'],
    ['a space in front', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])(
    'payout rejects a wallet address with %s [spec:payout.usdt] [reading:params.trc20] [spec:errors.address_invalid]',
    (_what, usdtAddress) => expectRejected(at, { usdtAddress }, 'address_invalid'),
  );

  it.each([
    ['bank', { inrEnabled: false }, bank],
    ['upi', { inrEnabled: false }, upi],
    ['usdt', { usdtEnabled: false }, usdt],
  ])(
    'payout rejects %s if the currency is not enabled [spec:errors.method_not_allowed] [spec:payout.usdt]',
    async (_what, merchant, params) => {
      await at.gateway.merchants.update(at.caller.keys.mchId, merchant);
      await expectRejected(at, params, 'method_not_allowed');
    },
  );
}

function limits(at: Site): void {
  it.each(['499.99', '0.01', '200000.01', '9007199254740993.00'])(
    'payout rejects the amount %s, outside the limits [spec:limits.payout-amount] [spec:errors.amount_range]',
    (amount) => expectRejected(at, { amount, ...upi }, 'amount_range'),
  );

  it('payout accepts exactly the minimum and the maximum amount [spec:limits.payout-amount] [spec:limits.payout-daily]', async () => {
    await at.gateway.merchants.credit('DEMO1001', { amount: '300000.00' });
    await expectAccepted(at, { mchOrderNo: 'W-1', amount: '200000.00', ...upi });
    await at.gateway.clock.advance('1d');
    await expectAccepted(at, { mchOrderNo: 'W-2', amount: '500.00', ...upi });
  });

  it('payout applies the limits of the account if the account sets limits [spec:limits.own]', async () => {
    const own = { payoutMin: '1.00', payoutMax: '10.00', payoutDaily: '12.00' };
    await at.gateway.merchants.update('DEMO1001', { limits: own });
    await expectRejected(at, { amount: '0.99', ...upi }, 'amount_range');
    await expectRejected(at, { amount: '10.01', ...upi }, 'amount_range');
    await expectAccepted(at, { amount: '10.00', ...upi });
    await expectRejected(at, { mchOrderNo: 'W-2', amount: '2.01', ...upi }, 'daily_limit');
    await expectAccepted(at, { mchOrderNo: 'W-2', amount: '2.00', ...upi });
  });

  it('the daily payout limit adds up the amounts of an IST day without their fees [spec:limits.payout-daily] [spec:errors.daily_limit]', async () => {
    await at.gateway.merchants.credit('DEMO1001', { amount: '300000.00' });
    await expectAccepted(at, { mchOrderNo: 'W-1', amount: '120000.00', ...upi });
    await expectRejected(at, { mchOrderNo: 'W-2', amount: '80000.01', ...bank }, 'daily_limit');
    await expectAccepted(at, { mchOrderNo: 'W-2', amount: '80000.00', ...usdt });
    await expectRejected(at, { mchOrderNo: 'W-3', amount: '500.00', ...upi }, 'daily_limit');
  });

  it('the daily payout limit restarts at midnight in India [reading:money.ist-day]', async () => {
    await at.gateway.merchants.credit('DEMO1001', { amount: '300000.00' });
    await expectAccepted(at, { mchOrderNo: 'W-1', amount: '200000.00', ...upi });
    await at.gateway.clock.freeze({ at: '2026-11-20T23:59:59+05:30' });
    await expectRejected(at, { mchOrderNo: 'W-2', ...upi }, 'daily_limit');
    await at.gateway.clock.advance('1s');
    await expectAccepted(at, { mchOrderNo: 'W-2', ...upi });
  });

  it.each(['reject', 'cancel'] as const)(
    'the daily payout limit ignores payouts that failed by %s [reading:money.failed-not-counted]',
    async (move) => {
      await at.gateway.merchants.credit('DEMO1001', { amount: '300000.00' });
      const { orderNo } = await expectAccepted(at, { mchOrderNo: 'W-1', amount: '200000.00', ...upi });
      await expectRejected(at, { mchOrderNo: 'W-2', ...upi }, 'daily_limit');
      await at.gateway.payouts[move](orderNo);
      await expectAccepted(at, { mchOrderNo: 'W-2', amount: '200000.00', ...upi });
    },
  );

  it('the daily payout limit counts each merchant separately [spec:limits.payout-daily]', async () => {
    const other = await anotherMerchant(at, { balance: '300000.00' });
    await at.gateway.merchants.credit('DEMO1001', { amount: '300000.00' });
    await expectAccepted(at, { amount: '200000.00', ...upi });
    expect((await other.payout({ amount: '200000.00' })).status).toBe(200);
  });

  it('payout rejects an order if the balance does not cover the amount and the fee [spec:errors.insufficient_balance] [spec:payout.refusal-debits-nothing]', async () => {
    const poor = await anotherMerchant(at, { balance: '1074.99' });
    const before = await booksOf(at.gateway);
    expectRejection(await poor.payout({ amount: '1000.00' }), 422, 'insufficient_balance');
    expect(await booksOf(at.gateway)).toEqual(before);
    await at.gateway.merchants.credit(poor.keys.mchId, { amount: '0.01' });
    expectSuccess(await poor.payout({ amount: '1000.00' }), payoutCreated);
    expect((await poor.balance()).data).toMatchObject({ available: '0.00', frozen: '1075.00' });
  });

  it.each([
    ['insufficient_balance', { amount: '99000.00', ...upi }],
    ['daily_limit', { amount: '700.00', ...upi }],
    ['bank_invalid', { ...bank, accountNumber: '1' }],
    ['ifsc_invalid', { ...bank, ifsc: 'x' }],
    ['upi_invalid', { upiId: 'x' }],
    ['address_invalid', { usdtAddress: 'x' }],
  ])(
    'payout debits nothing if it rejects a request with %s, so the order number stays unused [spec:payout.refusal-debits-nothing] [reading:order.12]',
    async (error, params) => {
      const daily = error === 'daily_limit' ? '699.99' : '200000.00';
      await at.gateway.merchants.update('DEMO1001', { limits: { payoutDaily: daily } });
      await expectRejected(at, params, error);
      await expectAccepted(at, { amount: '600.00', ...upi });
    },
  );
}
