import { payinFound, payoutFound, wallet } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { booksOf, expectRejection, expectSuccess } from './expect.ts';
import { anotherMerchant, gatewayPerTest, type Open, type Site, start } from './gateway-per-test.ts';

const bySecret = { key: 'mchSecret' } as const;

/** spec: POST check-order-status, with either key. */
export function queryContract(open: Open): void {
  describe('POST check-order-status', () => {
    const at = gatewayPerTest(open);
    payinQuery(at);
    payoutQuery(at);
    whichOrder(at);
  });
}

/** spec: POST check-gateway-balance. */
export function balanceContract(open: Open): void {
  describe('POST check-gateway-balance', () => {
    const at = gatewayPerTest(open);

    it.each([
      ['check-gateway-balance', false],
      ['check-gateway-balance', true],
      ['check-gateway-balance.php', false],
      ['check-gateway-balance.php', true],
    ])(
      'the balance call returns the wallet at the path %s, requested as a form: %s [spec:balance.fields] [spec:versioning.php-suffix] [spec:conventions.bodies]',
      async (name, form) => {
        const answer = await at.caller.v3(name, {}, { form });
        expectSuccess(answer, wallet);
        expect(JSON.parse(answer.text)).toEqual({
          code: 200,
          success: true,
          message: 'Success',
          data: {
            balance: '100000.00',
            available: '100000.00',
            frozen: '0.00',
            total: '100000.00',
            currency: 'INR',
          },
        });
      },
    );

    it('the balance call accepts mchId as merchant_id [spec:balance.aliases]', async () => {
      expectSuccess(await at.caller.exactly('check-gateway-balance', { merchant_id: 'DEMO1001' }), wallet);
    });

    it('the balance rises by netAmount when a pay-in is paid [spec:balance.fields] [spec:payout.held]', async () => {
      const { gateway, caller } = at;
      await gateway.payins.pay(String((await caller.payin()).data['orderNo']));
      expect((await caller.balance()).data).toMatchObject({
        available: '100445.00',
        frozen: '0.00',
        total: '100445.00',
      });
      const { data } = await caller.payout();
      expect((await caller.balance()).data).toMatchObject({
        available: '99370.00',
        frozen: '1075.00',
        total: '100445.00',
      });
      await gateway.payouts.cancel(String(data['orderNo']));
      expect((await caller.balance()).data).toMatchObject({
        available: '100445.00',
        frozen: '0.00',
        total: '100445.00',
      });
    });

    it('the total balance drops by amount and fee when a payout is paid [spec:balance.fields] [spec:payout.held]', async () => {
      const { gateway, caller } = at;
      const orderNo = String((await caller.payout()).data['orderNo']);
      await gateway.payouts.approve(orderNo);
      expect((await caller.balance()).data).toMatchObject({
        available: '98925.00',
        frozen: '1075.00',
        total: '100000.00',
      });
      await gateway.payouts.complete(orderNo);
      expect((await caller.balance()).data).toMatchObject({
        available: '98925.00',
        frozen: '0.00',
        total: '98925.00',
      });
    });

    it('the balance of an empty wallet is zero [spec:conventions.amounts]', async () => {
      const fresh = await anotherMerchant(at, { balance: '0.00' });
      expect(expectSuccess(await fresh.balance(), wallet)).toMatchObject({
        available: '0.00',
        frozen: '0.00',
      });
    });
  });
}

function payinQuery(at: Site): void {
  it.each([
    ['check-order-status', false],
    ['check-order-status', true],
    ['check-order-status.php', false],
    ['check-order-status.php', true],
  ])(
    'the query returns a pay-in with its fields at the path %s, requested as a form: %s [spec:query.payin] [spec:versioning.php-suffix] [spec:conventions.bodies]',
    async (name, form) => {
      const { data } = await at.caller.payin({ extra: 'blue shirt' });
      const answer = await at.caller.v3(name, { mchOrderNo: 'ORDER-1' }, { form });
      expectSuccess(answer, payinFound);
      expect(JSON.parse(answer.text)).toEqual({
        code: 200,
        success: true,
        message: 'Success',
        data: { ...data, type: 'payin' },
      });
    },
  );

  it('the query returns a paid pay-in [spec:payin.fields] [spec:payin.extra] [spec:query.payin] [reading:money.fees-follow-amount]', async () => {
    const { gateway, caller } = at;
    const { data } = await caller.payin({ extra: 'blue shirt' });
    await gateway.clock.advance('61s');
    await gateway.payins.pay(String(data['orderNo']), { paidAmount: '450.50', utr: '412345678901' });
    expect(expectSuccess(await caller.query({ mchOrderNo: 'ORDER-1' }), payinFound)).toEqual({
      ...data,
      type: 'payin',
      status: 'success',
      paidAmount: '450.50',
      utr: '412345678901',
      paidAt: '2026-11-20T15:05:06+05:30',
    });
  });

  it('the query returns a failed pay-in and an expired pay-in [spec:query.payin] [spec:limits.order-validity]', async () => {
    const { gateway, caller } = at;
    const failed = await caller.payin({ mchOrderNo: 'FAILED' });
    const expired = await caller.payin({ mchOrderNo: 'EXPIRED' });
    await gateway.payins.fail(String(failed.data['orderNo']));
    await gateway.clock.advance('29m59s');
    expect((await caller.query({ mchOrderNo: 'EXPIRED' })).data).toMatchObject({ status: 'pending' });
    await gateway.clock.advance('1s');
    expect((await caller.query({ mchOrderNo: 'FAILED' })).data).toEqual({
      ...failed.data,
      status: 'failed',
      type: 'payin',
    });
    expect((await caller.query({ mchOrderNo: 'EXPIRED' })).data).toEqual({
      ...expired.data,
      status: 'expired',
      type: 'payin',
    });
  });
}

function payoutQuery(at: Site): void {
  it('the query returns a payout with its fields in every state [spec:query.payout] [spec:payout.fields]', async () => {
    const { gateway, caller } = at;
    const { data } = await caller.payout({ upiId: '', usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    const orderNo = String(data['orderNo']);
    const found = async () => expectSuccess(await caller.query({ orderNo }, bySecret), payoutFound);
    expect(await found()).toEqual({ ...data, type: 'payout' });
    await gateway.payouts.approve(orderNo);
    expect(await found()).toEqual({ ...data, type: 'payout', status: 'processing' });
    await gateway.clock.advance('90s');
    await gateway.payouts.complete(orderNo, { txid: 'f00d' });
    const paid = { status: 'success', txid: 'f00d', createdAt: start, paidAt: '2026-11-20T15:05:35+05:30' };
    expect(await found()).toEqual({ ...data, type: 'payout', ...paid });
  });

  it('the query returns a rejected payout [spec:query.payout]', async () => {
    const { data } = await at.caller.payout();
    await at.gateway.payouts.reject(String(data['orderNo']));
    const answer = await at.caller.query({ mchOrderNo: 'W-1' }, { ...bySecret, form: true });
    expect(expectSuccess(answer, payoutFound)).toEqual({ ...data, type: 'payout', status: 'failed' });
  });
}

function whichOrder(at: Site): void {
  it('the key of a query selects pay-ins or payouts, even if a pay-in and a payout use the same order number [spec:query.key-selects] [spec:auth.keys] [reading:order.8]', async () => {
    const { caller } = at;
    const payin = await caller.payin({ mchOrderNo: 'SAME' });
    const payout = await caller.payout({ mchOrderNo: 'SAME' });
    expect((await caller.query({ mchOrderNo: 'SAME' })).data).toEqual({ ...payin.data, type: 'payin' });
    expect((await caller.query({ mchOrderNo: 'SAME' }, bySecret)).data).toEqual({
      ...payout.data,
      type: 'payout',
    });
  });

  it.each([
    ['mchKey', 'payin'],
    ['mchSecret', 'payout'],
  ] as const)(
    "the query finds an order by the merchant's or the gateway's order number, signed with %s [spec:query.either-number] [reading:params.query-both]",
    async (key, kind) => {
      const { data } = await at.caller[kind]({ mchOrderNo: 'A' });
      const other = await at.caller[kind]({ mchOrderNo: 'B' });
      const orderNo = String(data['orderNo']);
      const wanted = { ...data, type: kind };
      expect((await at.caller.query({ mchOrderNo: 'A' }, { key })).data).toEqual(wanted);
      expect((await at.caller.query({ orderNo }, { key })).data).toEqual(wanted);
      expect((await at.caller.query({ mchOrderNo: 'A', orderNo }, { key })).data).toEqual(wanted);
      expect((await at.caller.query({ mchOrderNo: '', orderNo }, { key })).data).toEqual(wanted);
      const mixed = { mchOrderNo: 'A', orderNo: String(other.data['orderNo']) };
      expectRejection(await at.caller.query(mixed, { key }), 404, 'order_not_found');
      expectRejection(
        await at.caller.query({ mchOrderNo: 'A', orderNo: 'none' }, { key }),
        404,
        'order_not_found',
      );
      expectRejection(await at.caller.query({ mchOrderNo: 'C', orderNo }, { key }), 404, 'order_not_found');
    },
  );

  it.each(['mchKey', 'mchSecret'] as const)(
    'the query finds no order of another kind or another merchant, signed with %s [spec:query.not-found] [spec:errors.order_not_found] [reading:params.name-spaces]',
    async (key) => {
      const { caller } = at;
      const other = await anotherMerchant(at);
      const payin = await caller.payin({ mchOrderNo: 'IN' });
      const payout = await caller.payout({ mchOrderNo: 'OUT' });
      const link = await caller.createLink({ amount: '500', client_ref: 'LINK' });
      const strangers = [
        key === 'mchKey' ? { mchOrderNo: 'OUT' } : { mchOrderNo: 'IN' },
        key === 'mchKey'
          ? { orderNo: String(payout.data['orderNo']) }
          : { orderNo: String(payin.data['orderNo']) },
        { orderNo: String(link.data['link_code']) },
        { mchOrderNo: 'LINK' },
        { mchOrderNo: 'NONE' },
        { orderNo: 'constructor' },
      ];
      for (const params of strangers)
        expectRejection(await caller.query(params, { key }), 404, 'order_not_found');
      for (const { data } of [payin, payout]) {
        const theirs = { orderNo: String(data['orderNo']) };
        expectRejection(await other.query(theirs, { key }), 404, 'order_not_found');
      }
    },
  );

  it.each(['mchKey', 'mchSecret'] as const)(
    'the query rejects a request without an order number, signed with %s [reading:params.query-both] [spec:errors.missing_param]',
    async (key) => {
      expectRejection(await at.caller.query({}, { key }), 422, 'missing_param');
      expectRejection(
        await at.caller.query({ mchOrderNo: '', orderNo: null }, { key }),
        422,
        'missing_param',
      );
    },
  );

  it('the query has no alias merchant_order_no, as its rejection says [spec:errors.missing_param]', async () => {
    const answer = await at.caller.query({ merchant_order_no: 'T12' });
    expectRejection(answer, 422, 'missing_param');
    expect(answer.text).toContain('A query has no alias merchant_order_no.');
  });

  it('the query rejects a malformed order number [spec:errors.invalid_mch_order_no]', async () => {
    expectRejection(await at.caller.query({ mchOrderNo: 'a b' }), 422, 'invalid_mch_order_no');
  });

  it('the query accepts mchId as merchant_id [spec:query.aliases]', async () => {
    await at.caller.payin();
    const params = { merchant_id: 'DEMO1001', mchOrderNo: 'ORDER-1' };
    expectSuccess(await at.caller.exactly('check-order-status', params), payinFound);
  });

  it('the query changes nothing [spec:query.payin]', async () => {
    await at.caller.payin();
    const before = await booksOf(at.gateway);
    await at.caller.query({ mchOrderNo: 'ORDER-1' });
    await at.caller.query({ mchOrderNo: 'ORDER-1' }, bySecret);
    expect(await booksOf(at.gateway)).toEqual(before);
  });
}
