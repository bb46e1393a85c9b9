import { describe, expect, it } from 'vitest';
import { allTogether, respell, respellCallback, type Spelling, ways } from '../../../test/respelled.ts';
import { createCallbackHandler, createMemoryStore, verifyCallback } from '../src/callbacks.ts';
import type { GatewayClient } from '../src/index.ts';
import { type CallbackFields, signedCallback } from '../src/testing.ts';
import { clientWith, credentials, linkData, payinData, payoutData } from './support/stub-fetch.ts';

// A gateway can write every response field in several ways (spec: Versioning). The result and the error of a call must
// not depend on this. The mock gateway's tests cover sequences of calls.

interface Exchange {
  readonly call: string;
  readonly make: (client: GatewayClient) => Promise<unknown>;
  readonly status?: number;
  readonly answer: object;
  /** Names of wire fields that a response can omit. */
  readonly optional: readonly string[];
}

const v3 = (data: object) => ({ code: 200, success: true, message: 'Success', data });
const v1 = (data: object) => ({ ok: true, data });
const payin = { mchOrderNo: '1001', amount: '500.50' };
const payout = { mchOrderNo: '2002', amount: '1000.00', upiId: 'asha@okhdfcbank' };
const paid = { ...payinData, ...payin, fee: '55.06', netAmount: '445.44', status: 'success' };
const payinFound = { ...paid, paidAmount: '500.50', utr: '412345678901', paidAt: payinData.createdAt };
const usdt = {
  ...{ ...payinData, ...payin, tradeType: 'usdt', usdtAmount: '5.550000', rate: '90.1000' },
  ...{ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', network: 'TRC20' },
};
const payoutFound = { ...payoutData, ...payout, status: 'success', fee: '75.00', type: 'payout' };
const wallet = {
  ...{ balance: '98925.00', available: '98925.00', frozen: '1075.50' },
  ...{ total: '100000.50', currency: 'INR' },
};
const linkFound = { ...linkData, status: 'success', note: 'Invoice 42', paid_at: payinData.createdAt };

const ofPayin = ['fee', 'netAmount', 'paidAmount', 'tradeType', 'utr', 'extra', 'createdAt', 'expiresAt'];
const ofPayout = ['fee', 'totalDebit', 'payType', 'txid', 'createdAt', 'paidAt'];
const ofLink = ['client_ref', 'currency', 'created_at', 'expires_at', 'note', 'paid_at'];

const exchanges: readonly Exchange[] = [
  {
    call: 'payins.create',
    make: ({ payins }) => payins.create(payin),
    answer: v3({ ...payinData, ...payin, duplicate: true }),
    optional: [...ofPayin, 'paidAt', 'duplicate', 'code', 'message', 'pay_url'],
  },
  {
    call: 'payins.create of USDT',
    make: ({ payins }) => payins.create({ ...payin, tradeType: 'usdt' }),
    answer: v3(usdt),
    optional: ['usdtAmount', 'rate', 'address', 'network', 'payUrl'],
  },
  {
    call: 'payins.retrieve',
    make: ({ payins }) => payins.retrieve({ mchOrderNo: '1001' }),
    answer: v3({ ...payinFound, type: 'payin' }),
    optional: [...ofPayin, 'paidAt', 'type'],
  },
  {
    call: 'payins.waitForFinal',
    make: ({ payins }) => payins.waitForFinal({ mchOrderNo: '1001' }, { deadline: 2_000 }),
    answer: v3({ ...payinFound, status: 'expired' }),
    optional: [],
  },
  {
    call: 'payins.recover',
    make: ({ payins }) => payins.recover('1001'),
    answer: v3(payinFound),
    optional: [],
  },
  {
    call: 'payouts.create',
    make: ({ payouts }) => payouts.create(payout),
    answer: v3({ ...payoutData, ...payout, status: 'pending', duplicate: false }),
    optional: [...ofPayout, 'duplicate', 'code', 'message'],
  },
  {
    call: 'payouts.retrieve',
    make: ({ payouts }) => payouts.retrieve({ mchOrderNo: '2002' }),
    answer: v3(payoutFound),
    optional: ofPayout,
  },
  {
    call: 'payouts.waitForFinal',
    make: ({ payouts }) => payouts.waitForFinal({ mchOrderNo: '2002' }, { deadline: 2_000 }),
    answer: v3({ ...payoutFound, status: 'failed' }),
    optional: [],
  },
  {
    call: 'payouts.recover',
    make: ({ payouts }) => payouts.recover('2002'),
    answer: v3({ ...payoutFound, status: 'processing' }),
    optional: [],
  },
  {
    call: 'balance.retrieve',
    make: ({ balance }) => balance.retrieve(),
    answer: v3(wallet),
    optional: ['frozen', 'total', 'currency'],
  },
  {
    call: 'links.create',
    make: ({ links }) => links.create({ amount: '500', clientRef: 'INV-42', currency: 'INR' }),
    answer: v1(linkData),
    optional: ofLink,
  },
  {
    call: 'links.retrieve',
    make: ({ links }) => links.retrieve({ linkCode: linkData.link_code }),
    answer: v1(linkFound),
    optional: [...ofLink, 'pay_url'],
  },
  {
    call: 'a rejected payout',
    make: ({ payouts }) => payouts.create(payout),
    status: 422,
    answer: { code: 422, success: false, message: 'over the limit of the day', error: 'daily_limit' },
    optional: ['code'],
  },
  {
    call: 'a rejection with status 200',
    make: ({ payouts }) => payouts.create(payout),
    answer: { code: 422, success: false, message: 'no such address', error: 'upi_invalid' },
    optional: [],
  },
  {
    call: 'the recovery of an order that there is not',
    make: ({ payouts }) => payouts.recover('2002'),
    status: 404,
    answer: { code: 404, success: false, message: 'no order', error: 'order_not_found' },
    optional: ['code', 'message'],
  },
  {
    call: 'a rejected link',
    make: ({ links }) => links.retrieve({ linkCode: linkData.link_code }),
    status: 404,
    answer: { ok: false, error: 'not_found', message: 'no such link' },
    optional: [],
  },
];

/** Returns the result or the error of a call with this response. */
async function ending({ make, status = 200 }: Exchange, text: string): Promise<unknown> {
  const { client, sent } = clientWith(new Response(text, { status }));
  const settled = await make(client).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: { ...(error as object), message: String(error) } }),
  );
  return { ...settled, requests: sent.length };
}

/** Returns the names of all fields in a response and its data. */
function namesOf(answer: object): readonly string[] {
  return Object.entries(answer).flatMap(([name, value]) =>
    name === 'data' ? namesOf(value as object) : [name],
  );
}

describe.each(exchanges)('the call $call', (exchange) => {
  const { answer, optional } = exchange;
  const text = JSON.stringify(answer);
  const ends = (spelling: Spelling) => ending(exchange, respell(text, spelling));

  it.each(ways)(
    'a call returns the same result with %s, in all fields and in a single field [reading:sdk.spellings]',
    async (way) => {
      const plain = await ending(exchange, text);
      expect(await ends({ ways: [way] })).toEqual(plain);
      const same = respell(text, { ways: [] });
      for (const only of namesOf(answer)) {
        const respelled = respell(text, { ways: [way], only });
        if (respelled !== same) expect(await ending(exchange, respelled), only).toEqual(plain);
      }
    },
  );

  it('a call returns the same result with all respellings together', async () => {
    expect(await ends({ ways: allTogether })).toEqual(await ending(exchange, text));
  });

  it('a call succeeds if the optional fields are absent or null', async () => {
    for (const name of optional) {
      const without = await ends({ ways: [], without: [name] });
      expect(Object.keys(Object(without)), name).toEqual(Object.keys(Object(await ending(exchange, text))));
      const nulls = JSON.parse(text, (key, value) => (key === name ? null : value));
      expect(await ending(exchange, JSON.stringify(nulls)), name).toEqual(without);
    }
  });

  it('an accepted call never reports a rejection if a response field is missing or invalid', async () => {
    const accepted = (exchange.status ?? 200) === 200 && !text.includes('"error"');
    for (const name of namesOf(answer)) {
      for (const value of [undefined, [], {}, false, '']) {
        const changed = JSON.parse(text, (key, old) => (key === name ? value : old));
        const ended = await ending(exchange, JSON.stringify(changed));
        if (accepted && 'error' in Object(ended)) {
          expect(ended, name).toMatchObject({ error: { outcome: 'unknown' } });
        }
      }
    }
  });
});

describe('amounts', () => {
  const fee = async (value: string) => {
    const text = JSON.stringify(v3({ ...payinData, fee: '@' })).replace('"@"', value);
    const { client } = clientWith(new Response(text));
    return (await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' })).fee;
  };

  it.each([
    ['"55"', '55.00'],
    ['55.5', '55.50'],
    ['"55.500000"', '55.50'],
    ['0', '0.00'],
    ['-0.0', '0.00'],
    ['"55."', '55.00'],
  ])('the client returns an amount with two decimals: %s', async (written, read) => {
    expect(await fee(written)).toBe(read);
  });

  it.each([
    '"55.005"',
    '"₹55.00"',
    '"1,000.00"',
    '"5e2"',
    '" 55.00"',
    '"055.00"',
    'true',
    '[]',
    `"${'5'.repeat(41)}"`,
  ])('the client returns null for an invalid amount in an informational field: %s', async (written) => {
    expect(await fee(written)).toBeNull();
  });

  it.each(['500.005', '-500.00', '5e2', '', 'x'])(
    'the client rejects an order with the amount %s',
    async (amount) => {
      const { client } = clientWith(new Response(JSON.stringify(v3({ ...payinData, amount }))));
      const call = client.payins.retrieve({ mchOrderNo: 'ORDER-1' });
      await expect(call).rejects.toMatchObject({ name: 'ResponseError', outcome: 'unknown' });
    },
  );

  it('a wallet amount may be negative', async () => {
    const { client } = clientWith(new Response(JSON.stringify(v3({ balance: '-12.5' }))));
    expect(await client.balance.retrieve()).toMatchObject({ balance: '-12.50', available: '-12.50' });
  });
});

it('an order number sent as a JSON number is not rounded', async () => {
  const text = JSON.stringify(v3({ ...payinData, orderNo: 0 })).replace(
    '"orderNo":0',
    '"orderNo":20261120150405000001',
  );
  const { client } = clientWith(new Response(text));
  const found = await client.payins.retrieve({ orderNo: '20261120150405000001' });
  expect(found.orderNo).toBe('20261120150405000001');
});

describe('an unknown status', () => {
  it('the client returns an unknown status unchanged', async () => {
    const data = { ...payinData, status: 'On_Hold', tradeType: 'Card' };
    const { client } = clientWith(new Response(JSON.stringify(v3(data))));
    const found = await client.payins.retrieve({ mchOrderNo: 'ORDER-1' });
    expect(found).toMatchObject({ status: 'On_Hold', tradeType: 'Card' });
  });
});

describe('callbacks', () => {
  const json = { ...credentials, contentType: 'application/json' };
  const callbacks: readonly [string, 'payin' | 'payout' | 'link', CallbackFields][] = [
    ['a pay-in', 'payin', { amount: '500.50', mchOrderNo: '1001', extra: '' }],
    ['a failed pay-in', 'payin', { status: 'failed' }],
    ['a pay-in in USDT', 'payin', { tradeType: 'usdt' }],
    ['a payout', 'payout', { status: 'processing', amount: '1000.00' }],
    ['a link', 'link', { amount: '500.00', client_ref: '' }],
    ['a test', 'payin', { test: true }],
  ];

  describe.each(callbacks)('the callback of %s', (_name, kind, fields) => {
    const { body } = signedCallback(kind, credentials, fields);
    const key = kind === 'payin' ? credentials.mchKey : credentials.mchSecret;

    it.each(ways)(
      'a callback has the same result with %s, in all fields and in a single field [reading:sdk.spellings]',
      (way) => {
        const plain = verifyCallback(body, json);
        expect(verifyCallback(respellCallback(body, key, { ways: [way] }), json)).toEqual(plain);
        for (const only of Object.keys(JSON.parse(body))) {
          const respelled = respellCallback(body, key, { ways: [way], only });
          expect(verifyCallback(respelled, json), only).toEqual(plain);
        }
      },
    );

    it('a callback has the same result with all respellings together', () => {
      const plain = verifyCallback(body, json);
      const respelled = respellCallback(body, key, { ways: allTogether });
      expect(verifyCallback(respelled, json)).toEqual(plain);
    });

    it('the handler processes a callback once, however the callback is spelled', async () => {
      const handled: string[] = [];
      const note = ({ status }: { readonly status: string }) => handled.push(status);
      const handler = createCallbackHandler({
        ...credentials,
        store: createMemoryStore(),
        onPayin: note,
        onPayout: note,
        onLink: note,
      });
      for (const written of [body, ...ways.map((way) => respellCallback(body, key, { ways: [way] }))]) {
        const headers = { 'content-type': 'application/json' };
        const request = new Request('https://shop.example/hook', { method: 'POST', headers, body: written });
        expect((await handler(request)).status).toBe(200);
      }
      expect(handled).toHaveLength(fields['test'] === true ? 0 : 1);
    });
  });
});
