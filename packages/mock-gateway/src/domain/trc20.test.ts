import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isTrc20Address, trc20Address } from './trc20.ts';

describe('TRC20 addresses', () => {
  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  ])('knows %s, of the real network', (address) => expect(isTrc20Address(address)).toBe(true));

  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6J',
    '',
    'T',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'T'.repeat(34),
  ])('refuses %s', (address) => expect(isTrc20Address(address)).toBe(false));

  it('makes addresses that it knows', () => {
    for (let i = 0; i < 100; i++) expect(isTrc20Address(trc20Address(randomBytes(20)))).toBe(true);
  });
});
