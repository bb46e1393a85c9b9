import { inspect } from 'node:util';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GatewayClient, type PayoutCreateParams } from '../src/index.ts';
import { verifySignature } from '../src/protocol.ts';
import { clientWith, credentials, linkData, payinData, payoutData, success } from './support/stub-fetch.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const client = new GatewayClient(credentials);

const noUsdt = { usdtAmount: null, rate: null, address: null, network: null };

/** Returns this data for a v3 endpoint and records the parameters of the requests. */
function answer(path: string, data: unknown) {
  const requests: { params: Record<string, string>; contentType: string | null }[] = [];
  server.use(
    http.post(`${credentials.baseUrl}${path}`, async ({ request }) => {
      const params = (await request.json()) as Record<string, string>;
      requests.push({ params, contentType: request.headers.get('content-type') });
      return HttpResponse.json({ code: 200, success: true, message: 'Success', data });
    }),
  );
  return requests;
}

function isSigned(params: Readonly<Record<string, string>>, key: string): boolean {
  return verifySignature(params, key, params['sign'] ?? '', { upperCaseOnly: true });
}

describe('payins', () => {
  it('payins.create signs an order with mchKey', async () => {
    const requests = answer('/payin', payinData);
    const payin = await client.payins.create({
      mchOrderNo: 'ORDER-1',
      amount: '500.00',
      tradeType: 'INRUPI',
      notifyUrl: 'https://shop.example/callbacks?shop=1&lang=en',
      returnUrl: 'https://shop.example/thanks',
      extra: 'blue shirt',
    });
    expect(requests).toEqual([
      {
        contentType: 'application/json',
        params: {
          mchId: 'DEMO1001',
          mchOrderNo: 'ORDER-1',
          amount: '500.00',
          tradeType: 'INRUPI',
          notifyUrl: 'https://shop.example/callbacks?shop=1&lang=en',
          returnUrl: 'https://shop.example/thanks',
          extra: 'blue shirt',
          sign: expect.stringMatching(/^[0-9A-F]{32}$/),
        },
      },
    ]);
    expect(isSigned(requests[0]?.params ?? {}, 'test-mch-key')).toBe(true);
    const { pay_url, ...fields } = payinData;
    expect(payin).toEqual({ ...fields, type: 'payin', duplicate: false, ...noUsdt });
  });

  it('payins.create omits empty and undefined values', async () => {
    const requests = answer('/payin', payinData);
    await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00', extra: '', notifyUrl: undefined });
    expect(Object.keys(requests[0]?.params ?? {})).toEqual(['mchId', 'mchOrderNo', 'amount', 'sign']);
  });

  it('payins.create returns the four USDT fields of an order', async () => {
    const usdt = {
      usdtAmount: '5.555556',
      rate: '90.0000',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      network: 'TRC20',
    };
    answer('/payin', { ...payinData, tradeType: 'usdt', ...usdt });
    const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00', tradeType: 'usdt' });
    expect(payin).toMatchObject({ tradeType: 'usdt', ...usdt });
  });

  it('payins.retrieve signs with mchKey and accepts an order number or a gateway order number', async () => {
    const requests = answer('/check-order-status', { ...payinData, type: 'payin' });
    await client.payins.retrieve({ mchOrderNo: 'ORDER-1' });
    await client.payins.retrieve({ orderNo: 'PI2026112015040512345678' });
    expect(requests.map(({ params }) => ({ ...params, sign: isSigned(params, 'test-mch-key') }))).toEqual([
      { mchId: 'DEMO1001', mchOrderNo: 'ORDER-1', sign: true },
      { mchId: 'DEMO1001', orderNo: 'PI2026112015040512345678', sign: true },
    ]);
  });

  it('payins.retrieve accepts an order object instead of an order number', async () => {
    const requests = answer('/check-order-status', { ...payinData, type: 'payin' });
    const payin = await client.payins.retrieve({ orderNo: 'PI2026112015040512345678' });
    await client.payins.retrieve(payin);
    expect(Object.keys(requests[1]?.params ?? {})).toEqual(['mchId', 'mchOrderNo', 'orderNo', 'sign']);
  });

  it('payins.retrieve tolerates unknown fields, an unknown state and missing optional fields [reading:sdk.unknown-fields] [reading:sdk.unknown-states] [reading:sdk.missing-optional]', async () => {
    const required = { orderNo: 'P1', mchOrderNo: 'ORDER-1', amount: '500.00', status: 'on_hold' };
    const payUrl = 'https://gateway.example/pay/1';
    answer('/payin', { ...required, merchantOrder: { nested: [1] }, pay_url: payUrl });
    const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
    const { pay_url, ...fields } = payinData;
    expect(payin).toEqual({
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
      ...{ ...required, payUrl, extra: '', type: 'payin', duplicate: false, ...noUsdt },
    });
  });
});

describe('payouts', () => {
  it('payouts.create signs a payout with mchSecret', async () => {
    const requests = answer('/payout', { ...payoutData, payType: 'bank' });
    const payout = await client.payouts.create({
      mchOrderNo: 'W-1',
      amount: '1000.00',
      bankCode: 'HDFC Bank',
      accountName: 'Asha Rao',
      accountNumber: '001234567890',
      ifsc: 'HDFC0001234',
    });
    const params = requests[0]?.params ?? {};
    expect(params).toMatchObject({ accountNumber: '001234567890', ifsc: 'HDFC0001234' });
    expect(isSigned(params, 'test-mch-secret')).toBe(true);
    expect(payout).toEqual({
      type: 'payout',
      orderNo: 'WD20261120150405000001',
      mchOrderNo: 'W-1',
      amount: '1000.00',
      fee: '75.00',
      totalDebit: '1075.00',
      status: 'pending',
      payType: 'bank',
      txid: null,
      createdAt: '2026-11-20T15:04:05+05:30',
      paidAt: null,
      duplicate: false,
    });
  });

  it('payouts.retrieve signs with mchSecret', async () => {
    const requests = answer('/check-order-status', { ...payoutData, type: 'payout', status: 'success' });
    const payout = await client.payouts.retrieve({ mchOrderNo: 'W-1' });
    expect(isSigned(requests[0]?.params ?? {}, 'test-mch-secret')).toBe(true);
    expect(payout.status).toBe('success');
  });
});

describe('balance', () => {
  it('balance.retrieve signs with mchSecret and returns the wallet', async () => {
    const wallet = {
      balance: '98925.00',
      available: '98925.00',
      frozen: '1075.00',
      total: '100000.00',
      currency: 'INR',
    };
    const requests = answer('/check-gateway-balance', wallet);
    expect(await client.balance.retrieve()).toEqual(wallet);
    expect(isSigned(requests[0]?.params ?? {}, 'test-mch-secret')).toBe(true);
  });
});

describe('links', () => {
  it('links.create sends api_key and snake_case names, signed with mchSecret', async () => {
    let params: Record<string, string> = {};
    server.use(
      http.post(`${credentials.legacyBaseUrl}/create-link.php`, async ({ request }) => {
        params = (await request.json()) as Record<string, string>;
        return HttpResponse.json({ ok: true, data: linkData });
      }),
    );
    const link = await client.links.create({
      amount: '500',
      note: 'Invoice 42',
      clientRef: 'INV-42',
      notifyUrl: 'https://shop.example/hook',
      returnUrl: 'https://shop.example/thanks',
      currency: 'INR',
    });
    expect(params).toEqual({
      api_key: 'test-mch-key',
      amount: '500',
      note: 'Invoice 42',
      client_ref: 'INV-42',
      notify_url: 'https://shop.example/hook',
      return_url: 'https://shop.example/thanks',
      currency: 'INR',
      sign: expect.any(String),
    });
    expect(isSigned(params, 'test-mch-secret')).toBe(true);
    expect(link).toEqual({
      linkCode: 'L7f3kQ2m9',
      clientRef: 'INV-42',
      amount: '500.00',
      currency: 'INR',
      status: 'pending',
      payUrl: 'https://gateway.example/pay/3f9c0a',
      note: '',
      createdAt: '2026-11-20T15:04:05+05:30',
      expiresAt: '2026-11-20T15:34:05+05:30',
      paidAt: null,
    });
  });

  it('links.retrieve sends a GET request', async () => {
    let params: Record<string, string> = {};
    server.use(
      http.get(`${credentials.legacyBaseUrl}/link-status.php`, ({ request }) => {
        params = Object.fromEntries(new URL(request.url).searchParams);
        const { expires_at, ...rest } = linkData;
        const found = { ...rest, link_code: params['link_code'], note: '', paid_at: '', status: 'success' };
        return HttpResponse.json({ ok: true, data: found });
      }),
    );
    const link = await client.links.retrieve({ linkCode: 'L 7+f/3&k' });
    expect(params).toEqual({ api_key: 'test-mch-key', link_code: 'L 7+f/3&k', sign: expect.any(String) });
    expect(isSigned(params, 'test-mch-secret')).toBe(true);
    expect(link).toMatchObject({ status: 'success', expiresAt: null, paidAt: null });
  });

  it('links.retrieve rejects with the code of a v1 error', async () => {
    server.use(
      http.get(`${credentials.legacyBaseUrl}/link-status.php`, () =>
        HttpResponse.json({ ok: false, error: 'not_found', message: 'no such link' }, { status: 404 }),
      ),
    );
    await expect(client.links.retrieve({ linkCode: 'L1' })).rejects.toMatchObject({
      name: 'ApiError',
      code: 'not_found',
      status: 404,
      outcome: 'rejected',
    });
  });
});

describe('responses that are not from the API', () => {
  const redirected = () => {
    const data = { balance: '1.00', available: '1.00' };
    return HttpResponse.json({ code: 200, success: true, message: 'Success', data }, { status: 307 });
  };
  const answered = (response: () => Response) => {
    server.use(http.post(`${credentials.baseUrl}/check-gateway-balance`, response));
    return client.balance.retrieve(undefined).catch((error: unknown) => error);
  };
  const envelope = { code: 200, success: true, message: 'Success' };

  it.each([
    ['HTML with status 200', () => HttpResponse.html('<html>Welcome</html>')],
    ['an empty body', () => new HttpResponse(null, { status: 200 })],
    ['an array', () => HttpResponse.json([envelope])],
    ['null', () => HttpResponse.json(null)],
    ['an envelope without data', () => HttpResponse.json(envelope)],
    ['data of another shape', () => HttpResponse.json({ ...envelope, data: { balance: [5] } })],
    ['an envelope of v1', () => HttpResponse.json({ ok: true, data: { balance: '1.00' } })],
    [
      'an envelope without success',
      () => HttpResponse.json({ data: { balance: '1.00', available: '1.00' } }),
    ],
    ['a redirect with a success envelope', redirected],
    [
      'a success envelope with status 404',
      () => HttpResponse.json({ ...envelope, data: {} }, { status: 404 }),
    ],
  ])(
    'a call that receives %s is not retried and throws a ResponseError with an unknown outcome',
    async (_name, response) => {
      expect(await answered(response)).toMatchObject({
        name: 'ResponseError',
        outcome: 'unknown',
        attempts: 1,
        message: expect.stringMatching(/^balance\.retrieve: unexpected response with status \d+: \w/),
      });
    },
  );

  it('the client tolerates an unknown error code and an error envelope with a code other than the status [reading:sdk.disagreeing-code] [reading:sdk.unknown-codes]', async () => {
    const error = await answered(() =>
      HttpResponse.json({ code: 200, success: false, message: 'no', error: 'brand_new' }, { status: 422 }),
    );
    expect(error).toMatchObject({ name: 'ApiError', code: 'brand_new', status: 422, outcome: 'rejected' });
  });

  it('the client judges an error envelope with status 200 by its code [reading:sdk.disagreeing-code]', async () => {
    const error = await answered(() =>
      HttpResponse.json({ code: 422, success: false, message: 'no', error: 'daily_limit' }),
    );
    expect(error).toMatchObject({ name: 'ApiError', code: 'daily_limit', status: 200, outcome: 'rejected' });
    const unclear = await answered(() =>
      HttpResponse.json({ code: 200, success: false, message: 'no', error: 'daily_limit' }),
    );
    expect(unclear).toMatchObject({ name: 'ApiError', code: 'daily_limit', status: 200, outcome: 'unknown' });
  });

  it('a ResponseError keeps 2 KB of the body', async () => {
    const error = await answered(() => HttpResponse.text('₹'.repeat(5_000)));
    const { body } = error as { body: string };
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2_048);
    expect(body).toBe('₹'.repeat(682));
  });
});

describe('the client object', () => {
  it('the printed client contains no key', () => {
    for (const thing of [client, client.payins, client.payouts, client.balance, client.links]) {
      expect(inspect(thing, { depth: 9, showHidden: true })).not.toMatch(/test-mch-(key|secret)/);
      expect(JSON.stringify(thing)).not.toMatch(/test-mch-(key|secret)/);
    }
  });
});

it('payouts.create without a destination lists the destinations in its error', async () => {
  const { client, sent } = clientWith(success({}));
  for (const payType of [undefined, 'bank'] as const) {
    const error = await client.payouts
      .create({ mchOrderNo: 'W-1', amount: '500.00', payType } as PayoutCreateParams)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConfigurationError', outcome: 'not_sent' });
    expect((error as Error).message).toMatch(
      /upiId.*usdtAddress.*bankCode.*accountName.*accountNumber.*ifsc/,
    );
  }
  expect(sent).toEqual([]);
});
