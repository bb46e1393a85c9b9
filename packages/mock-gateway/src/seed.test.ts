import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { createMockGateway } from './gateway.ts';
import { firstMchId, parseConfig } from './seed.ts';

const shop = { mchId: 'SHOP', mchKey: 'hush-key', mchSecret: 'hush-secret' };

type Config = Parameters<typeof parseConfig>[0];

describe('seed configuration', () => {
  it('a configuration stores amounts in paise and USDT rates in 1/10,000 rupee', () => {
    const parsed = parseConfig({
      merchants: [{ ...shop, balance: '12.34', limits: { payinMin: '1.00' } }],
      settings: { usdtRate: '90.5000' },
    });
    expect(parsed.merchants?.[0]).toMatchObject({ balance: 1_234n, limits: { payinMin: 100n } });
    expect(parsed.settings?.usdtRate).toBe(905_000n);
    expect(parseConfig({})).toEqual({});
  });

  it.each([
    [{ merchants: [] }, 'merchants'],
    [{ merchants: [{ mchId: 'X' }] }, 'merchants.0.mchKey'],
    [{ merchants: [shop, { ...shop, mchKey: 'other' }] }, 'merchants.1.mchId'],
    [{ merchants: [shop, { ...shop, mchId: 'OTHER' }] }, 'merchants.1.mchKey'],
    [{ merchants: [{ ...shop, callbackUrl: 'hush://x' }] }, 'merchants.0.callbackUrl'],
    [{ merchants: [{ ...shop, limits: { payinMin: '9.00', payinMax: '8.00' } }] }, 'merchants.0.limits'],
    [{ merchants: [{ ...shop, limits: { payinMin: '60000.00' } }] }, 'merchants.0.limits'],
    [{ settings: { usdtRate: 'hush' } }, 'settings.usdtRate'],
    [{ settings: { signatureLock: { failures: 0 } } }, 'settings.signatureLock.failures'],
    [{ setting: {} }, 'setting'],
    [[], ''],
    ['hush', ''],
  ])(
    'for an invalid configuration (%#), the gateway reports the first invalid key and the expected value [contract:config.errors]',
    (config, key) => {
      try {
        parseConfig(config as Config);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigurationError);
        expect(error).toMatchObject({ name: 'ConfigurationError', code: 'invalid_config', key });
        expect(String(error)).not.toContain('hush');
        expect((error as Error).message.startsWith(key === '' ? '' : `${key}: `)).toBe(true);
      }
    },
  );

  it('the gateway reports all issues of an invalid configuration in one error [contract:config.errors]', () => {
    const limits = { payinMin: '9.00', payinMax: '8.00', payoutMin: 5 };
    const merchants = [{ ...shop, mchSecret: 1, limits }, shop, { mchId: 'X', colour: 'hush' }];
    expect.assertions(2);
    try {
      parseConfig({ merchants, settings: { usdtRate: 'hush', maintenance: 'hush' } } as unknown as Config);
    } catch (error) {
      const { issues, message } = error as ConfigurationError;
      expect(issues.map(({ key }) => key)).toEqual([
        'merchants.0.mchSecret',
        'merchants.0.limits.payoutMin',
        'merchants.2.mchKey',
        'merchants.2.mchSecret',
        'merchants.2.colour',
        'settings.usdtRate',
        'settings.maintenance',
        'merchants.1.mchId',
        'merchants.1.mchKey',
        'merchants.0.limits',
      ]);
      expect(message.split('\n')).toEqual(issues.map(({ key, expected }) => `${key}: ${expected}`));
    }
  });

  it('the default merchant is the first merchant of a configuration, or the demo merchant', () => {
    expect(firstMchId({ merchants: [shop, { ...shop, mchId: 'B' }] })).toBe('SHOP');
    expect(firstMchId({})).toBe('DEMO1001');
  });

  it('later changes by the caller do not affect a configuration', async () => {
    const merchants = [{ ...shop, ipAllowList: ['10.0.0.1'] }];
    const gateway = await createMockGateway({ merchants });
    merchants[0]?.ipAllowList.push('10.0.0.2');
    merchants.push({ ...shop, mchId: 'LATER', ipAllowList: [] });
    await gateway.reset();
    const { items } = await gateway.merchants.list();
    await gateway.close();
    expect(items).toMatchObject([{ mchId: 'SHOP', ipAllowList: ['10.0.0.1'] }]);
    expect(items).toHaveLength(1);
  });
});
