import { callbackAnswerLimit } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/configuration/version.ts';
import { type ControlCall, call, doors, itemsOf } from './control-door.ts';
import {
  afterStart,
  callerOf,
  listenGateway,
  minute,
  Orders,
  openGateway,
  start,
  temporaryFile,
} from './harness.ts';
import { Receiver, reject, reply } from './receiver.ts';
import { answered } from './sender.ts';

const demo = 'DEMO1001';

const defaults = {
  usdtRate: '90.0000',
  orderValidityMinutes: 30,
  latePayments: 'credit',
  failedPayinCallback: true,
  rateLimitPerMinute: 120,
  signatureLock: { failures: 10, windowSeconds: 600, lockSeconds: 900 },
  maintenance: false,
  providerAvailable: true,
  simulation: null,
};

const demoMerchant = {
  mchId: demo,
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
  callbackUrl: null,
  callbackFormat: 'json',
  ipAllowList: ['127.0.0.1', '::1'],
  inrEnabled: true,
  usdtEnabled: true,
  suspended: false,
  limits: {
    payinMin: '200.00',
    payinMax: '50000.00',
    payoutMin: '500.00',
    payoutMax: '200000.00',
    payoutDaily: '200000.00',
  },
};

const error = (code: string) => ({ error: code, message: expect.stringMatching(/\S/) });

it('a client can request merchants without their keys [contract:control.merchants]', async () => {
  const gateway = await listenGateway();
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${gateway.controlUrl}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const calls = [
    ['GET', '/merchants', 200],
    ['GET', '/merchants/DEMO1001', 200],
    ['POST', '/merchants', 201, { mchKey: 'a-key-of-its-own' }],
    ['PATCH', '/merchants/DEMO1001', 200, { suspended: false }],
  ] as const;
  for (const [method, path, status, body] of calls) {
    const answer = await ask(method, `${path}?keys=false`, body);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([status, expect.stringContaining('"callbackUrl"')]);
    expect(text).not.toMatch(/mchKey|mchSecret|demo-mch|of-its-own/);
  }
  expect((await ask('POST', '/merchants?keys=no', {})).status).toBe(422);
  expect((await gateway.merchants.list()).items).toHaveLength(2);
});

it('the log masks merchant keys that a receiver repeats in its response [contract:control.keys-masked]', async () => {
  const gateway = await listenGateway();
  const { mchId, mchKey, mchSecret } = gateway.merchant;
  const receiver = await Receiver.open(reply(200, `success ${mchKey}`, { 'x-secret': mchSecret }));
  await gateway.merchants.update(mchId, { callbackUrl: receiver.url });
  const orderNo = await new Orders(gateway).payin();
  await gateway.payins.pay(orderNo);
  await gateway.callbacks.settle();
  const [{ id } = { id: '' }] = (await gateway.callbacks.list()).items;
  const shown = [
    await gateway.callbacks.list(),
    await gateway.callbacks.get(id),
    await gateway.payins.get(orderNo),
    await gateway.payins.resend(orderNo),
    await gateway.merchants.testCallback(mchId),
  ];
  for (const answer of shown) {
    const text = JSON.stringify(answer);
    expect(text).toContain('success ***');
    expect(text).not.toMatch(/demo-mch/);
  }
});

it('a callback shows no personal data that a receiver repeats in a field of its response [contract:control.personal-data]', async () => {
  const gateway = await listenGateway();
  const body = '{"id":7,"payout":{"accountNumber":"918273645546","accountName":"Asha Rao"}}';
  const receiver = await Receiver.open(reply(500, body));
  await gateway.merchants.update(demo, { callbackUrl: receiver.url });
  await gateway.payouts.approve(await new Orders(gateway).payout());
  await gateway.callbacks.settle();
  const [callback] = (await gateway.callbacks.list()).items;
  expect(callback?.attempts[0]?.responseBody).toBe(
    '{"id":7,"payout":{"accountNumber":"***","accountName":"***"}}',
  );
});

it('a callback shows no part of a key at the end of a long response', async () => {
  const gateway = await listenGateway();
  const { mchId, mchKey, mchSecret } = gateway.merchant;
  const body = `${'success'.padEnd(callbackAnswerLimit - 6, 'y')}${mchKey}`;
  const receiver = await Receiver.open(reply(200, body, { 'x-long': `${'y'.repeat(506)}${mchSecret}` }));
  await gateway.merchants.update(mchId, { callbackUrl: receiver.url });
  await gateway.payins.pay(await new Orders(gateway).payin());
  await gateway.callbacks.settle();
  const [{ id } = { id: '' }] = (await gateway.callbacks.list()).items;
  const { attempts, answers } = await gateway.callbacks.get(id);
  expect(attempts[0]?.responseBody).toMatch(/^successy{60000,}$/);
  expect(answers[0]?.headers).toContainEqual({ name: 'x-long', value: `${'y'.repeat(506)}***` });
});

it('the error of a re-send without a URL states the fix', async () => {
  const gateway = await openGateway();
  const orderNo = await new Orders(gateway).payin();
  await gateway.payins.pay(orderNo);
  await expect(gateway.payins.resend(orderNo)).rejects.toMatchObject({
    message: 'The callback has no URL. Save a callback URL for the merchant, or set `to`.',
  });
});

describe.each(doors)('control API %s', (_how, open) => {
  describe('health [contract:control.health]', () => {
    it('the health call returns status, version, store and time', async () => {
      const { door, gateway } = await open();
      const { status, body } = await door(call.health());
      expect(await gateway.metrics()).toMatch(/^# HELP inrgate_/);
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'ok', version, store: 'memory', now: start });
    });

    it('the health call returns the kind of a store in a file', async () => {
      const { door } = await open({ db: temporaryFile() });
      expect((await door(call.health())).body).toMatchObject({ store: 'sqlite' });
    });
  });

  describe('settings [contract:control.settings]', () => {
    it('the default settings match the contract and can be changed one by one', async () => {
      const { door } = await open();
      expect(await door(call.settings())).toEqual({ status: 200, body: defaults });
      const changes = {
        usdtRate: '91.5000',
        orderValidityMinutes: 5,
        latePayments: 'refuse',
        failedPayinCallback: false,
        rateLimitPerMinute: 3,
        maintenance: true,
        providerAvailable: false,
      };
      const changed: Record<string, unknown> = { ...defaults };
      for (const [name, value] of Object.entries(changes)) {
        changed[name] = value;
        expect(await door(call.changeSettings({ [name]: value }))).toEqual({ status: 200, body: changed });
      }
      expect((await door(call.settings())).body).toEqual(changed);
    });

    it('a change to the settings can set single values of the signature lock', async () => {
      const { door } = await open();
      const { body } = await door(call.changeSettings({ signatureLock: { failures: 3 } }));
      expect(body).toEqual({
        ...defaults,
        signatureLock: { failures: 3, windowSeconds: 600, lockSeconds: 900 },
      });
      expect((await door(call.changeSettings({}))).body).toEqual(body);
      const { body: again } = await door(call.changeSettings({ signatureLock: { windowSeconds: 60 } }));
      expect(again).toMatchObject({ signatureLock: { failures: 3, windowSeconds: 60, lockSeconds: 900 } });
    });

    it('a client can switch off limits and restore their defaults [contract:control.limits-off]', async () => {
      const { door } = await open();
      const off = { rateLimitPerMinute: null, signatureLock: null };
      expect((await door(call.changeSettings(off))).body).toEqual({ ...defaults, ...off });
      expect((await door(call.changeSettings({ maintenance: false }))).body).toMatchObject(off);
      expect((await door(call.settings())).body).toEqual({ ...defaults, ...off });
      const { body } = await door(
        call.changeSettings({ rateLimitPerMinute: 5, signatureLock: { failures: 3 } }),
      );
      const signatureLock = { failures: 3, windowSeconds: 600, lockSeconds: 900 };
      expect(body).toEqual({ ...defaults, rateLimitPerMinute: 5, signatureLock });
    });

    it.each([
      [{ maintenance: true }, 503, 'maintenance'],
      [{ providerAvailable: false }, 503, 'provider_unavailable'],
      [{ usdtRate: null }, 503, 'rate_unavailable'],
    ])('changed settings apply immediately: %j', async (change, status, code) => {
      const { door, gateway } = await open();
      await door(call.changeSettings(change));
      expect(await callerOf(gateway).payin({ tradeType: 'usdt' })).toMatchObject({ status, error: code });
    });

    it.each([
      { usdtRate: '90' },
      { usdtRate: '0.0000' },
      { usdtRate: 90 },
      { orderValidityMinutes: 0 },
      { orderValidityMinutes: 1.5 },
      { latePayments: 'maybe' },
      { failedPayinCallback: 'no' },
      { rateLimitPerMinute: -1 },
      { signatureLock: { failures: 0 } },
      { signatureLock: { failures: null } },
      { signatureLock: { unknown: 1 } },
      { maintenance: null },
      { unknown: true },
      { maintenance: true, usdtRate: 'x' },
      [],
    ])('the gateway rejects the settings %j with 422 and changes nothing', async (change) => {
      const { door } = await open();
      expect(await door(call.changeSettings(change))).toEqual({ status: 422, body: error('invalid_body') });
      expect((await door(call.settings())).body).toEqual(defaults);
    });

    it('the gateway stores all simultaneous changes to the settings', async () => {
      const { door } = await open();
      await Promise.all([
        door(call.changeSettings({ maintenance: true })),
        door(call.changeSettings({ providerAvailable: false })),
        door(call.changeSettings({ rateLimitPerMinute: 5 })),
      ]);
      expect((await door(call.settings())).body).toEqual({
        ...defaults,
        maintenance: true,
        providerAvailable: false,
        rateLimitPerMinute: 5,
      });
    });
  });

  describe('merchants [contract:control.merchants]', () => {
    it('the list of merchants contains the keys of each merchant, by default of the demo merchant', async () => {
      const { door } = await open();
      expect(await door(call.merchants())).toEqual({
        status: 200,
        body: { items: [demoMerchant], nextCursor: null },
      });
      expect(await door(call.merchant(demo))).toEqual({ status: 200, body: demoMerchant });
    });

    it.each([[undefined], [{}]])(
      'a client can create a merchant from %j, because the gateway generates omitted fields',
      async (body) => {
        const { door, gateway } = await open();
        const first = await door(call.addMerchant(body));
        const second = await door(call.addMerchant(body));
        expect(first.status).toBe(201);
        const { mchId, mchKey, mchSecret, ...rest } = demoMerchant;
        expect(first.body).toMatchObject(rest);
        for (const name of ['mchId', 'mchKey', 'mchSecret']) {
          expect(first.body[name]).toMatch(/^\S{8,}$/);
          expect(first.body[name]).not.toBe(second.body[name]);
        }
        const keys = first.body as unknown as typeof gateway.merchant;
        expect(await callerOf(gateway, keys).payin()).toMatchObject({ status: 200 });
        expect((await callerOf(gateway, keys).balance()).data).toMatchObject({ available: '100000.00' });
        expect(itemsOf(await door(call.merchants())).map((merchant) => merchant['mchId'])).toEqual([
          demo,
          first.body['mchId'],
          second.body['mchId'],
        ]);
      },
    );

    it('a client can create a merchant with every field set', async () => {
      const { door } = await open();
      const fields = {
        mchId: 'm/1 ü'.replace(/[^!-~]/g, '%'),
        mchKey: 'k',
        mchSecret: 's',
        callbackUrl: 'https://merchant.example/cb?x=1',
        callbackFormat: 'form',
        ipAllowList: ['10.0.0.0/8', '2001:db8::/32'],
        inrEnabled: false,
        usdtEnabled: false,
        suspended: true,
        limits: { ...demoMerchant.limits, payinMin: '1.00' },
      };
      const added = await door(call.addMerchant({ ...fields, balance: '12.34' }));
      expect(added).toEqual({ status: 201, body: fields });
      expect(await door(call.merchant(fields.mchId))).toEqual({ status: 200, body: fields });
      expect((await door(call.wallet(fields.mchId))).body).toMatchObject({ available: '12.34' });
    });

    it.each([{ mchId: demo }, { mchKey: 'demo-mch-key' }])(
      'creating a second merchant with the existing value %j returns 409',
      async (fields) => {
        const { door } = await open();
        expect(await door(call.addMerchant(fields))).toEqual({ status: 409, body: error('already_exists') });
        expect(itemsOf(await door(call.merchants()))).toHaveLength(1);
      },
    );

    it('a change to one merchant field takes effect immediately', async () => {
      const { door, gateway } = await open();
      const changes = {
        callbackUrl: 'http://127.0.0.1:1/',
        callbackFormat: 'form',
        ipAllowList: [],
        inrEnabled: false,
        usdtEnabled: false,
        suspended: true,
        mchKey: 'new-key',
        mchSecret: 'new-secret',
      };
      const changed: Record<string, unknown> = { ...demoMerchant };
      for (const [name, value] of Object.entries(changes)) {
        changed[name] = value;
        expect(await door(call.changeMerchant(demo, { [name]: value }))).toEqual({
          status: 200,
          body: changed,
        });
      }
      expect(await callerOf(gateway).payin()).toMatchObject({ error: 'invalid_signature' });
      const keys = { mchId: demo, mchKey: 'new-key', mchSecret: 'new-secret' };
      expect(await callerOf(gateway, keys).payin()).toMatchObject({ error: 'account_suspended' });
      expect((await door(call.changeMerchant(demo, { callbackUrl: null }))).body).toMatchObject({
        callbackUrl: null,
      });
      const limits = { payinMin: '300.00' };
      expect((await door(call.changeMerchant(demo, { limits }))).body).toMatchObject({
        limits: { ...demoMerchant.limits, ...limits },
      });
    });

    it.each([
      { mchId: 'other' },
      { balance: '1.00' },
      { mchKey: '' },
      { mchKey: 'with space' },
      { callbackUrl: 'ftp://x' },
      { callbackUrl: 'http://user:pass@host/' },
      { callbackUrl: 'not a url' },
      { callbackFormat: 'xml' },
      { ipAllowList: ['localhost'] },
      { ipAllowList: ['10.0.0.0/33'] },
      { suspended: 'yes' },
      { limits: { payinMin: '50000.01' } },
      { limits: { payoutMax: '1.00' } },
      { limits: { payinMin: '200' } },
      { limits: { unknown: '1.00' } },
      { unknown: 1 },
      { suspended: true, callbackFormat: 'xml' },
      'text',
    ])('a change to a merchant with %j returns 422 and changes nothing', async (change) => {
      const { door } = await open();
      expect(await door(call.changeMerchant(demo, change))).toEqual({
        status: 422,
        body: error('invalid_body'),
      });
      expect((await door(call.merchant(demo))).body).toEqual(demoMerchant);
    });

    it.each([
      { balance: '-1.00' },
      { balance: 1 },
      { mchId: 'a b' },
      { mchId: 'x'.repeat(101) },
      { limits: { payinMin: '60000.00' } },
      { unknown: 1 },
    ])('creating a merchant with %j returns 422', async (fields) => {
      const { door } = await open();
      expect(await door(call.addMerchant(fields))).toEqual({ status: 422, body: error('invalid_body') });
      expect(itemsOf(await door(call.merchants()))).toHaveLength(1);
    });

    it("changing a merchant's key to the key of another merchant returns 409", async () => {
      const { door } = await open();
      const { body } = await door(call.addMerchant({}));
      const mchId = String(body['mchId']);
      expect(await door(call.changeMerchant(mchId, { mchKey: 'demo-mch-key' }))).toEqual({
        status: 409,
        body: error('already_exists'),
      });
      expect((await door(call.merchant(mchId))).body).toEqual(body);
    });

    it('the gateway stores all simultaneous changes to a merchant', async () => {
      const { door } = await open();
      await Promise.all([
        door(call.changeMerchant(demo, { suspended: true })),
        door(call.changeMerchant(demo, { usdtEnabled: false })),
        door(call.changeMerchant(demo, { limits: { payinMin: '250.00' } })),
        door(call.changeMerchant(demo, { limits: { payinMax: '40000.00' } })),
      ]);
      expect((await door(call.merchant(demo))).body).toMatchObject({
        suspended: true,
        usdtEnabled: false,
        limits: { payinMin: '250.00', payinMax: '40000.00' },
      });
    });

    it('merchants are listed page by page in the order of their creation', async () => {
      const { door, gateway } = await open();
      for (const mchId of ['B', 'A', 'C']) await gateway.createMerchant({ mchId });
      const ids = (outcome: Awaited<ReturnType<typeof door>>) =>
        itemsOf(outcome).map((item) => item['mchId']);
      const first = await door(call.merchants({ limit: 3 }));
      expect(ids(first)).toEqual([demo, 'B', 'A']);
      const second = await door(call.merchants({ limit: 3, cursor: String(first.body['nextCursor']) }));
      expect(ids(second)).toEqual(['C']);
      expect(second.body['nextCursor']).toBeNull();
      expect((await door(call.merchants())).body['nextCursor']).toBeNull();
      for (const query of [{ limit: 1001 }, { cursor: '1.0' }, { page: 2 }] as const) {
        expect(await door(call.merchants({ ...query }))).toEqual({
          status: 422,
          body: error('invalid_body'),
        });
      }
    });

    it('every call for an unknown merchant returns 404 [contract:control.wallet] [contract:control.credit] [contract:control.ledger] [contract:control.notifications]', async () => {
      const { door } = await open();
      const calls: readonly ControlCall[] = [
        call.merchant('nobody'),
        call.changeMerchant('nobody', { suspended: true }),
        call.wallet('nobody'),
        call.credit('nobody', { amount: '1.00' }),
        call.ledger('nobody'),
        call.testCallback('nobody'),
        call.notifications('nobody'),
      ];
      for (const each of calls)
        expect(await door(each), each.path).toEqual({ status: 404, body: error('not_found') });
    });
  });

  describe('wallet [contract:control.wallet]', () => {
    it('the wallet in the control API equals the wallet in the balance call', async () => {
      const { door, gateway } = await open();
      await new Orders(gateway).payout();
      const { body } = await door(call.wallet(demo));
      expect(body).toEqual({
        balance: '98925.00',
        available: '98925.00',
        frozen: '1075.00',
        total: '100000.00',
        currency: 'INR',
      });
      expect((await callerOf(gateway).balance()).data).toEqual(body);
    });

    it.each(['credit', 'creditWallet'] as const)(
      'the call %s tops up the wallet and returns the new wallet [contract:control.credit]',
      async (route) => {
        const { door } = await open();
        expect(await door(call[route](demo, { amount: '0.01' }))).toMatchObject({
          status: 200,
          body: { available: '100000.01' },
        });
        expect((await door(call[route](demo, { amount: '250000.00' }))).body).toMatchObject({
          total: '350000.01',
        });
        expect((await door(call.ledgerCheck())).body).toMatchObject({ balanced: true });
      },
    );

    it.each([
      {},
      { amount: '0.00' },
      { amount: '-5.00' },
      { amount: '5' },
      { amount: 5 },
      { amount: '5.000' },
      { amount: ' 5.00' },
      { amount: '1e3' },
      { amount: '99999999999999999999.00' },
      { amount: '5.00', note: 'x' },
      undefined,
    ])('a top-up with %j returns 422 and moves no money [contract:control.credit]', async (body) => {
      const { door } = await open();
      expect(await door(call.credit(demo, body))).toEqual({ status: 422, body: error('invalid_body') });
      expect((await door(call.wallet(demo))).body).toMatchObject({ total: '100000.00' });
    });
  });

  describe('journal [contract:control.ledger]', () => {
    it('the journal contains every entry, oldest first, with a zero sum for each transaction', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const payin = await orders.payin();
      await gateway.payins.pay(payin);
      const payout = await orders.payout();
      await gateway.payouts.approve(payout);
      await gateway.clock.advance('1m');
      await gateway.payouts.complete(payout);
      const { body } = await door(call.ledger(demo));
      expect(body['accounts']).toEqual(
        expect.arrayContaining([
          { account: 'merchant:DEMO1001:available', balance: '99370.00' },
          { account: 'merchant:DEMO1001:held', balance: '0.00' },
          { account: 'gateway:collected', balance: '-500.00' },
          { account: 'gateway:fees', balance: '130.00' },
          { account: 'gateway:paid_out', balance: '1000.00' },
          { account: 'gateway:topups', balance: '-100000.00' },
        ]),
      );
      const entries = body['entries'] as readonly {
        kind: string;
        transactionId: string;
        amount: string;
        at: string;
      }[];
      const kinds = [...new Set(entries.map(({ kind }) => kind))];
      expect(kinds).toEqual(['credit', 'payin', 'hold', 'capture']);
      expect(entries.at(-1)).toMatchObject({ orderNo: payout, at: afterStart(minute) });
      for (const id of new Set(entries.map(({ transactionId }) => transactionId))) {
        expect(id).toMatch(/^tx_\w{32}$/);
        const sum = entries
          .filter(({ transactionId }) => transactionId === id)
          .reduce((s, { amount }) => s + Math.round(Number(amount) * 100), 0);
        expect(sum).toBe(0);
      }
    });

    it('the control API returns the journal in pages of at most a thousand entries', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      for (let made = 0; made < 5; made++) await gateway.payins.pay(await orders.payin());
      const { body: whole } = await door(call.ledger(demo));
      expect(Object.keys(whole)).toEqual(['accounts', 'entries', 'nextCursor']);
      expect(whole['entries']).toHaveLength(2 + 5 * 3);
      expect(whole['nextCursor']).toBeNull();
      const entries: unknown[] = [];
      let cursor: string | null = null;
      do {
        const page = await door(call.ledger(demo, { limit: 4, ...(cursor !== null && { cursor }) }));
        // Every page must contain the same accounts.
        expect(page).toMatchObject({ status: 200, body: { accounts: whole['accounts'] } });
        entries.push(...(page.body['entries'] as readonly unknown[]));
        cursor = page.body['nextCursor'] as string | null;
      } while (cursor !== null);
      expect(entries).toEqual(whole['entries']);
      for (let made = 0; made < 500; made++) await gateway.merchants.credit(demo, { amount: '1.00' });
      const { body } = await door(call.ledger(demo));
      expect(body['entries']).toHaveLength(1000);
      expect(body['nextCursor']).toMatch(/^\d+\.\d$/);
      for (const query of [{ limit: 0 }, { limit: 1001 }, { cursor: '7' }, { page: 2 }] as const) {
        expect(await door(call.ledger(demo, { ...query }))).toEqual({
          status: 422,
          body: error('invalid_body'),
        });
      }
    });

    it('the journal of a merchant contains only entries of its own transactions', async () => {
      const { door, gateway } = await open();
      const before = await door(call.ledger(demo));
      const other = await gateway.createMerchant({ mchId: 'OTHER' });
      await gateway.payins.pay(await new Orders(gateway, other).payin());
      const after = await door(call.ledger(demo));
      expect(after.body['entries']).toEqual(before.body['entries']);
      const accountsOf = ({ body }: typeof after) =>
        (body['accounts'] as readonly { account: string }[]).map(({ account }) => account);
      expect(accountsOf(after)).toEqual(accountsOf(before));
      const own = (await door(call.ledger('OTHER'))).body['entries'] as readonly { kind: string }[];
      expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['credit', 'payin']));
    });

    it('the ledger check recalculates every balance [contract:control.ledger-check]', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      await gateway.payins.pay(await orders.payin());
      // The amount of an approved payout is still held.
      await gateway.payouts.approve(await orders.payout());
      const { status, body } = await door(call.ledgerCheck());
      expect(status).toBe(200);
      expect(body).toMatchObject({ balanced: true, accounts: 6, entries: 7, problems: [] });
    });
  });

  describe('endpoint test of the merchant dashboard [contract:control.test-callback]', () => {
    it('the endpoint test returns the attempts in both formats', async () => {
      const { door, gateway } = await open();
      const receiver = await Receiver.open();
      await gateway.merchants.update(demo, { callbackUrl: receiver.url });
      const { status, body } = await door(call.testCallback(demo));
      expect(status).toBe(200);
      const attempt = {
        number: 1,
        manual: false,
        url: receiver.url,
        startedAt: start,
        durationMs: expect.any(Number),
        status: 200,
        responseBody: 'success',
        ok: true,
        reason: null,
        fault: null,
      };
      const recorded = { ...attempt, callbackId: expect.any(String) };
      expect(body).toEqual({ json: recorded, form: recorded, acceptedFormat: 'json', advice: null });
    });
  });

  describe('notifications [contract:control.notifications]', () => {
    it('the notifications of one merchant are listed newest first, page by page', async () => {
      const { door, gateway } = await open();
      const orders = new Orders(gateway);
      const made: string[] = [];
      for (let order = 0; order < 3; order++) {
        const orderNo = await orders.payin();
        made.unshift(orderNo);
        await gateway.payins.pay(orderNo);
      }
      const first = await door(call.notifications(demo, { limit: 2 }));
      const second = await door(
        call.notifications(demo, { limit: 2, cursor: String(first.body['nextCursor']) }),
      );
      expect([...itemsOf(first), ...itemsOf(second)].map(({ orderNo }) => orderNo)).toEqual(made);
      expect(second.body['nextCursor']).toBeNull();
      expect(itemsOf(first)[0]).toEqual({
        id: expect.any(String),
        mchId: demo,
        at: start,
        kind: 'callback_undeliverable',
        callbackId: expect.any(String),
        orderNo: made[0],
        message: expect.stringContaining('payin.success'),
      });
    });
  });

  describe('callbacks [contract:control.callbacks]', () => {
    it('a callback contains the fields that the contract lists', async () => {
      const { door, gateway } = await open();
      const receiver = await Receiver.open(reject);
      const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
      const orderNo = await new Orders(gateway, keys).payin();
      await gateway.payins.pay(orderNo);
      await door(call.settle());
      const [item] = itemsOf(await door(call.callbacks({ orderNo })));
      expect(item).toEqual({
        id: expect.any(String),
        kind: 'payin',
        event: 'payin.success',
        mchId: keys.mchId,
        orderNo,
        url: receiver.url,
        format: 'json',
        body: receiver.last.body,
        state: 'pending',
        createdAt: start,
        nextAttemptAt: afterStart(minute),
        attempts: [
          {
            number: 1,
            manual: false,
            url: receiver.url,
            startedAt: start,
            durationMs: expect.any(Number),
            status: 500,
            responseBody: 'no',
            ok: false,
            reason: 'status 500',
            fault: null,
          },
        ],
      });
      expect(await door(call.callback(String(item?.['id'])))).toEqual({
        status: 200,
        body: {
          ...item,
          headers: expect.any(Array),
          answers: expect.any(Array),
          signature: expect.any(Object),
        },
      });
      expect(await door(call.callback('cb_none'))).toEqual({ status: 404, body: error('not_found') });
    });

    it('the details of a callback name the key of its signature and list every attempt in order', async () => {
      const sender = async () => ({ ...answered, status: 500, durationMs: 7 });
      const { door, gateway } = await open({ sender });
      await gateway.merchants.update(demo, { callbackUrl: 'http://merchant.example/' });
      const orders = new Orders(gateway);
      const [payin, payout] = [await orders.payin(), await orders.payout()];
      const link = await orders.link({ notify_url: 'http://merchant.example/' });
      await gateway.payins.pay(payin);
      await gateway.payouts.approve(payout);
      await gateway.links.pay(link);
      await gateway.clock.advance('6m');
      for (const [orderNo, key] of [
        [payin, 'mchKey'],
        [payout, 'mchSecret'],
        [link, 'mchSecret'],
      ] as const) {
        const [item] = itemsOf(await door(call.callbacks({ orderNo })));
        expect((await door(call.callback(String(item?.['id'])))).body).toMatchObject({
          signature: { key },
          attempts: [1, 2, 3].map((number) => ({ number, durationMs: 7 })),
        });
      }
    });

    it('callbacks are listed by order, merchant and state', async () => {
      const { door, gateway } = await open();
      const receiver = await Receiver.open();
      const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
      const delivered = await new Orders(gateway, keys).payin();
      const nowhere = await new Orders(gateway).payin();
      await gateway.payins.pay(delivered);
      await gateway.payins.pay(nowhere);
      await door(call.settle());
      const listed = async (query: Record<string, string>) =>
        itemsOf(await door(call.callbacks(query))).map(({ orderNo }) => orderNo);
      expect(await listed({})).toEqual([nowhere, delivered]);
      expect(await listed({ state: 'delivered' })).toEqual([delivered]);
      expect(await listed({ state: 'undeliverable' })).toEqual([nowhere]);
      expect(await listed({ mchId: keys.mchId })).toEqual([delivered]);
      expect(await listed({ orderNo: nowhere, state: 'delivered' })).toEqual([]);
      expect(await door(call.callbacks({ state: 'lost' }))).toMatchObject({ status: 422 });
    });

    it('the call settle returns its result and rejects an invalid body [contract:control.settle]', async () => {
      const { door } = await open();
      expect(await door(call.settle())).toEqual({ status: 200, body: { settled: true, pending: 0 } });
      expect(await door(call.settle({ timeoutMs: 5 }))).toMatchObject({ status: 200 });
      for (const body of [{ timeoutMs: -1 }, { timeoutMs: '5' }, { wait: 5 }]) {
        expect(await door(call.settle(body))).toEqual({ status: 422, body: error('invalid_body') });
      }
    });
  });

  describe('clock [contract:control.clock]', () => {
    it('a client can read, advance, freeze and resume the clock', async () => {
      const { door } = await open();
      expect(await door(call.clock())).toEqual({ status: 200, body: { now: start, mode: 'frozen' } });
      expect(await door(call.advance('31m'))).toEqual({
        status: 200,
        body: { now: afterStart(31 * minute), mode: 'frozen' },
      });
      expect(await door(call.freeze({ at: afterStart(40 * minute) }))).toEqual({
        status: 200,
        body: { now: afterStart(40 * minute), mode: 'frozen' },
      });
      expect(await door(call.resume())).toMatchObject({ status: 200, body: { mode: 'running' } });
      expect(await door(call.freeze())).toMatchObject({ status: 200, body: { mode: 'frozen' } });
    });

    it.each([
      call.advance('soon'),
      call.advance(31),
      call.advance(undefined),
      call.freeze({ at: '2020-01-01T00:00:00Z' }),
      call.freeze({ at: 5 }),
      call.freeze({ until: start }),
    ])('the clock rejects %j with 422 and stays unchanged', async (each) => {
      const { door } = await open();
      expect(await door(each)).toEqual({ status: 422, body: error('invalid_body') });
      expect((await door(call.clock())).body).toEqual({ now: start, mode: 'frozen' });
    });
  });

  describe('faults [contract:control.faults]', () => {
    const fault = { endpoint: 'payin', phase: 'before', times: 2, action: { kind: 'drop' } };

    it('faults can be added, listed and removed, either individually or all together', async () => {
      const { door } = await open();
      const added = await door(call.addFault(fault));
      expect(added).toEqual({ status: 201, body: { ...fault, id: expect.any(String) } });
      const other = await door(call.addFault({ endpoint: 'callback', action: { kind: 'tamper' } }));
      expect(await door(call.faults())).toEqual({
        status: 200,
        body: { items: [added.body, other.body], nextCursor: null },
      });
      expect(await door(call.removeFault(String(added.body['id'])))).toEqual({ status: 204, body: {} });
      expect(await door(call.removeFault(String(added.body['id'])))).toEqual({
        status: 404,
        body: error('not_found'),
      });
      expect(itemsOf(await door(call.faults()))).toEqual([other.body]);
      expect(await door(call.clearFaults())).toEqual({ status: 204, body: {} });
      expect(itemsOf(await door(call.faults()))).toEqual([]);
    });

    it('each fault has its own id, even after a fault was removed', async () => {
      const { door } = await open();
      const add = async () => String((await door(call.addFault(fault))).body['id']);
      const [first, second] = [await add(), await add()];
      await door(call.removeFault(first));
      const third = await add();
      expect(new Set([first, second, third]).size).toBe(3);
      await door(call.removeFault(third));
      expect(itemsOf(await door(call.faults())).map(({ id }) => id)).toEqual([second]);
    });

    it.each([
      {},
      { ...fault, endpoint: 'refund' },
      { ...fault, phase: 'during' },
      { ...fault, phase: undefined },
      { ...fault, times: 0 },
      { ...fault, probability: 1.1 },
      { ...fault, action: { kind: 'tamper' } },
      { ...fault, action: { kind: 'status', status: 200 } },
      { ...fault, action: { kind: 'status' } },
      { ...fault, action: { kind: 'delay' } },
      { ...fault, action: { kind: 'drop', ms: 1 } },
      { ...fault, endpoint: 'callback', action: { kind: 'hang' } },
      { ...fault, unknown: 1 },
    ])('the control API rejects the fault %j with 422', async (body) => {
      const { door } = await open();
      expect(await door(call.addFault(body))).toEqual({ status: 422, body: error('invalid_body') });
      expect(itemsOf(await door(call.faults()))).toEqual([]);
    });
  });

  describe('reset [contract:control.reset]', () => {
    it('a reset restores the configured merchants and settings and deletes all other data', async () => {
      const mchId = 'SHOP';
      const { door, gateway } = await open({
        merchants: [{ mchId, mchKey: 'shop-key', mchSecret: 'shop-secret', balance: '5000.00' }],
        settings: { orderValidityMinutes: 7 },
      });
      const merchant = (await door(call.merchant(mchId))).body;
      const orders = new Orders(gateway);
      const paid = await orders.payin();
      await gateway.payins.pay(paid);
      await orders.payout();
      await gateway.links.pay(await orders.link());
      await door(call.addMerchant({}));
      await door(call.changeMerchant(mchId, { callbackFormat: 'form' }));
      await door(call.changeSettings({ orderValidityMinutes: 9, maintenance: true }));
      await door(call.addFault({ endpoint: '*', phase: 'before', action: { kind: 'drop' } }));
      await door(call.advance('30d'));

      expect(await door(call.reset())).toEqual({ status: 204, body: {} });
      const all = [
        call.orders('payins'),
        call.orders('payouts'),
        call.orders('links'),
        call.callbacks(),
        call.faults(),
      ];
      for (const each of [...all, call.requests(), call.notifications(mchId)]) {
        expect(itemsOf(await door(each)), each.path).toEqual([]);
      }
      expect(itemsOf(await door(call.merchants()))).toEqual([merchant]);
      expect((await door(call.settings())).body).toEqual({ ...defaults, orderValidityMinutes: 7 });
      expect((await door(call.wallet(mchId))).body).toMatchObject({ available: '5000.00', frozen: '0.00' });
      expect((await door(call.ledgerCheck())).body).toMatchObject({ balanced: true });
      const { body } = await door(call.clock());
      expect(body['mode']).toBe('running');
      expect(Math.abs(Date.parse(String(body['now'])) - Date.now())).toBeLessThan(60_000);
      const entries = (await door(call.ledger(mchId))).body['entries'] as readonly { at: string }[];
      for (const { at } of entries) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
      const fresh = await orders.payin();
      // The clock continues from its instant.
      expect(await door(call.advance('7m'))).toMatchObject({ status: 200 });
      expect((await door(call.order('payins', fresh))).body).toMatchObject({ status: 'expired' });
    });

    it('a reset deletes rate windows and locks', async () => {
      // Let the clock show real time, so the reset does not move it past windows and locks.
      const { door, gateway } = await open({
        clock: undefined,
        settings: { rateLimitPerMinute: 1, signatureLock: { failures: 1 } },
      });
      await callerOf(gateway).balance();
      await callerOf(gateway, { ...gateway.merchant, mchId: 'X' }).balance();
      expect(await callerOf(gateway).balance()).toMatchObject({ error: 'too_many_failures' });
      await door(call.reset());
      expect(await callerOf(gateway).balance()).toMatchObject({ status: 200 });
    });

    it('a reset aborts a running delivery and deletes the callback', async () => {
      const { door, gateway } = await open();
      const receiver = await Receiver.open(() => {});
      const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
      await gateway.payins.pay(await new Orders(gateway, keys).payin());
      await receiver.arrived(1);
      await door(call.reset());
      expect(await door(call.settle())).toEqual({ status: 200, body: { settled: true, pending: 0 } });
      expect(itemsOf(await door(call.callbacks()))).toEqual([]);
    });

    it('a store file is still empty after a reset and a restart', async () => {
      const db = temporaryFile();
      const { door, gateway } = await open({ db });
      await new Orders(gateway).payin();
      await door(call.reset());
      await gateway.close();
      const again = await open({ db, clock: undefined });
      expect(itemsOf(await again.door(call.orders('payins')))).toEqual([]);
      expect((await again.door(call.clock())).body).toMatchObject({ mode: 'running' });
    });
  });
});
