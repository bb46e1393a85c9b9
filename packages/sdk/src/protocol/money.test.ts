import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatRate,
  formatUsdt,
  isSameAmount,
  MoneyError,
  parseAmount,
  parseLinkAmount,
  parseRate,
  parseUsdt,
  payinFee,
  payoutFee,
  usdtForPaise,
  writtenDecimal,
} from './money.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n });
const rates = fc.bigInt({ min: 1n, max: 10n ** 8n });

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return error instanceof MoneyError ? error.code : `not a MoneyError: ${String(error)}`;
  }
  return undefined;
}

describe('parseAmount [reading:money.integers] [reading:params.amount]', () => {
  it.each([
    ['0.00', 0n],
    ['0.05', 5n],
    ['500.00', 50_000n],
    ['123456789012345678901234567890.12', 12_345_678_901_234_567_890_123_456_789_012n],
  ])('parseAmount reads %s', (text, paise) => {
    expect(parseAmount(text)).toBe(paise);
  });

  it.each([
    '',
    '500',
    '500.0',
    '500.000',
    '5e2',
    ' 500.00',
    '500.00 ',
    '500.00\n',
    '0500.00',
    '00.00',
    '.50',
    '500.',
    '+1.00',
    '-1.00',
    '1,00',
    '1,000.00',
    '0x10.00',
    'NaN',
    'Infinity',
    '１.００',
    '٥.٠٠',
  ])('parseAmount rejects %j', (text) => {
    expect(codeOf(() => parseAmount(text))).toBe('invalid_amount');
  });

  it('parseAmount throws a RangeError with a stable code', () => {
    expect(() => parseAmount('x')).toThrow(RangeError);
    expect(() => parseAmount('x')).toThrow(expect.objectContaining({ name: 'MoneyError' }));
  });
});

describe('a rejected amount', () => {
  it.each([
    ['an amount', () => parseAmount('demo-mch-key'), 'exactly two decimals and no leading zeros'],
    ['an amount of a link', () => parseLinkAmount('demo-mch-key'), 'up to two decimals'],
    ['a USDT amount', () => parseUsdt('demo-mch-key'), 'exactly six decimals'],
    ['a rate', () => parseRate('demo-mch-key'), 'exactly four decimals'],
    ['a negative amount', () => payinFee(-1n), 'an amount must not be negative'],
    ['a rate of zero', () => usdtForPaise(1n, 0n), 'a rate must be above zero'],
  ])('the error for %s describes the expected form without the value', (_what, action, words) => {
    expect(action).toThrow(words);
    expect(action).not.toThrow('demo-mch-key');
  });
});

describe('writtenDecimal', () => {
  it.each([
    ['500', '500.00'],
    ['500.', '500.00'],
    ['500.5', '500.50'],
    ['500.0000', '500.00'],
    ['-1', '-1.00'],
    ['-0.01', '-0.01'],
    ['-0', '0.00'],
    ['500.001', undefined],
    ['0500', undefined],
    ['.5', undefined],
    ['5e2', undefined],
  ])('writtenDecimal with two decimals reads %j as %j', (text, written) => {
    expect(writtenDecimal(text, 2)).toBe(written);
  });

  it('writtenDecimal pads a USDT amount to six decimals', () => {
    expect(writtenDecimal('5.00', 6)).toBe('5.000000');
    expect(writtenDecimal('5.1234567', 6)).toBeUndefined();
  });

  it('writtenDecimal returns undefined for more than forty characters', () => {
    expect(writtenDecimal(`${'1'.repeat(37)}.00`, 2)).toBe(`${'1'.repeat(37)}.00`);
    expect(writtenDecimal(`${'1'.repeat(38)}.00`, 2)).toBeUndefined();
    expect(writtenDecimal('1'.repeat(40), 2)).toBe(`${'1'.repeat(40)}.00`);
    expect(writtenDecimal('1'.repeat(41), 2)).toBeUndefined();
  });
});

describe('isSameAmount', () => {
  it.each([
    ['500', '500.00', true],
    ['500.0', '500.000', true],
    ['500.00', '500.01', false],
    ['500', 'nothing', false],
    ['nothing', '500', false],
    ['nothing', 'nothing', false],
  ])('isSameAmount compares %j with %j: %j', (one, other, same) => {
    expect(isSameAmount(one, other)).toBe(same);
  });
});

describe('parseLinkAmount', () => {
  it.each([
    ['500', 50_000n],
    ['500.5', 50_050n],
    ['500.05', 50_005n],
    ['500.00', 50_000n],
    ['0.5', 50n],
  ])('parseLinkAmount reads %s', (text, paise) => {
    expect(parseLinkAmount(text)).toBe(paise);
  });

  it.each(['', '500.', '500.000', '0500', '5e2', '-5', ' 5', '.5'])('parseLinkAmount rejects %j', (text) => {
    expect(codeOf(() => parseLinkAmount(text))).toBe('invalid_amount');
  });
});

describe('formatAmount', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [50_000n, '500.00'],
    [-105n, '-1.05'],
    [-5n, '-0.05'],
  ])('formatAmount writes %s as %s', (paise, text) => {
    expect(formatAmount(paise)).toBe(text);
  });

  it('parseAmount reverses formatAmount', () => {
    fc.assert(fc.property(amounts, (paise) => parseAmount(formatAmount(paise)) === paise));
  });
});

describe('fees', () => {
  it.each([
    ['200.00', '22.00'],
    ['500.00', '55.00'],
    ['50000.00', '5500.00'],
    ['0.04', '0.00'], // 0.44 paisa
    ['0.05', '0.01'], // 0.55 paisa
    ['0.50', '0.06'], // 5.5 paise, rounded half up
    ['1.50', '0.17'], // 16.5 paise
  ])('the fee of a pay-in of %s is %s', (amount, fee) => {
    expect(formatAmount(payinFee(parseAmount(amount)))).toBe(fee);
  });

  it.each([
    ['500.00', '42.50'],
    ['1000.00', '75.00'],
    ['200000.00', '13010.00'],
    ['0.07', '10.00'], // 0.455 paisa
    ['1.00', '10.07'], // 6.5 paise, rounded half up
    ['3.00', '10.20'], // 19.5 paise
  ])('the fee of a payout of %s is %s', (amount, fee) => {
    expect(formatAmount(payoutFee(parseAmount(amount)))).toBe(fee);
  });

  // Exact rational arithmetic: fee is p/q rounded half up if and only if -q <= 2 (p - fee q) < q.
  const isHalfUp = (fee: bigint, p: bigint, q: bigint) => {
    const twiceError = 2n * (p - fee * q);
    return -q <= twiceError && twiceError < q;
  };

  it('a fee is the exact value rounded half up to a paisa [spec:limits.fees] [reading:money.half-up]', () => {
    fc.assert(
      fc.property(
        amounts,
        (amount) =>
          isHalfUp(payinFee(amount), amount * 11n, 100n) &&
          isHalfUp(payoutFee(amount), amount * 65n + 1_000_000n, 1000n),
      ),
    );
  });

  it('the fees are exact at every rounding edge within the limits, and one paisa to either side [reading:money.half-up]', () => {
    const wrong: bigint[] = [];
    // 11 % of an amount ends in half a paisa if the amount ends in 50 paise. 6.5 % does if the amount is 100 paise
    // above a multiple of 200 paise.
    for (let edge = 20_050n; edge < 5_000_000n; edge += 100n) {
      for (const amount of [edge - 1n, edge, edge + 1n]) {
        if (!isHalfUp(payinFee(amount), amount * 11n, 100n)) wrong.push(amount);
      }
    }
    for (let edge = 50_100n; edge < 20_000_000n; edge += 200n) {
      for (const amount of [edge - 1n, edge, edge + 1n]) {
        if (!isHalfUp(payoutFee(amount), amount * 65n + 1_000_000n, 1000n)) wrong.push(amount);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('the fee functions reject a negative amount', () => {
    expect(codeOf(() => payinFee(-1n))).toBe('invalid_amount');
    expect(codeOf(() => payoutFee(-1n))).toBe('invalid_amount');
  });
});

describe('USDT amounts', () => {
  it.each([
    ['500.00', '90.0000', '5.555556'], // 5.5555555…: up
    ['900.00', '90.0000', '10.000000'],
    ['0.01', '90.0000', '0.000112'],
    ['0.00', '90.0000', '0.000000'],
    ['200.00', '83.1234', '2.406062'],
  ])('the price of %s INR at the rate %s is %s USDT', (amount, rate, usdt) => {
    expect(formatUsdt(usdtForPaise(parseAmount(amount), parseRate(rate)))).toBe(usdt);
  });

  it('the USDT price is the smallest number of millionths that covers the amount [reading:money.usdt-up]', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const usdt = usdtForPaise(amount, rate);
        // micro-USDT × rate is in units of 1e-10 INR. A paisa is 1e8 of these units.
        const due = amount * 10n ** 8n;
        return usdt * rate >= due && (usdt === 0n || (usdt - 1n) * rate < due);
      }),
    );
  });

  it('the USDT price calculation rejects a negative amount and a rate of zero or less', () => {
    expect(codeOf(() => usdtForPaise(-1n, 1n))).toBe('invalid_amount');
    expect(codeOf(() => usdtForPaise(1n, 0n))).toBe('invalid_rate');
    expect(codeOf(() => usdtForPaise(1n, -1n))).toBe('invalid_rate');
  });

  it('USDT amounts and rates are unchanged after formatting and parsing [reading:money.integers]', () => {
    fc.assert(
      fc.property(
        amounts,
        (value) => parseUsdt(formatUsdt(value)) === value && parseRate(formatRate(value)) === value,
      ),
    );
  });

  it.each(['5.55555', '5.5555555', '5', '05.000000', '-1.000000'])(
    'parseUsdt rejects %j as an amount [reading:money.integers]',
    (text) => {
      expect(codeOf(() => parseUsdt(text))).toBe('invalid_usdt_amount');
    },
  );

  it.each(['90', '90.00', '90.00000', '090.0000', '-1.0000'])(
    'parseRate rejects %j as a rate [reading:money.integers]',
    (text) => {
      expect(codeOf(() => parseRate(text))).toBe('invalid_rate');
    },
  );
});
