import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTrc20Address, trc20Address } from './trc20.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a TRC20 address', () => {
  it.each([usdt, 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'])(
    'the TRC20 address %s of the real network is valid',
    (address) => expect(isTrc20Address(address)).toBe(true),
  );

  it.each([
    ['empty', ''],
    ['only the first letter', 'T'],
    ['an address of another chain', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['valid in form only', 'T'.repeat(34)],
    ['followed by a space', `${usdt} `],
    ['preceded by 1, the zero of base58', `1${usdt}`],
    ['spelled with a letter outside base58', usdt.replace('j', 'l')],
    // Base58check strings with other prefixes and correct checksums. They also have 34 characters and begin with T.
    ['encoded with the prefix 0x40', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKB9nv2z'],
    ['encoded with the prefix 0x42', 'TZJozAg1ruapycCicgz31GxvYJ1G1qELV7'],
  ])('a TRC20 address is invalid if it is %s', (_what, text) => expect(isTrc20Address(text)).toBe(false));

  it('a TRC20 address with another letter in any position is invalid', () => {
    for (let at = 0; at < usdt.length; at += 1) {
      const wrong = `${usdt.slice(0, at)}${usdt[at] === 'x' ? 'y' : 'x'}${usdt.slice(at + 1)}`;
      expect(isTrc20Address(wrong), wrong).toBe(false);
    }
  });

  it.each([
    // The base58check string that @scure/base creates.
    [0, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    [255, 'TZJozAg1ruapycCicgz31GxvYJ1FraLjZa'],
  ])('a TRC20 address encodes an account of twenty bytes with the value %d', (byte, address) => {
    expect(trc20Address(new Uint8Array(20).fill(byte))).toBe(address);
  });

  it('the TRC20 address of every account is valid', () => {
    const account = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(fc.property(account, (bytes) => isTrc20Address(trc20Address(bytes))));
  });

  it.each([0, 19, 21])('a TRC20 address cannot encode %d bytes', (length) => {
    expect(() => trc20Address(randomBytes(length))).toThrow(
      new RangeError('a TRON account must have 20 bytes'),
    );
  });
});
