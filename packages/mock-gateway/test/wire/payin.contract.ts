import { payinCreated } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import type { Params } from '../client.ts';
import { booksOf, expectRejection, expectSuccess } from './expect.ts';
import { anotherMerchant, gatewayPerTest, type Open, type Site, start } from './gateway-per-test.ts';

/** spec: POST payin, Pay-in order; reading: Parameters, Order of checks 10 to 12. */
export function payinContract(open: Open): void {
  describe('POST payin', () => {
    const at = gatewayPerTest(open);
    answerOfPayin(at);
    formsOfRequest(at);
    aliasesOfPayin(at);
    idempotency(at);
    parametersOfPayin(at);
  });
}

function answerOfPayin(at: Site): void {
  it('payin returns the new order with exactly the specified fields [spec:payin.fields] [spec:conventions.envelope] [spec:conventions.amounts] [spec:conventions.times]', async () => {
    const { gateway, caller } = at;
    const answer = await caller.payin({ extra: 'blue shirt' });
    expect(JSON.parse(answer.text)).toEqual({
      code: 200,
      success: true,
      message: 'Success',
      data: {
        orderNo: expect.stringMatching(/^[A-Za-z0-9]+$/),
        mchOrderNo: 'ORDER-1',
        amount: '500.00',
        fee: '55.00',
        netAmount: '445.00',
        paidAmount: null,
        tradeType: 'INRUPI',
        status: 'pending',
        utr: null,
        pay_url: expect.stringMatching(
          /^http:\/\/(gateway\.invalid|127\.0\.0\.1:\d+)\/pay\/[A-Za-z0-9_-]{20,}$/,
        ),
        payUrl: answer.data['pay_url'],
        extra: 'blue shirt',
        createdAt: start,
        expiresAt: '2026-11-20T15:34:05+05:30',
        paidAt: null,
      },
    });
    expect(String(answer.data['pay_url']).startsWith(`${gateway.url}/pay/`)).toBe(true);
    expectSuccess(answer, payinCreated);
  });

  it('payin returns the URL of a checkout page that the gateway serves [spec:payin.pay-url]', async () => {
    const { data } = await at.caller.payin();
    expect(data['payUrl']).toBe(data['pay_url']);
    const page = await at.caller.get(String(data['pay_url']).slice(at.gateway.url.length));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it('payin returns an empty extra if the request contains no extra [spec:payin.extra]', async () => {
    expect((await at.caller.payin()).data['extra']).toBe('');
  });

  it('payin sets the expiry according to the order validity in the settings [spec:payin.expires-at]', async () => {
    await at.gateway.settings.update({ orderValidityMinutes: 5 });
    const { data } = await at.caller.payin();
    expect(data).toMatchObject({ createdAt: start, expiresAt: '2026-11-20T15:09:05+05:30' });
  });

  it.each([
    ['200.00', '22.00', '178.00'],
    ['50000.00', '5500.00', '44500.00'],
    ['200.04', '22.00', '178.04'],
    ['200.05', '22.01', '178.04'],
    ['250.50', '27.56', '222.94'],
    ['333.33', '36.67', '296.66'],
    ['49999.99', '5500.00', '44499.99'],
  ])(
    'payin charges 11 percent, rounded half up to the paisa: %s costs %s and leaves %s [spec:payin.fee] [spec:limits.fees] [reading:money.half-up]',
    async (amount, fee, netAmount) => {
      const { data } = await at.caller.payin({ amount });
      expect(data).toMatchObject({ amount, fee, netAmount });
    },
  );
}

function formsOfRequest(at: Site): void {
  it.each([
    ['payin', false],
    ['payin', true],
    ['payin.php', false],
    ['payin.php', true],
  ])(
    'payin accepts an order at the path %s, sent as a form: %s [spec:versioning.php-suffix] [spec:conventions.bodies]',
    async (name, form) => {
      const params = { mchOrderNo: 'A', amount: '500.00', extra: 'a+b c&d=ü€😀%' };
      const answer = await at.caller.v3(name, params, { form });
      expect(expectSuccess(answer, payinCreated)).toMatchObject(params);
    },
  );

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/json; boundary=x',
  ])('payin accepts JSON as %s [spec:conventions.bodies]', async (contentType) => {
    const answer = await at.caller.payin({}, { headers: { 'content-type': contentType } });
    expectSuccess(answer, payinCreated);
  });

  it.each(['application/x-www-form-urlencoded; charset=UTF-8', 'APPLICATION/X-WWW-FORM-URLENCODED'])(
    'payin accepts a form as %s [spec:conventions.bodies]',
    async (contentType) => {
      const answer = await at.caller.payin({}, { form: true, headers: { 'content-type': contentType } });
      expectSuccess(answer, payinCreated);
    },
  );
}

const longForm = {
  mchId: 'DEMO1001',
  mchOrderNo: 'ORDER-1',
  amount: '500.00',
  tradeType: 'usdt',
  notifyUrl: 'https://shop.example/callbacks',
  returnUrl: 'https://shop.example/thanks',
} as const;

/** Main name, alias and another value. The other order number differs only in upper and lower case. */
const aliases = [
  ['mchId', 'merchant_id', 'DEMO1002'],
  ['mchOrderNo', 'merchant_order_no', 'order-1'],
  ['tradeType', 'trade_type', 'INRUPI'],
  ['notifyUrl', 'callback_url', 'https://shop.example/other'],
  ['returnUrl', 'return_url', 'https://shop.example/other'],
] as const;

function aliasesOfPayin(at: Site): void {
  async function expectOrdered(params: Params, form: boolean) {
    const { orderNo } = expectSuccess(await at.caller.exactly('payin', params, { form }), payinCreated);
    const { mchOrderNo, amount, tradeType, notifyUrl, returnUrl } = longForm;
    const ordered = { mchId: 'DEMO1001', mchOrderNo, amount, tradeType, notifyUrl, returnUrl };
    expect(await at.gateway.payins.get(orderNo)).toMatchObject(ordered);
  }

  describe.each([false, true])('names in a form: %s', (form) => {
    it.each(aliases)('payin accepts the parameter %s as %s [spec:payin.aliases]', async (name, alias) => {
      const { [name]: value, ...others } = longForm;
      await expectOrdered({ ...others, [alias]: value }, form);
    });

    it('payin accepts all parameter names in snake_case [spec:payin.aliases]', async () => {
      const snake = Object.fromEntries(aliases.map(([name, alias]) => [alias, longForm[name]]));
      await expectOrdered({ ...snake, amount: longForm.amount }, form);
    });

    it.each(aliases)(
      'payin accepts both parameters %s and %s if their values agree or one value is empty [reading:params.alias-contradiction]',
      async (name, alias) => {
        await expectOrdered({ ...longForm, [alias]: longForm[name] }, form);
        expect(
          (await at.caller.exactly('payin', { ...longForm, [alias]: '' }, { form })).data['duplicate'],
        ).toBe(true);
        const aliasAlone = { ...longForm, [name]: '', [alias]: longForm[name] };
        expect((await at.caller.exactly('payin', aliasAlone, { form })).data['duplicate']).toBe(true);
      },
    );

    it.each(aliases)(
      'payin rejects the parameters %s and %s if their values differ [reading:params.alias-contradiction]',
      async (name, alias, other) => {
        const before = await booksOf(at.gateway);
        expectRejection(
          await at.caller.exactly('payin', { ...longForm, [alias]: other }, { form }),
          400,
          'invalid_request',
        );
        expect(name).not.toBe(alias);
        expect(await booksOf(at.gateway)).toEqual(before);
      },
    );
  });
}

function idempotency(at: Site): void {
  it('payin returns the same order with duplicate true for a repeated request [spec:payin.idempotent] [reading:order.11]', async () => {
    const first = await at.caller.payin({ extra: 'first' });
    const again = await at.caller.payin({ extra: 'first' });
    expectSuccess(again, payinCreated);
    expect(again.data).toEqual({ ...first.data, duplicate: true });
    expect((await at.gateway.payins.list()).items).toHaveLength(1);
  });

  it('payin returns the stored values for a repeated request with different optional parameters [reading:order.11]', async () => {
    const first = await at.caller.payin({ extra: 'first', notifyUrl: 'https://shop.example/1' });
    const again = await at.caller.payin({ extra: 'second', notifyUrl: 'https://shop.example/2' });
    expect(again.data).toEqual({ ...first.data, duplicate: true });
    const { notifyUrl } = await at.gateway.payins.get(String(first.data['orderNo']));
    expect(notifyUrl).toBe('https://shop.example/1');
  });

  it('payin treats the default trade type and an explicit INRUPI as equal [spec:payin.trade-type]', async () => {
    const { data } = await at.caller.payin();
    expect((await at.caller.payin({ tradeType: 'INRUPI' })).data).toEqual({ ...data, duplicate: true });
  });

  it('payin returns the current state of a paid, failed or expired order for a repeated request [spec:payin.idempotent] [reading:order.11]', async () => {
    const { gateway, caller } = at;
    const numbers = ['PAID', 'FAILED', 'EXPIRED'];
    const [paid = '', failed = ''] = await Promise.all(
      numbers.map(async (mchOrderNo) => String((await caller.payin({ mchOrderNo })).data['orderNo'])),
    );
    await gateway.clock.advance('10m');
    await gateway.payins.pay(paid, { paidAmount: '499.00', utr: '412345678901' });
    await gateway.payins.fail(failed);
    await gateway.clock.advance('20m');
    const again = await Promise.all(
      numbers.map(async (mchOrderNo) => (await caller.payin({ mchOrderNo })).data),
    );
    const payment = { paidAmount: '499.00', utr: '412345678901', paidAt: '2026-11-20T15:14:05+05:30' };
    expect(again).toEqual([
      expect.objectContaining({ status: 'success', duplicate: true, ...payment }),
      expect.objectContaining({ status: 'failed', duplicate: true, paidAt: null }),
      expect.objectContaining({ status: 'expired', duplicate: true, paidAmount: null }),
    ]);
  });

  it.each([
    ['another amount', { amount: '500.01' }],
    ['another trade type', { tradeType: 'usdt' }],
    ['both', { amount: '600.00', tradeType: 'usdt' }],
  ])(
    'payin rejects a repeated request with %s [spec:payin.conflict] [spec:errors.duplicate_order]',
    async (_what, change) => {
      await at.caller.payin();
      const before = await booksOf(at.gateway);
      expectRejection(await at.caller.payin(change), 409, 'duplicate_order');
      expect(await booksOf(at.gateway)).toEqual(before);
    },
  );

  it('payin rejects a repeated request with another amount, even after the first order has ended [spec:payin.conflict] [spec:errors.duplicate_order]', async () => {
    const { data } = await at.caller.payin();
    await at.gateway.payins.pay(String(data['orderNo']));
    expectRejection(await at.caller.payin({ amount: '501.00' }), 409, 'duplicate_order');
  });

  it('payin keeps the order numbers of each merchant and of each kind of order separate [reading:params.name-spaces]', async () => {
    const other = await anotherMerchant(at);
    const answers = [
      await at.caller.payin({ mchOrderNo: 'SAME' }),
      await other.payin({ mchOrderNo: 'SAME', amount: '700.00' }),
      await at.caller.payout({ mchOrderNo: 'SAME' }),
      await at.caller.createLink({ client_ref: 'SAME', amount: '800.00' }),
    ];
    for (const { status, data } of answers) {
      expect(status).toBe(200);
      expect(data['duplicate']).toBeUndefined();
    }
  });

  it('payin does not check the business rules for a repeated request [spec:payin.idempotent] [reading:order.11]', async () => {
    const { gateway, caller } = at;
    const first = await caller.payin({ tradeType: 'usdt' });
    await gateway.merchants.update(caller.keys.mchId, { usdtEnabled: false, limits: { payinMin: '600.00' } });
    await gateway.settings.update({ providerAvailable: false, usdtRate: null });
    expect((await caller.payin({ tradeType: 'usdt' })).data).toEqual({ ...first.data, duplicate: true });
  });

  it.each([
    ['method_not_allowed', 422, { inrEnabled: false }, {}],
    ['amount_range', 422, { limits: { payinMin: '600.00' } }, {}],
    ['provider_unavailable', 503, {}, { providerAvailable: false }],
  ])(
    'the gateway does not store a pay-in that it rejects with %s, so its order number can be used again [reading:order.12] [spec:payin.retry]',
    async (error, status, merchant, settings) => {
      const { gateway, caller } = at;
      const before = await booksOf(gateway);
      await gateway.merchants.update(caller.keys.mchId, merchant);
      await gateway.settings.update(settings);
      expectRejection(await caller.payin(), status, error);
      await gateway.merchants.update(caller.keys.mchId, { inrEnabled: true, limits: { payinMin: '200.00' } });
      await gateway.settings.update({ providerAvailable: true });
      expect(await booksOf(gateway)).toEqual(before);
      expect(expectSuccess(await caller.payin({ amount: '900.00' }), payinCreated).duplicate).toBeUndefined();
    },
  );

  it.each(['before', 'after'] as const)(
    'a client can repeat a pay-in with the same order number after a 500 %s the commit [spec:payin.retry] [spec:errors.server_error]',
    async (phase) => {
      const { gateway, caller } = at;
      await gateway.faults.add({
        endpoint: 'payin',
        times: 1,
        phase,
        action: { kind: 'status', status: 500 },
      });
      expectRejection(await caller.payin(), 500, 'server_error');
      const again = expectSuccess(await caller.payin(), payinCreated);
      expect(again.duplicate).toBe(phase === 'after' ? true : undefined);
      expect((await gateway.payins.list()).items).toHaveLength(1);
    },
  );
}

function parametersOfPayin(at: Site): void {
  async function expectRejected(params: Params, error: string): Promise<void> {
    const before = await booksOf(at.gateway);
    expectRejection(await at.caller.payin(params), 422, error);
    expectRejection(await at.caller.payin(params, { form: true }), 422, error);
    expect(await booksOf(at.gateway)).toEqual(before);
  }

  it.each([
    ['of one letter', 'A'],
    ['of one digit', '0'],
    ['of 100 letters', 'a'.repeat(100)],
    ['with every allowed character', 'Az09_-.:#/'],
    ['that looks like a path', '../../etc'],
    ['that is a property name in JavaScript', 'constructor'],
    ['that is __proto__', '__proto__'],
  ])(
    'payin accepts an order number %s [spec:payin.mch-order-no] [spec:limits.mch-order-no]',
    async (_what, mchOrderNo) => {
      expect((await at.caller.payin({ mchOrderNo })).data['mchOrderNo']).toBe(mchOrderNo);
      expect((await at.caller.query({ mchOrderNo })).data['mchOrderNo']).toBe(mchOrderNo);
    },
  );

  it.each([
    ['of 101 letters', 'a'.repeat(101)],
    ['with a space', 'a b'],
    ['with a leading space', ' a'],
    ['with a trailing space', 'a '],
    ['with a trailing line break', 'a\n'],
    ['with a star', 'a*'],
    ['with a comma', 'a,b'],
    ['with a quote', "a'b"],
    ['with a backslash', 'a\\b'],
    ['with a NUL', 'a\u0000b'],
    ['with an accent', 'é'],
    ['in full-width digits', '１２３'],
    ['of an emoji', '😀'],
    ['of markup', '<b>'],
  ])(
    'payin rejects an order number %s [spec:payin.mch-order-no] [spec:errors.invalid_mch_order_no] [spec:limits.mch-order-no]',
    (_what, mchOrderNo) => expectRejected({ mchOrderNo }, 'invalid_mch_order_no'),
  );

  it.each([
    ['mchOrderNo missing', 'mchOrderNo'],
    ['amount missing', 'amount'],
  ])('payin rejects a request with %s, null or empty [spec:errors.missing_param]', async (_what, name) => {
    const before = await booksOf(at.gateway);
    const { [name as 'amount']: _left, ...params } = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00' };
    expectRejection(await at.caller.exactly('payin', params), 422, 'missing_param');
    expectRejection(await at.caller.exactly('payin', { ...params, [name]: '' }), 422, 'missing_param');
    expectRejection(await at.caller.exactly('payin', { ...params, [name]: null }), 422, 'missing_param');
    expect(await booksOf(at.gateway)).toEqual(before);
  });

  it.each([
    ['a paisa below', '199.99'],
    ['a paisa', '0.01'],
    ['a paisa above', '50000.01'],
    ['2 to the 53rd and one', '9007199254740993.00'],
    ['of 400 digits', `${'9'.repeat(400)}.99`],
  ])(
    'payin rejects an amount outside the limits: %s [spec:limits.payin-amount] [spec:errors.amount_range]',
    (_what, amount) => expectRejected({ amount }, 'amount_range'),
  );

  it.each(['200.00', '200.01', '49999.99', '50000.00'])(
    'payin accepts the amount %s, within the limits [spec:limits.payin-amount]',
    async (amount) => {
      expect((await at.caller.payin({ amount })).data['amount']).toBe(amount);
    },
  );

  it('payin applies the limits of the account if the account sets limits [spec:limits.own]', async () => {
    await at.gateway.merchants.update(at.caller.keys.mchId, {
      limits: { payinMin: '1.00', payinMax: '2.00' },
    });
    await expectRejected({ amount: '0.99' }, 'amount_range');
    await expectRejected({ amount: '2.01' }, 'amount_range');
    expect((await at.caller.payin({ amount: '1.00' })).data).toMatchObject({
      fee: '0.11',
      netAmount: '0.89',
    });
  });

  it.each(['inrupi', 'USDT', 'upi', 'INR', 'INRUPI ', 'null', 'constructor'])(
    'payin rejects the trade type %s [spec:errors.invalid_trade_type] [spec:payin.trade-type]',
    (tradeType) => expectRejected({ tradeType }, 'invalid_trade_type'),
  );

  it.each([
    ['INR', { inrEnabled: false }, { tradeType: 'INRUPI' }],
    ['INR by default', { inrEnabled: false }, {}],
    ['USDT', { usdtEnabled: false }, { tradeType: 'usdt' }],
  ])(
    'payin rejects %s if the method is not enabled [spec:errors.method_not_allowed]',
    async (_what, merchant, params) => {
      await at.gateway.merchants.update(at.caller.keys.mchId, merchant);
      await expectRejected(params, 'method_not_allowed');
    },
  );

  it('payin accepts an enabled method while the other method is not enabled [spec:errors.method_not_allowed]', async () => {
    await at.gateway.merchants.update(at.caller.keys.mchId, { usdtEnabled: false });
    expect((await at.caller.payin({ mchOrderNo: 'A' })).status).toBe(200);
    await at.gateway.merchants.update(at.caller.keys.mchId, { usdtEnabled: true, inrEnabled: false });
    expect((await at.caller.payin({ mchOrderNo: 'B', tradeType: 'usdt' })).status).toBe(200);
  });

  const path = 'https://shop.example/';
  describe.each(['notifyUrl', 'returnUrl'] as const)('%s', (name) => {
    it.each([
      ['a bare host', 'http://a'],
      ['port, query and fragment', 'https://shop.example:8443/cb?x=1&y=%20#z'],
      ['capitals', 'HTTPS://SHOP.EXAMPLE/'],
      ['an IPv4 address', 'http://127.0.0.1:3000/cb'],
      ['an IPv6 address', 'http://[::1]:3000/cb'],
      ['2,048 characters', path + 'a'.repeat(2048 - path.length)],
    ])('payin accepts a URL with %s [reading:params.urls]', async (_what, url) => {
      const { data } = await at.caller.payin({ [name]: url });
      expect((await at.gateway.payins.get(String(data['orderNo'])))[name]).toBe(url);
    });

    it.each([
      ['without a scheme', 'shop.example/cb'],
      ['that is a path', '/cb'],
      ['relative to a scheme', '//shop.example/cb'],
      ['with the scheme ftp', 'ftp://shop.example/'],
      ['with the scheme javascript', 'javascript:alert(1)'],
      ['with the scheme data', 'data:text/html,x'],
      ['with the scheme file', 'file:///etc/passwd'],
      ['without a host', 'https://'],
      ['without slashes', 'https:shop.example'],
      ['with an empty host', 'http:///cb'],
      ['with a user', 'https://user@shop.example/'],
      ['with a user and a password', 'https://user:secret@shop.example/'],
      ['with an empty user', 'https://@shop.example/'],
      ['with a backslash', 'https://shop.example\\@evil.example/'],
      ['with a space in the host', 'https://sh op.example/'],
      ['with a space in the path', 'https://shop.example/a b'],
      ['with a leading space', ' https://shop.example/'],
      ['with an invalid port', 'https://shop.example:99999/'],
      ['of 2,049 characters', path + 'a'.repeat(2049 - path.length)],
    ])('payin rejects a URL %s [reading:params.urls] [spec:errors.invalid_url]', (_what, url) =>
      expectRejected({ [name]: url }, 'invalid_url'),
    );
  });

  it.each([
    ['255 letters', 'a'.repeat(255)],
    ['255 emoji', '😀'.repeat(255)],
    ['markup', '<script>alert("x")</script> & \'quotes\''],
    ['white space', ' \t\n '],
    ['a NUL', 'a\u0000b'],
    ['scripts of the world', 'शर्ट シャツ قميص'],
    ['decomposed accents', 'e\u0301'],
  ])(
    'payin returns an extra of %s unchanged [spec:payin.extra] [spec:limits.extra]',
    async (_what, extra) => {
      expect((await at.caller.payin({ extra })).data['extra']).toBe(extra);
      expect((await at.caller.query({ mchOrderNo: 'ORDER-1' })).data['extra']).toBe(extra);
    },
  );

  it.each([
    ['256 letters', 'a'.repeat(256)],
    ['256 emoji', '😀'.repeat(256)],
  ])('payin rejects an extra of %s [spec:limits.extra] [reading:order.10]', (_what, extra) =>
    expectRejected({ extra }, 'invalid_extra'),
  );
}
