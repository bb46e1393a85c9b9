import type { GatewayReport } from '@inrgate/conformance';
import { describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../src/index.ts';
import { check, finding, found, itReports, opened } from './check-gateway.ts';
import { deviations } from './deviations.ts';

// Test only every fifteenth deviation, because the traffic check tries all of them with the same judge.
describe('deviating responses', () => itReports(deviations.filter((_, at) => at % 15 === 0)));

/** Gateways that interpret requests differently. */
const readings: readonly {
  readonly name: string;
  readonly clause: string;
  /** Method of the requests that the difference affects, by default POST. */
  readonly method?: string;
  readonly change: (init: RequestInit, text: string) => RequestInit;
}[] = [
  {
    name: 'a lower-case signature is accepted',
    clause: 'reading:params.upper-case-sign',
    change: (init, text) => ({
      ...init,
      body: text.replace(/"sign":"([0-9a-f]{32})"/, (_, sign) => `"sign":"${sign.toUpperCase()}"`),
    }),
  },
  {
    name: 'JSON numbers are amounts',
    clause: 'reading:params.amount',
    change: (init, text) => ({ ...init, body: text.replace('"amount":1.00', '"amount":"1.00"') }),
  },
  {
    name: 'the content type does not matter',
    clause: 'reading:order.5',
    change: (init, text) => ({
      ...init,
      body: text,
      headers: {
        'content-type': text.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded',
      },
    }),
  },
  {
    name: 'every method returns the response of POST',
    clause: 'spec:errors.use_post',
    method: 'PUT',
    change: (init, text) => ({ ...init, method: 'POST', body: text }),
  },
  {
    name: 'a body may be of any size',
    clause: 'spec:errors.payload_too_large',
    change: (init, text) => (text.length > 65_536 ? { ...init, body: '{}' } : init),
  },
];

describe('another interpretation of the requests', () => {
  it.each(readings)(
    'the gateway check reports the interpretation "$name": $clause',
    async ({ clause, change, method = 'POST' }) => {
      const gateway = await opened();
      const report = await check(gateway, {}, (path, init = {}) => {
        const text = init.body === undefined ? '' : Buffer.from(init.body as Uint8Array).toString();
        const isOurs = path.startsWith('/v3') && init.method === method && !/[^\x20-\x7e\n]/.test(text);
        return gateway.fetch(gateway.url + path, isOurs ? change(init, text) : init);
      });
      expect(found(report)).toContain(finding(clause));
    },
  );
});

/** Gateways that each violate one rule. */
const rules = [
  ['late payments are rejected', { settings: { latePayments: 'refuse' } }, 'spec:states.payin.late'],
  [
    'a failed pay-in sends no callback',
    { settings: { failedPayinCallback: false } },
    'reading:states.failed-callback',
  ],
  ['the limit is 60 calls per minute', { settings: { rateLimitPerMinute: 60 } }, 'spec:limits.rate'],
  ['the number of calls is unlimited', { settings: { rateLimitPerMinute: null } }, 'spec:limits.rate'],
  [
    'five wrong signatures lock an IP address',
    { settings: { signatureLock: { failures: 5 } } },
    'reading:order.4',
  ],
  ['wrong signatures lock no IP address', { settings: { signatureLock: null } }, 'spec:limits.lock'],
] as const satisfies readonly (readonly [string, GatewayOptions, string])[];

describe('different rule of the gateway', () => {
  it.each(rules)(
    'the gateway check reports a gateway where %s',
    { timeout: 60_000 },
    async (_, config, clause) => {
      const report = await check(await opened(config), { level: 'mock', requestsPerMinute: 1_000_000 });
      expect(found(report)).toContain(finding(clause));
    },
  );

  it.each([
    ['altered', { kind: 'tamper' }, 'spec:events.signed'],
    ['not sent', { kind: 'drop' }, 'spec:service.payin'],
    ['sent twice', { kind: 'duplicate' }, 'spec:delivery.1'],
  ] as const)(
    'the gateway check reports callbacks that are %s',
    { timeout: 60_000 },
    async (_, action, clause) => {
      const gateway = await opened();
      await gateway.faults.add({ endpoint: 'callback', phase: 'before', action });
      const report = await check(gateway, { level: 'mock' });
      expect(found(report)).toContain(finding(clause));
    },
  );
});

describe('differences of a gateway', () => {
  const merchants = [
    {
      ...{
        mchId: 'SHOP1',
        mchKey: 'key-that-stays-secret',
        mchSecret: 'secret-that-stays-too',
        balance: '100000.00',
      },
      ...{ usdtEnabled: false, limits: { payinMin: '300.00', payinMax: '40000.00' } },
    },
  ];

  it('the check at the level smallest saves how an account differs from the defaults, as a mock gateway configuration', async () => {
    const other = await opened({ merchants, settings: { orderValidityMinutes: 45 } });
    const options = { level: 'smallest', payinAmount: '300.00' } as const;
    const report = await check(other, options);
    expect(report.config).toEqual({
      merchants: [
        {
          ...{
            mchId: 'DEMO1001',
            mchKey: 'demo-mch-key',
            mchSecret: 'demo-mch-secret',
            balance: '100000.00',
          },
          ...{ usdtEnabled: false, limits: { payinMin: '300.00', payinMax: '40000.00' } },
        },
      ],
      settings: { orderValidityMinutes: 45 },
    });
    const alike = await check(await opened(report.config), options);
    expect(alike.config).toEqual(report.config);
    expect(statuses(alike)).toEqual(statuses(report));
  });

  it('the check at the level mock saves how a gateway differs from the defaults, as a configuration', {
    timeout: 60_000,
  }, async () => {
    const settings = {
      ...{
        usdtRate: '84.5000',
        orderValidityMinutes: 15,
        latePayments: 'refuse' as const,
        failedPayinCallback: false,
      },
      ...{ rateLimitPerMinute: 200, signatureLock: { failures: 6, lockSeconds: 300 } },
    } satisfies GatewayOptions['settings'];
    // Freeze the clock, so only the check moves it. The gateway reports the end of a lock in whole seconds.
    const clock = { mode: 'frozen' } as const;
    const report = await check(await opened({ clock, settings }), { level: 'mock' });
    expect(report.config).toEqual({ settings });
    const alike = await check(await opened({ clock, ...report.config }), { level: 'mock' });
    expect(alike.config).toEqual(report.config);
    expect(statuses(alike)).toEqual(statuses(report));
  });

  it('a gateway without differences leads to an empty configuration', async () => {
    const { config } = await check(await opened(), { level: 'smallest' });
    expect(config).toEqual({});
  });

  function statuses({ checks }: GatewayReport): readonly string[] {
    return checks.map(({ id, status, message }) => `${status} ${id} ${status === 'pass' ? '' : message}`);
  }
});
