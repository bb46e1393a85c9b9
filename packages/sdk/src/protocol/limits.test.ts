import { describe, expect, it } from 'vitest';
import {
  accountNumberPattern,
  bodyLimit,
  callbackRetryDelaysMs,
  callbackTimeoutMs,
  clientRefMaxLength,
  defaultLimits,
  extraMaxLength,
  ifscPattern,
  mchOrderNoPattern,
  noteMaxLength,
  orderValidityMinutes,
  rateLimitPerMinute,
  upiIdPattern,
  usdtAddressPattern,
} from './limits.ts';
import { formatAmount } from './money.ts';

describe('limits', () => {
  it('the limits match the specification [spec:limits.callback-timeout] [spec:limits.callback-retries]', () => {
    const { payinMin, payinMax, payoutMin, payoutMax, payoutDaily } = defaultLimits;
    expect([payinMin, payinMax, payoutMin, payoutMax, payoutDaily].map(formatAmount)).toEqual([
      '200.00',
      '50000.00',
      '500.00',
      '200000.00',
      '200000.00',
    ]);
    expect({ orderValidityMinutes, rateLimitPerMinute, bodyLimit }).toEqual({
      orderValidityMinutes: 30,
      rateLimitPerMinute: 120,
      bodyLimit: 65_536,
    });
    expect([extraMaxLength, noteMaxLength, clientRefMaxLength]).toEqual([255, 255, 120]);
    expect(callbackTimeoutMs).toBe(8_000);
    expect(callbackRetryDelaysMs).toEqual([60_000, 300_000, 900_000, 3_600_000, 21_600_000]);
  });
});

describe.each<[string, RegExp, readonly string[], readonly string[]]>([
  [
    'mchOrderNo',
    mchOrderNoPattern,
    ['a', 'A_b-1.2:3#4/5', 'x'.repeat(100)],
    ['', 'x'.repeat(101), 'a b', 'a\n', 'é', 'a+b', 'a&b', '１'],
  ],
  [
    'accountNumber',
    accountNumberPattern,
    ['123456', '0'.repeat(20)],
    ['12345', '1'.repeat(21), '12345a', '١٢٣٤٥٦'],
  ],
  [
    'ifsc',
    ifscPattern,
    ['HDFC0001234', 'SBIN0000300', 'UTIB0001617', 'KKBK0000261', 'hdfc0001234'],
    ['HDFCO001234', 'HDFC000123', 'HDFC00012345', 'HD1C0001234', 'HDFC0001234\n', ' HDFC0001234'],
  ],
  [
    'upiId',
    upiIdPattern,
    ['asha@okhdfcbank', 'a.b-c_1@ybl'],
    ['a@ybl', 'asha', 'asha@', '@ybl', 'asha@1bl', 'asha@y', 'a b@ybl', 'asha@ok@ybl'],
  ],
  [
    'usdtAddress',
    usdtAddressPattern,
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
    [
      '',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      'AR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60',
    ],
  ],
])('the pattern of %s', (_name, pattern, good, bad) => {
  it('the pattern accepts the valid values', () => {
    expect(good.filter((text) => !pattern.test(text))).toEqual([]);
  });

  it('the pattern rejects the invalid values', () => {
    expect(bad.filter((text) => pattern.test(text))).toEqual([]);
  });
});
