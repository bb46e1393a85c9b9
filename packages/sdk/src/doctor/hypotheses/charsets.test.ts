import { beforeEach, expect, it, vi } from 'vitest';
import type { Variant } from '../hypothesis.ts';

/** Load the module for each test, because it caches its tables. */
let variants: readonly Variant[];
beforeEach(async () => {
  vi.resetModules();
  const { otherCharset } = await import('./charsets.ts');
  variants = otherCharset.variants({} as never);
});

function encoded(text: string, which: string): string {
  const variant = variants.find(({ about }) => about === which);
  if (variant?.stage !== 'bytes') throw new Error(`there is no ${which}`);
  return Buffer.from(variant.apply(text)).toString('hex');
}

it.each([
  ['Latin-1', 'é€\u0100\u00ff👕', 'e93f3fff3f'],
  ['GBK', '支付宝', 'd6a7b8b6b1a6'],
  ['GBK', 'a丂丏龥齄㈱é👕', '6181408144fd9bf7fea95aa8a63f'],
  ['UTF-8 twice', 'é', 'c383c2a9'],
  ['ASCII', 'é~\u0080👕', '3f7e3f3f'],
  ['the low byte of each character', 'éचa', 'e91a61'],
  ['UTF-16', 'aé', '6100e900'],
])('the encoding %s writes %s as the bytes %s [contract:doctor.mistakes]', (which, text, expected) => {
  expect(encoded(text, which)).toBe(expected);
});

it('ASCII has the same bytes in each encoding except UTF-16', () => {
  const text = ' ~amount=5.00&key=\u007f';
  for (const variant of variants) {
    const isWide = variant.about?.startsWith('UTF-16') ?? false;
    expect(encoded(text, variant.about ?? '') === Buffer.from(text).toString('hex')).toBe(!isWide);
  }
});

it('TextDecoder decodes every encoded GBK character to the same character', () => {
  const seconds = range(0x40, 0xfe).filter((byte) => byte !== 0x7f);
  const codes = range(0x81, 0xfe).flatMap((one) => seconds.map((two) => Buffer.from([one, two])));
  const decoder = new TextDecoder('gbk');
  const texts = codes.map((code) => decoder.decode(code));
  // If a character has two codes, take the first code.
  const first = new Map(texts.map((text, at) => [text, codes[at]?.toString('hex')] as const).toReversed());
  const wrong = [...first].filter(
    ([text, code]) => !text.includes('\ufffd') && encoded(text, 'GBK') !== code,
  );
  expect(wrong).toEqual([]);
});

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
