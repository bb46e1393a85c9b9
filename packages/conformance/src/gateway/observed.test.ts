import { expect, it } from 'vitest';
import { configOf } from './observed.ts';

it('a saved configuration omits values that are defaults of the mock gateway [contract:check-gateway.config]', () => {
  expect(
    configOf({ orderValidityMinutes: 30, usdtRate: '90.0000', payinMin: '200.00', usdtEnabled: true }),
  ).toEqual({});
});

it('a saved configuration stores account values for the demo merchant and gateway values in the settings [contract:check-gateway.config]', () => {
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
