import type { Destination } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { aMerchant } from '../../test/builders.ts';
import { defaultSettings } from '../configuration/options.ts';
import { refusePayin, refusePayout } from './eligibility.ts';

const bank: Destination = {
  payType: 'bank',
  bankCode: 'HDFC Bank',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};
const upi: Destination = { payType: 'upi', upiId: 'asha@okhdfcbank' };
const usdt: Destination = { payType: 'usdt', usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };

describe('eligibility of a pay-in', () => {
  const check = (amount: bigint, tradeType: 'INRUPI' | 'usdt', merchant = {}, settings = {}) =>
    refusePayin({ amount, tradeType }, aMerchant(merchant), { ...defaultSettings, ...settings });

  it.each([
    [19_999n, 'amount_range'],
    [20_000n, null],
    [5_000_000n, null],
    [5_000_001n, 'amount_range'],
  ] as const)('the eligibility check of a pay-in of %s paise returns %s', (amount, rejection) =>
    expect(check(amount, 'INRUPI')).toBe(rejection),
  );

  it('a pay-in requires its method, a channel and, for USDT, a rate', () => {
    expect(check(50_000n, 'INRUPI', { inrEnabled: false })).toBe('method_not_allowed');
    expect(check(50_000n, 'usdt', { usdtEnabled: false })).toBe('method_not_allowed');
    expect(check(50_000n, 'usdt', {}, { usdtRate: null })).toBe('rate_unavailable');
    expect(check(50_000n, 'INRUPI', {}, { usdtRate: null })).toBeNull();
    expect(check(50_000n, 'INRUPI', {}, { providerAvailable: false })).toBe('provider_unavailable');
  });

  it('a pay-in with two issues reports the first issue in the order method, range, channel, rate', () => {
    expect(check(1n, 'usdt', { usdtEnabled: false })).toBe('method_not_allowed');
    expect(check(1n, 'usdt', {}, { providerAvailable: false })).toBe('amount_range');
    expect(check(50_000n, 'usdt', {}, { providerAvailable: false, usdtRate: null })).toBe(
      'provider_unavailable',
    );
  });
});

describe('eligibility of a payout', () => {
  it.each([
    [49_999n, 'amount_range'],
    [50_000n, null],
    [20_000_000n, null],
    [20_000_001n, 'amount_range'],
  ] as const)('the eligibility check of a payout of %s paise returns %s', (amount, rejection) =>
    expect(refusePayout({ amount, destination: upi }, aMerchant())).toBe(rejection),
  );

  it('a payout requires only the method of its destination', () => {
    const check = (destination: Destination, merchant: object) =>
      refusePayout({ amount: 50_000n, destination }, aMerchant(merchant));
    for (const destination of [bank, upi]) {
      expect(check(destination, { inrEnabled: false })).toBe('method_not_allowed');
      expect(check(destination, { usdtEnabled: false })).toBeNull();
    }
    expect(check(usdt, { usdtEnabled: false })).toBe('method_not_allowed');
    expect(check(usdt, { inrEnabled: false })).toBeNull();
  });

  it('a payout with two issues reports the first issue in the order method, destination, range', () => {
    const wrong: Destination = { payType: 'usdt', usdtAddress: 'nowhere' };
    expect(refusePayout({ amount: 1n, destination: wrong }, aMerchant({ usdtEnabled: false }))).toBe(
      'method_not_allowed',
    );
    expect(refusePayout({ amount: 1n, destination: wrong }, aMerchant())).toBe('address_invalid');
  });
});
