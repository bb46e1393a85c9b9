import { copyFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { callerOf, listenGateway, Orders, openGateway, reopenGateway, temporaryFile } from './harness.ts';
import { answered, ScriptedNetwork } from './sender.ts';

const shop = { mchId: 'SHOP', mchKey: 'shop-key', mchSecret: 'shop-secret' };

type Config = Pick<GatewayOptions, 'merchants' | 'settings'>;

/** Starts a gateway with the first configuration, works, and starts it with the second configuration. */
async function runs(first: Config, second: Config) {
  const db = temporaryFile();
  const gateway = await openGateway({ db, ...first });
  return {
    gateway,
    restart: async () => {
      await gateway.close();
      return reopenGateway(db, second);
    },
  };
}

describe('restart with a file [contract:control.restart]', () => {
  it('a restart keeps orders, wallets, the journal and the used order numbers [invariant:4] [invariant:6]', async () => {
    const { gateway, restart } = await runs({}, {});
    const orders = new Orders(gateway);
    const paid = await orders.payin({ mchOrderNo: 'A' });
    await gateway.payins.pay(paid);
    const payout = await orders.payout({ mchOrderNo: 'W' });
    await gateway.payouts.approve(payout);
    const before = await Promise.all([
      gateway.payins.get(paid),
      gateway.payouts.get(payout),
      gateway.merchants.wallet('DEMO1001'),
      gateway.merchants.ledger('DEMO1001'),
      gateway.ledger.check(),
    ]);
    const again = await restart();
    expect(
      await Promise.all([
        again.payins.get(paid),
        again.payouts.get(payout),
        again.merchants.wallet('DEMO1001'),
        again.merchants.ledger('DEMO1001'),
        again.ledger.check(),
      ]),
    ).toEqual(before);
    expect((await callerOf(again).payin({ mchOrderNo: 'A' })).data).toMatchObject({
      orderNo: paid,
      duplicate: true,
    });
    await again.payouts.complete(payout);
    expect(await again.ledger.check()).toMatchObject({ balanced: true });
  });

  it('a restart keeps settings and merchants that were changed at run time', async () => {
    const { gateway, restart } = await runs({ merchants: [shop] }, { merchants: [shop] });
    await gateway.settings.update({
      usdtRate: null,
      orderValidityMinutes: 7,
      latePayments: 'refuse',
      failedPayinCallback: false,
      rateLimitPerMinute: 77,
      signatureLock: { failures: 3, windowSeconds: 33, lockSeconds: 333 },
      maintenance: true,
      providerAvailable: false,
    });
    await gateway.merchants.update('SHOP', {
      mchKey: 'new-key',
      suspended: true,
      limits: { payinMin: '300.00' },
    });
    const made = await gateway.createMerchant({ callbackFormat: 'form' });
    const settings = await gateway.settings.get();
    const merchants = await gateway.merchants.list();
    const again = await restart();
    expect(await again.settings.get()).toEqual(settings);
    expect(await again.merchants.list()).toEqual(merchants);
    expect(await again.merchants.get(made.mchId)).toEqual(made);
  });

  it('a restart applies changes in the configuration but keeps all other stored values', async () => {
    const { gateway, restart } = await runs(
      {
        merchants: [{ ...shop, usdtEnabled: true }],
        settings: { orderValidityMinutes: 10, usdtRate: '80.0000' },
      },
      {
        merchants: [{ ...shop, mchKey: 'edited', usdtEnabled: true, callbackUrl: 'http://a.example/' }],
        settings: { orderValidityMinutes: 20, usdtRate: '80.0000' },
      },
    );
    await gateway.settings.update({ orderValidityMinutes: 15, usdtRate: '85.0000', maintenance: true });
    await gateway.merchants.update('SHOP', { usdtEnabled: false, suspended: true });
    const again = await restart();
    expect(await again.settings.get()).toMatchObject({
      orderValidityMinutes: 20,
      usdtRate: '85.0000',
      maintenance: true,
    });
    expect(await again.merchants.get('SHOP')).toMatchObject({
      mchKey: 'edited',
      callbackUrl: 'http://a.example/',
      usdtEnabled: false,
      suspended: true,
    });
  });

  it('a restart applies a changed limit but keeps the values that a client changed at run time', async () => {
    const { gateway, restart } = await runs(
      {
        merchants: [{ ...shop, limits: { payinMin: '100.00', payinMax: '900.00' } }],
        settings: { signatureLock: { failures: 5, lockSeconds: 60 } },
      },
      {
        merchants: [{ ...shop, limits: { payinMin: '100.00', payinMax: '800.00' } }],
        settings: { signatureLock: { failures: 6, lockSeconds: 60 } },
      },
    );
    await gateway.merchants.update('SHOP', { limits: { payinMin: '150.00', payoutMin: '600.00' } });
    await gateway.settings.update({ signatureLock: { lockSeconds: 30 } });
    const again = await restart();
    expect((await again.merchants.get('SHOP')).limits).toMatchObject({
      payinMin: '150.00',
      payinMax: '800.00',
      payoutMin: '600.00',
    });
    expect((await again.settings.get()).signatureLock).toEqual({
      failures: 6,
      windowSeconds: 600,
      lockSeconds: 30,
    });
  });

  it('a restart restores the default of a value that was removed from the configuration', async () => {
    const { restart } = await runs(
      {
        merchants: [
          { ...shop, callbackUrl: 'http://a.example/', ipAllowList: [], limits: { payinMin: '100.00' } },
        ],
        settings: { maintenance: true, signatureLock: { failures: 2 } },
      },
      { merchants: [shop] },
    );
    const again = await restart();
    expect(await again.settings.get()).toMatchObject({ maintenance: false, signatureLock: { failures: 10 } });
    expect(await again.merchants.get('SHOP')).toMatchObject({
      callbackUrl: null,
      ipAllowList: ['127.0.0.1', '::1'],
      limits: { payinMin: '200.00' },
    });
  });

  it('a restart never sets a stored wallet to the opening balance [contract:control.opening-balance]', async () => {
    const { gateway, restart } = await runs(
      { merchants: [{ ...shop, balance: '1000.00' }] },
      {
        merchants: [
          { ...shop, balance: '9999.00' },
          { mchId: 'NEW', mchKey: 'n', mchSecret: 'n', balance: '5.00' },
        ],
      },
    );
    await gateway.merchants.credit('SHOP', { amount: '0.50' });
    const again = await restart();
    expect(await again.merchants.wallet('SHOP')).toMatchObject({ available: '1000.50' });
    expect(await again.merchants.wallet('NEW')).toMatchObject({ available: '5.00' });
    expect(await again.ledger.check()).toMatchObject({ balanced: true });
  });

  it('a restart after a crash repeats the interrupted deliveries', async () => {
    const [db, left] = [temporaryFile(), temporaryFile()];
    const under = Promise.withResolvers<void>();
    const sender: GatewayOptions['sender'] = (_, signal) => {
      under.resolve();
      const aborted = { ...answered, failure: 'aborted' } as const;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(aborted)));
    };
    const gateway = await openGateway({ db, sender });
    await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://merchant.example/' });
    await gateway.payins.pay(await new Orders(gateway).payin());
    await under.promise;
    // Copy the files, because the copies are the state that a kill would leave.
    for (const end of ['', '-wal']) copyFileSync(db + end, left + end);
    const network = new ScriptedNetwork();
    const again = await reopenGateway(left, { sender: network.send });
    expect(await again.callbacks.settle()).toEqual({ settled: true, pending: 0 });
    expect(network.sent).toHaveLength(1);
  });

  it('after a restart, the default merchant is the first merchant of the configuration, whichever merchants are stored', async () => {
    const { gateway, restart } = await runs({}, { merchants: [shop] });
    expect(gateway.merchant.mchId).toBe('DEMO1001');
    const again = await restart();
    expect(again.merchant).toEqual(shop);
    expect(await callerOf(again).payin()).toMatchObject({ status: 200 });
  });

  it('a restart fails and names the configuration key if the configuration contradicts the stored state', async () => {
    const { gateway, restart } = await runs(
      { merchants: [{ ...shop, limits: { payinMax: '900.00' } }] },
      { merchants: [{ ...shop, limits: { payinMax: '800.00' } }] },
    );
    await gateway.merchants.update('SHOP', { limits: { payinMin: '850.00' } });
    await expect(restart()).rejects.toMatchObject({ name: 'ConfigurationError', key: 'merchants.0.limits' });
  });

  it('a restart fails if the configuration contains a key that another stored merchant uses', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    await gateway.createMerchant({ mchKey: 'taken' });
    await gateway.close();
    await expect(reopenGateway(db, { merchants: [{ ...shop, mchKey: 'taken' }] })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
    expect((await reopenGateway(db)).health()).toMatchObject({ status: 'ok' });
  });

  it('a restart that fails because of its configuration changes nothing', async () => {
    const db = temporaryFile();
    const first = { merchants: [{ ...shop, usdtEnabled: true }], settings: { orderValidityMinutes: 10 } };
    const gateway = await openGateway({ db, ...first });
    await gateway.createMerchant({ mchKey: 'taken' });
    const before = [await gateway.merchants.list(), await gateway.settings.get()];
    await gateway.close();
    const rejected = {
      merchants: [
        { ...shop, usdtEnabled: false },
        { mchId: 'NEW', mchKey: 'new-key', mchSecret: 's' },
        { mchId: 'LAST', mchKey: 'taken', mchSecret: 's' },
      ],
      settings: { orderValidityMinutes: 99 },
    };
    await expect(reopenGateway(db, rejected)).rejects.toMatchObject({
      name: 'ConfigurationError',
      key: 'merchants.2.mchKey',
    });
    const again = await reopenGateway(db, first);
    expect([await again.merchants.list(), await again.settings.get()]).toEqual(before);
  });

  it('a restart writes nothing if the configuration is invalid', async () => {
    const db = temporaryFile();
    const merchants = [{ ...shop, mchKey: '' }];
    await expect(openGateway({ db, merchants })).rejects.toMatchObject({
      name: 'ConfigurationError',
      key: 'merchants.0.mchKey',
    });
    expect(existsSync(db)).toBe(false);
  });

  it('a restart fails while another gateway uses the file', async () => {
    const db = temporaryFile();
    await openGateway({ db });
    await expect(reopenGateway(db)).rejects.toMatchObject({ name: 'StoreError', code: 'store_locked' });
  });
});

describe('configuration of a restart', () => {
  const a = { mchId: 'A', mchKey: 'key-a', mchSecret: 's-a', balance: '10.00' };
  const b = { mchId: 'B', mchKey: 'key-b', mchSecret: 's-b', balance: '20.00' };
  const c = { mchId: 'C', mchKey: 'key-c', mchSecret: 's-c' };

  async function restarted(
    merchants: readonly (typeof a | typeof c)[],
    change?: (gateway: MockGateway) => Promise<unknown>,
  ) {
    const db = temporaryFile();
    const gateway = await openGateway({ db, merchants: [a, b] });
    await change?.(gateway);
    await gateway.close();
    const notices: string[] = [];
    const open = () =>
      reopenGateway(db, { merchants: [...merchants], onNotice: (notice) => notices.push(notice) });
    return { open, notices };
  }

  it.each([
    [
      'two merchants swap',
      [
        { ...a, mchKey: 'key-b' },
        { ...b, mchKey: 'key-a' },
      ],
    ],
    [
      'three merchants rotate',
      [
        { ...a, mchKey: 'key-b' },
        { ...b, mchKey: 'key-c' },
        { ...c, mchKey: 'key-a' },
      ],
    ],
    ['a new merchant replaces another', [{ ...c, mchKey: 'key-a' }, { ...a, mchKey: 'key-new' }, b]],
  ])('the configuration of a restart may reassign merchant keys (%s)', async (_, merchants) => {
    const { open } = await restarted(merchants);
    const gateway = await open();
    for (const keys of merchants) {
      expect(await gateway.merchants.get(keys.mchId)).toMatchObject({ mchKey: keys.mchKey });
      expect((await callerOf(gateway, keys).payin()).status).toBe(200);
    }
  });

  it('a restart rejects a configuration whose merchant key contradicts a stored merchant', async () => {
    const { open } = await restarted(
      [
        { ...b, mchKey: 'key-a' },
        { ...a, mchKey: 'key-b' },
        { ...c, mchKey: 'taken' },
      ],
      (gateway) => gateway.createMerchant({ mchId: 'OTHER', mchKey: 'taken' }),
    );
    const rejected = { name: 'ConfigurationError', key: 'merchants.2.mchKey' };
    await expect(open()).rejects.toMatchObject(rejected);
    await expect(open()).rejects.toMatchObject(rejected);
  });

  it('the configuration of a restart changes no wallet, even if its balance differs [contract:control.opening-balance]', async () => {
    const { open, notices } = await restarted([a, { ...b, balance: '99.00' }]);
    const gateway = await open();
    expect(notices).toEqual([
      expect.stringMatching(/^merchants\.1\.balance .*the wallet of B is already stored/),
    ]);
    expect(await gateway.merchants.wallet('B')).toMatchObject({ available: '20.00' });
    await gateway.close();
    await open();
    expect(notices).toHaveLength(1);
  });

  it('a different balance in the configuration causes a process warning if onNotice is missing', async () => {
    const db = temporaryFile();
    await (await openGateway({ db, merchants: [a] })).close();
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    await reopenGateway(db, { merchants: [{ ...a, balance: '11.00' }] });
    expect(await warned).toMatchObject({ name: 'InrgateGatewayNotice' });
  });
});

describe('close of a gateway', () => {
  it('a closing gateway waits until the order of a running request is on disk [contract:serve.end]', async () => {
    const db = temporaryFile();
    const gateway = await listenGateway({ db });
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'delay', ms: 200 } });
    const asked = callerOf(gateway).payin();
    await Promise.all([gateway.close(), gateway.close()]);
    const answer = await asked;
    expect(answer).toMatchObject({ status: 200 });
    const again = await reopenGateway(db);
    expect((await again.payins.list()).items).toMatchObject([{ orderNo: answer.data['orderNo'] }]);
  });

  it('a gateway closes in bounded time, even while a response hangs [contract:serve.end]', async () => {
    const gateway = await listenGateway();
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'hang' } });
    const told = new Promise<void>((resolve) => {
      gateway.events.subscribe(() => resolve());
    });
    const hung = expect(fetch(`${gateway.baseUrl}/payin`, { method: 'POST' })).rejects.toThrow();
    await told;
    const started = performance.now();
    await gateway.close();
    await hung;
    // If the gateway did not close, the request would never end.
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('a gateway closes once, even if close is called twice simultaneously', async () => {
    const gateway = await listenGateway({ db: temporaryFile() });
    await Promise.all([gateway.close(), gateway.close()]);
    await gateway.close();
    await expect(fetch(gateway.url)).rejects.toThrow();
  });

  it('closing a gateway aborts a hanging in-process call', async () => {
    const gateway = await openGateway();
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'hang' } });
    const hung = callerOf(gateway).payin();
    await Promise.all([expect(hung).rejects.toThrow('the gateway was closed'), gateway.close()]);
  });
});

describe('reset', () => {
  it('two simultaneous resets run in sequence', async () => {
    const gateway = await openGateway({ merchants: [shop] });
    await new Orders(gateway).payin();
    await Promise.all([gateway.reset(), gateway.reset(), gateway.reset()]);
    expect((await gateway.merchants.list()).items).toHaveLength(1);
    expect((await gateway.payins.list()).items).toEqual([]);
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
  });

  it('a reset ends a running advance of the clock', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    for (let made = 0; made < 20; made++) {
      await orders.payin();
      await gateway.clock.advance('1s');
    }
    const advanced = gateway.clock.advance('1d').catch((error: unknown) => error);
    await gateway.reset();
    await advanced;
    expect(gateway.clock.get().mode).toBe('running');
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 200 });
  });
});
