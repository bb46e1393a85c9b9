import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask, masking } from './masking.ts';

/** Strings in which a secret can occur: as it is, in JSON, in a URL and in a form. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON of PHP': (secret) => ascii(JSON.stringify(secret).slice(1, -1)).replaceAll('/', '\\/'),
  'in JSON of Python': (secret) => ascii(JSON.stringify(secret).slice(1, -1)),
  'in a URL': (secret) => encodeURIComponent(secret),
  'in a lower-case URL': (secret) => encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
  'in a URL of PHP': (secret) => encodeURIComponent(secret).replace(/[!'()*]/g, percent),
  'in a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'in a form of PHP': (secret) =>
    encodeURIComponent(secret)
      .replace(/[!'()*~]/g, percent)
      .replaceAll('%20', '+'),
};

function ascii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Keys with the characters that JSON, URLs and forms escape. */
const keys = fc.string({
  unit: fc.constantFrom(...'abcXYZ019-_.~!*\'()"\\/%+&=? ;<>#', 'é', 'आ', '😀'),
  minLength: 4,
  maxLength: 100,
});

describe('masking of keys [contract:control.keys-masked]', () => {
  it.each(Object.entries(forms))('the masking hides a key %s', (_name, form) => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(masking([key])(`<${form(key)}>`)).toBe(`<${mask}>`);
      }),
    );
  });

  it('the masking hides keys everywhere in a string, even if the keys overlap', () => {
    const masked = masking(['abcdef', 'defghij', 'a-key-of-mine', 'key-of-mine-too']);
    expect(masked('abcdef, x abcdefghij y')).toBe('***, x *** y');
    expect(masked('a-key-of-mine-too')).toBe('***');
    expect(masked('abcdefabcdef')).toBe('******');
  });

  it('the masking hides the longest of several keys', () => {
    expect(masking(['abc', '', 'abcdef'])('abcdef abc')).toBe('*** ***');
  });

  it('the masking hides a key that is part of the replacement', () => {
    expect(masking(['account', 'red', 'e'], '[redacted]')('account 1, red')).toBe('[redacted] 1, [redacted]');
  });

  it('the masking leaves a string without a key unchanged', () => {
    const masked = masking(['key-of-m1']);
    for (const text of ['http://a.example/?b=%20c', '{"a":"\\"b\\"\\u0020"}', '%zz \\u12', '\\', '']) {
      expect(masked(text)).toBe(text);
    }
    expect(masking([])('abc')).toBe('abc');
    expect(masking([''])('abc')).toBe('abc');
  });

  it('the masking hides a key with half of a surrogate pair', () => {
    expect(masking(['key\ud800'])('<key\ud800> <key\\ud800>')).toBe('<***> <***>');
  });

  it('the masking of a long string takes less than two seconds', () => {
    const masked = masking(['0000000000000001', '\\\\\\\\x', 'a'.repeat(100)]);
    for (const part of ['\\', '%25', '0', 'a']) {
      const text = part.repeat(1_000_000 / part.length);
      const startedAt = performance.now();
      expect(masked(text).length).toBeGreaterThan(0);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
  });
});
