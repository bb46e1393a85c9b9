import { expect, it } from 'vitest';
import { configOf } from './observed.ts';

it('behaviour that a mock gateway has anyway is not saved [contract:check-gateway.config]', () => {
  expect(
    configOf({ orderValidityMinutes: 30, usdtRate: '90.0000', payinMin: '200.00', usdtEnabled: true }),
  ).toEqual({});
});

it('account values go to the demo merchant, gateway values to the settings [contract:check-gateway.config]', () => {
  expect(
    configOf({ payinMax: '40000.00', usdtEnabled: false, usdtRate: null, latePayments: 'refuse' }),
  ).toEqual({
    merchants: [
      {
        ...{ mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret', balance: '100000.00' },
        ...{ usdtEnabled: false, limits: { payinMax: '40000.00' } },
      },
    ],
    settings: { usdtRate: null, latePayments: 'refuse' },
  });
});
