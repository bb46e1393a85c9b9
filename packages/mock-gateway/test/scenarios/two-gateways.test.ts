import { describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayOptions } from '../../src/index.ts';
import { openStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { afterStart, hour, minute } from './harness.ts';
import { holding, openSlowGateway, pausing, turns } from './slow-store.ts';

function sharedStore(): Store {
  const store = openStore(null);
  onTestFinished(() => store.close());
  return store;
}

const shop = { mchId: 'SHOP', mchKey: 'key-of-shop', mchSecret: 'secret-of-shop' };

async function twoGateways(options: GatewayOptions = {}) {
  const store = sharedStore();
  return [await openSlowGateway(options, store), await openSlowGateway(options, store), store] as const;
}

describe('simultaneous first starts', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'two simultaneous first starts store one configuration, in any order (%i)',
    async (seed) => {
      const store = sharedStore();
      pausing(turns(seed));
      const starts = [1, 2].map(() => openSlowGateway({ merchants: [{ ...shop, balance: '5.00' }] }, store));
      await Promise.all(starts);
      expect((await store.merchants.all()).map(({ mchId, version }) => [mchId, version])).toEqual([
        ['SHOP', 1],
      ]);
      expect((await store.ledger.wallet('SHOP')).available).toBe(500n);
      expect((await store.config())?.version).toBe(1);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'two simultaneous first starts store the parts of both configurations (%i)',
    async (seed) => {
      const store = sharedStore();
      pausing(turns(seed));
      await Promise.all([
        openSlowGateway({ merchants: [shop], settings: { orderValidityMinutes: 7 } }, store),
        openSlowGateway(
          {
            merchants: [{ ...shop, mchId: 'OTHER', mchKey: 'key-of-other' }],
            settings: { usdtRate: '85.0000' },
          },
          store,
        ),
      ]);
      expect((await store.merchants.all()).map(({ mchId }) => mchId).toSorted()).toEqual(['OTHER', 'SHOP']);
      expect((await store.config())?.version).toBe(2);
    },
  );
});

describe('start with a shared store', () => {
  it('a start with the configuration of the last start writes nothing to the store', async () => {
    const [, , store] = await twoGateways({ merchants: [shop] });
    expect((await store.config())?.version).toBe(1);
    expect((await store.settings())?.version).toBe(1);
    expect((await store.merchants.get('SHOP'))?.version).toBe(1);
  });

  it('a start uses a merchant that another instance creates during the start', async () => {
    const [first, , store] = await twoGateways();
    const held = holding('merchants.get', 'after');
    pausing(held.pause);
    const starting = openSlowGateway({ merchants: [shop] }, store);
    await held.reached;
    await first.merchants.create({ ...shop, callbackFormat: 'form', balance: '7.00' });
    held.release();
    await starting;
    expect(await store.merchants.get('SHOP')).toMatchObject({ callbackFormat: 'form' });
    expect((await store.ledger.wallet('SHOP')).available).toBe(700n);
  });

  it('the error of a failed start names the stored merchant that already uses the API Key', async () => {
    const [first, , store] = await twoGateways();
    await first.merchants.create({ ...shop, mchId: 'HOLDER' });
    const wanted = { ...shop, mchId: 'NEW' };
    await expect(
      openSlowGateway({ merchants: [{ ...shop, mchId: 'FREE', mchKey: 'free' }, wanted] }, store),
    ).rejects.toMatchObject({ code: 'invalid_config', key: 'merchants.1.mchKey' });
  });
});

describe('simultaneous changes through two instances', () => {
  it('the store keeps all simultaneous changes to the settings through two instances', async () => {
    const [one, two, store] = await twoGateways();
    pausing(turns(3));
    await Promise.all([
      one.settings.update({ orderValidityMinutes: 7 }),
      two.settings.update({ maintenance: true }),
      one.settings.update({ usdtRate: null }),
      two.settings.update({ latePayments: 'refuse' }),
    ]);
    expect((await store.settings())?.value).toMatchObject({
      orderValidityMinutes: 7,
      maintenance: true,
      usdtRate: null,
      latePayments: 'refuse',
    });
  });

  it('the store keeps all simultaneous changes to a merchant through two instances', async () => {
    const [one, two, store] = await twoGateways({ merchants: [shop] });
    pausing(turns(5));
    await Promise.all([
      one.merchants.update('SHOP', { suspended: true }),
      two.merchants.update('SHOP', { callbackFormat: 'form' }),
      one.merchants.update('SHOP', { usdtEnabled: false }),
      two.merchants.update('SHOP', { mchKey: 'another-key' }),
    ]);
    expect(await store.merchants.get('SHOP')).toMatchObject({
      suspended: true,
      callbackFormat: 'form',
      usdtEnabled: false,
      mchKey: 'another-key',
    });
    await one.merchants.create({ mchKey: 'taken' });
    await expect(two.merchants.update('SHOP', { mchKey: 'taken' })).rejects.toMatchObject({
      code: 'already_exists',
    });
  });

  it('simultaneous clock moves through two instances never set the clock back', async () => {
    const [one, two, store] = await twoGateways();
    await one.clock.advance('6h');
    expect(await two.clock.freeze()).toMatchObject({ now: afterStart(6 * hour), mode: 'frozen' });
    await two.clock.advance('1h');
    expect((await one.clock.advance('1m')).now).toBe(afterStart(7 * hour + minute));
    await two.clock.resume();
    const kept = (await store.clock())?.value;
    expect(kept?.frozenAt).toBeNull();
    expect(Date.now() + (kept?.offset ?? 0)).toBeGreaterThanOrEqual(
      Date.parse(afterStart(7 * hour + minute)),
    );
  });
});
