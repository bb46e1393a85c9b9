import { describe, expect, it, onTestFinished } from 'vitest';
import type { Backend, Shared } from '../../src/cluster/shared.ts';
import { openGateway } from '../../src/gateway.ts';
import type { ConfigurationError, GatewayOptions, MockGateway } from '../../src/index.ts';
import { openBackend } from '../../src/open-backend.ts';
import { start } from './harness.ts';

const clock = { now: start, mode: 'frozen' } as const;
const shop = { mchId: 'SHOP', mchKey: 'hush-key', mchSecret: 'hush-secret', balance: '5.00' };
const other = { mchId: 'OTHER', mchKey: 'hush-other-key', mchSecret: 'hush-other-secret' };
const configured: GatewayOptions = {
  merchants: [{ ...shop, limits: { payinMin: '100.00' } }],
  settings: { orderValidityMinutes: 7 },
};

/** Opens a shared backend. The test's own connection keeps the store open. */
async function sharing(): Promise<readonly [Backend, Shared]> {
  const backend = await openBackend({ clock });
  const own = backend.connect({ failed: () => {} });
  onTestFinished(() => own.close());
  return [backend, own];
}

async function startOn(backend: Backend, options: GatewayOptions): Promise<MockGateway> {
  const gateway = await openGateway(options, async () => backend);
  onTestFinished(() => gateway.close());
  return gateway;
}

async function rejectionOf(starting: Promise<unknown>): Promise<ConfigurationError> {
  return starting.then(
    () => expect.unreachable(),
    (error) => error,
  );
}

describe('gateways over one backend [contract:config.one]', () => {
  it('instances that start simultaneously on an empty backend share one configuration', async () => {
    const [backend, { store }] = await sharing();
    const gateways = await Promise.all(Array.from({ length: 10 }, () => startOn(backend, configured)));
    expect([(await store.config())?.version, (await store.settings())?.version]).toEqual([1, 1]);
    expect(await store.merchants.all()).toMatchObject([{ mchId: 'SHOP', version: 1 }]);
    expect((await store.ledger.wallet('SHOP')).available).toBe(500n);
    const seen = await Promise.all(
      gateways.map(async (gateway) => (await gateway.instances.list()).items.length),
    );
    expect(new Set(seen)).toEqual(new Set([10]));
    for (const gateway of gateways) expect(await gateway.ready()).toEqual({ ready: true });
  });

  it('simultaneous starts use the first of two configurations and reject the second', async () => {
    const [backend, { store }] = await sharing();
    const starts = Array.from({ length: 10 }, (_, at) =>
      startOn(backend, { ...configured, settings: { orderValidityMinutes: at % 2 === 0 ? 7 : 8 } }),
    );
    const ends = await Promise.allSettled(starts);
    expect(ends.map(({ status }) => status)).toEqual(
      ends.map((_, at) => (at % 2 === 0 ? 'fulfilled' : 'rejected')),
    );
    expect((await store.settings())?.value.orderValidityMinutes).toBe(7);
    expect((await store.config())?.version).toBe(1);
  });

  it.each<readonly [string, GatewayOptions, readonly (readonly [string, string])[]]>([
    [
      'a setting',
      { ...configured, settings: { orderValidityMinutes: 8 } },
      [['settings.orderValidityMinutes', 'differs from the running configuration']],
    ],
    [
      'a setting that is left out',
      { ...configured, settings: {} },
      [['settings.orderValidityMinutes', 'differs from the running configuration']],
    ],
    [
      'a key',
      { ...configured, merchants: [{ ...shop, mchKey: 'hush-new', limits: { payinMin: '100.00' } }] },
      [['merchants.0.mchKey', 'differs from the running configuration of SHOP']],
    ],
    [
      'a limit',
      { ...configured, merchants: [{ ...shop, limits: { payinMin: '1.00' } }] },
      [['merchants.0.limits.payinMin', 'differs from the running configuration of SHOP']],
    ],
    [
      'an additional merchant',
      { ...configured, merchants: [other, ...(configured.merchants ?? [])] },
      [['merchants.0', 'OTHER is not in the running configuration']],
    ],
    [
      'another merchant',
      { ...configured, merchants: [other] },
      [
        ['merchants.0', 'OTHER is not in the running configuration'],
        ['merchants', 'SHOP is missing, but the running configuration contains it'],
      ],
    ],
    [
      'none',
      {},
      [
        ['merchants', 'SHOP is missing, but the running configuration contains it'],
        ['settings.orderValidityMinutes', 'differs from the running configuration'],
      ],
    ],
  ])(
    'a gateway with another configuration fails to start and reports the difference without a key: %s',
    async (_, options, differences) => {
      const [backend, { store }] = await sharing();
      const running = await startOn(backend, configured);
      const before = [await store.config(), await store.settings(), await store.merchants.all()];
      const rejection = await rejectionOf(startOn(backend, options));
      expect(rejection).toMatchObject({ name: 'ConfigurationError', code: 'invalid_config' });
      expect(rejection.issues.slice(1).map(({ key, expected }) => [key, expected])).toEqual(differences);
      expect(rejection.message).toMatch(/^The running instances on this database use another configuration/);
      expect(rejection.message).not.toContain('hush');
      expect([await store.config(), await store.settings(), await store.merchants.all()]).toEqual(before);
      expect((await running.instances.list()).items).toHaveLength(1);
    },
  );

  it('a gateway starts with the same configuration in another notation', async () => {
    const [backend, { store }] = await sharing();
    const running = await startOn(backend, configured);
    await running.settings.update({ orderValidityMinutes: 9 });
    await running.merchants.update('SHOP', { suspended: true });
    const { mchId, mchKey, mchSecret, balance } = shop;
    const limits = { payinMin: '100.00' };
    const merchants = [{ limits, balance, mchSecret, mchKey, mchId }];
    const second = await startOn(backend, { settings: { orderValidityMinutes: 7 }, merchants });
    expect(await second.settings.get()).toMatchObject({ orderValidityMinutes: 9 });
    expect(await second.merchants.get('SHOP')).toMatchObject({ suspended: true });
    expect((await store.config())?.version).toBe(1);
  });

  it('a gateway that starts after all other instances have ended applies its own configuration', async () => {
    const [backend, { store }] = await sharing();
    const first = await startOn(backend, configured);
    await first.close();
    const second = await startOn(backend, { ...configured, settings: { orderValidityMinutes: 8 } });
    expect(await second.settings.get()).toMatchObject({ orderValidityMinutes: 8 });
    expect((await store.config())?.version).toBe(2);
  });
});
