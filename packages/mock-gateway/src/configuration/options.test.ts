import { describe, expect, it } from 'vitest';
import { wholeConfig } from '../../../../test/wrong-inputs.ts';
import { aMerchant } from '../../test/builders.ts';
import { configSchema, defaultSettings, mergeMerchant, mergeSettings } from './options.ts';

const merchant = { mchId: 'M1', mchKey: 'k1', mchSecret: 's1' };

function firstIssue(config: unknown): string {
  const [issue] = configSchema.safeParse(config).error?.issues ?? [];
  return issue === undefined ? 'accepted' : `${issue.path.join('.')}: ${issue.message}`;
}

describe('gateway configuration', () => {
  it('the configuration accepts the complete example of the documentation', () => {
    const settings = { ...wholeConfig.settings, usdtRate: null };
    expect(firstIssue({ ...wholeConfig, settings })).toBe('accepted');
    expect(firstIssue({})).toBe('accepted');
  });

  it.each([
    [{ merchants: [{ mchId: 'M1', mchKey: 'k' }] }, 'merchants.0.mchSecret'],
    [{ merchants: [] }, 'merchants: must contain at least one merchant'],
    [
      { merchants: [{ ...merchant, balance: 100000 }] },
      'merchants.0.balance: must be a string with two decimals',
    ],
    [
      { merchants: [{ ...merchant, balance: '1e5' }] },
      'merchants.0.balance: must be a string with two decimals',
    ],
    [
      { merchants: [{ ...merchant, callbackUrl: 'ftp://x' }] },
      'merchants.0.callbackUrl: must be an absolute http',
    ],
    [
      { merchants: [{ ...merchant, callbackUrl: 'http://u:p@x/' }] },
      'merchants.0.callbackUrl: must be an absolute http',
    ],
    [
      { merchants: [{ ...merchant, ipAllowList: ['10.0.0.0/33'] }] },
      'merchants.0.ipAllowList.0: must be an IP address',
    ],
    [
      { merchants: [{ ...merchant, ipAllowList: ['localhost'] }] },
      'merchants.0.ipAllowList.0: must be an IP address',
    ],
    [{ merchants: [merchant, merchant] }, 'merchants.1.mchId: is used by another merchant'],
    [{ settings: { usdtRate: '90' } }, 'settings.usdtRate: must be above zero, with four decimals'],
    [{ settings: { usdtRate: '0.0000' } }, 'settings.usdtRate: must be above zero'],
    [{ settings: { usdtRate: '922337203685478.0000' } }, 'settings.usdtRate: must be above zero'],
    [
      {
        merchants: [{ ...merchant, limits: { payinMax: '922337203.69' } }],
        settings: { usdtRate: '0.0001' },
      },
      'merchants.0.limits: usdtRate 0.0001 is too low for payinMax 922337203.69',
    ],
    [{ settings: { orderValidityMinutes: 0 } }, 'settings.orderValidityMinutes'],
    [{ settings: { latePayment: 'credit' } }, 'settings: Unrecognized key: "latePayment"'],
    ['merchants', ': Invalid input: expected object'],
  ])('the configuration rejects %j', (config, expected) => expect(firstIssue(config)).toContain(expected));

  it.each(['::ffff:127.0.0.1', '::FFFF:7f00:1', '::ffff:10.0.0.0/104', 'fe80::1%eth0'])(
    'the configuration rejects %s on an allow-list, because it would match no client',
    (entry) =>
      expect(firstIssue({ merchants: [{ ...merchant, ipAllowList: [entry] }] })).toContain(
        'merchants.0.ipAllowList.0: must be an IP address',
      ),
  );

  it('the configuration merges given values with the existing values', () => {
    const settings = mergeSettings(defaultSettings, { maintenance: true, signatureLock: { failures: 3 } });
    expect(settings).toEqual({
      ...defaultSettings,
      maintenance: true,
      signatureLock: { ...defaultSettings.signatureLock, failures: 3 },
    });
    const merged = mergeMerchant(aMerchant(), { suspended: true, limits: { payinMin: 1n }, balance: 5n });
    expect(merged).toEqual({
      ...aMerchant(),
      suspended: true,
      limits: { ...aMerchant().limits, payinMin: 1n },
    });
  });
});
