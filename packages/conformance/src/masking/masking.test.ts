import { describe, expect, it } from 'vitest';
import { KeyIndex } from './key-index.ts';
import { masking, withoutMasked, withoutNumbers } from './masking.ts';

function maskingOf(everybody: readonly string[], own: readonly string[] = []) {
  const index = new KeyIndex();
  for (const key of everybody) index.add(key);
  return masking(index, own);
}

describe('key masking [contract:control.keys-masked]', () => {
  it('the masking hides keys everywhere in a string, even if the keys overlap', () => {
    const masked = maskingOf(['abcdef', 'defghij', 'a-key-of-mine', 'key-of-mine-too']);
    expect(masked('abcdef, x abcdefghij y')).toBe('***, x *** y');
    expect(masked('a-key-of-mine-too')).toBe('***');
    expect(masked('abcdefabcdef')).toBe('******');
    expect(masked('abcde')).toBe('abcde');
  });

  it('the masking hides a short key only in the entries of its merchant', () => {
    expect(maskingOf(['abc'], ['abc'])('xabcabcx')).toBe('x******x');
    expect(maskingOf(['abc'])('xabcabcx')).toBe('xabcabcx');
    expect(maskingOf(['-abcde'], ['abc'])('-abcde')).toBe('***');
  });

  it.each([
    ['JSON', '{"a":"\\u006bey-of-m1"}'],
    ['JSON (with an unescaped key before it)', 'key-of-m1 \\u006Bey-of-m1'],
    ['form', 'a=%6bey%2Dof-m1'],
    ['URL', '/v3/%6B%65y-of-m1'],
  ])('the masking hides the complete string if the string contains a key in %s escapes', (_, text) => {
    expect(maskingOf(['key-of-m1'])(text)).toBe('***');
    expect(maskingOf([], ['key-of-m1'])(text)).toBe('***');
  });

  it.each([
    ['JSON in JSON', '{"a":"{\\"b\\":\\"key\\\\/of-m1\\"}"}'],
    ['JSON in a form', 'a=%7B%22b%22%3A%22key%5C%2Fof-m1%22%7D'],
    ['a form in JSON', '{"a":"\\u00256bey/of-m1"}'],
    ['a URL in a form', 'a=key%252Fof-m1'],
    ['a URL in a URL in a form', 'a=key%25252Fof-m1'],
    ['a form, after a backslash', 'a=\\%6bey/of-m1'],
  ])('the masking hides a key in nested escapes: %s', (_, text) => {
    expect(maskingOf(['key/of-m1'])(text)).toBe('***');
  });

  it.each(['base64', 'base64url', 'hex'] as const)(
    'the masking hides a key in %s, also within a longer string and in escapes',
    (encoding) => {
      for (const before of ['', 'a', 'ab', 'user:']) {
        const text = Buffer.from(`${before}Key?of~m1, m1`).toString(encoding);
        for (const masked of [maskingOf(['key?of~m1']), maskingOf([], ['key?of~m1'])]) {
          expect(masked(`a=${text}&b=1`), before).toBe('***');
          expect(masked(encodeURIComponent(`authorization=Basic ${text}`)), before).toBe('***');
        }
        expect(maskingOf(['other-key'], ['Key'])(text)).toBe(text);
      }
    },
  );

  it('the masking hides a key that contains the escape characters of another format', () => {
    expect(maskingOf(['key%41of\\m1'])('{"a":"\\u006bey%41of\\\\m1"}')).toBe('***');
    expect(maskingOf(['key%41of\\m1'])('a=key%2541of%5Cm1')).toBe('***');
  });

  it('the masking hides the complete value if the value is escaped too many times', () => {
    expect(maskingOf(['key-of-m1'])(`%${'25'.repeat(6)}6b`)).not.toBe('***');
    expect(maskingOf(['key-of-m1'])(`%${'25'.repeat(9)}6bey-of-m1`)).toBe('***');
  });

  it('the masking leaves escaped strings without a key unchanged', () => {
    const masked = maskingOf(['key-of-m1']);
    for (const text of ['http://a.example/?b=%20c', '{"a":"\\"b\\"\\u0020"}', '%zz \\u12', '\\']) {
      expect(masked(text)).toBe(text);
    }
  });
});

describe('personal data in unreadable bodies [contract:control.personal-data]', () => {
  it.each([
    ['asha@bank', '***'],
    ['asha.rao-1+2@ok%40bank', '***'],
    ['upi: asha%40bank;', 'upi: ***;'],
    ['asha123456@bank', '***'],
    ['a@b+c@d', '***'],
    ['a@b@c', '***'],
    ['12345 123456 1234567', '12345 *** ***'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '***'],
    ['x123456y', 'x***y'],
    ['@ a@ @b a%4b', '@ a@ @b a%4b'],
  ])('the masking of personal data turns %s into %s', (text, expected) => {
    expect(withoutNumbers(text)).toBe(expected);
  });

  it.each([
    ['name="accountName"\r\n\r\nRAM KUMAR\r\n--x', 'name="accountName"\r\n\r\n***\r\n--x'],
    ['name=upiId\nContent-Type: text/plain\n\na@b', 'name=upiId\nContent-Type: text/plain\n\n***'],
    ['<accountName>RAM KUMAR</accountName>', '<accountName>***</accountName>'],
    ['<accountName lang="en">RAM', '<accountName lang="en">***'],
    ['<other>RAM</other> name="other"\r\n\r\nRAM', '<other>RAM</other> name="other"\r\n\r\nRAM'],
  ])('the masking of personal data in multipart or XML turns %j into %j', (text, expected) => {
    expect(withoutMasked(text)).toBe(expected);
  });

  it('the masking hides the readable part of a value that is truncated or contains a line break', () => {
    expect(withoutMasked('{"accountNumber":"12\\\n34", "a":1, "upiId":"as')).toBe(
      '{"accountNumber":"***", "a":1, "upiId":"***"',
    );
  });
});

describe('masking time', () => {
  // Masking in linear time takes a few milliseconds. In quadratic time, it would take half a minute.
  const mostMs = 2_000;
  const units = [
    'a',
    '1',
    '1.',
    '@',
    'a@',
    'T',
    '%40',
    '\\',
    '\\u',
    '"',
    '"key" ',
    '"key":',
    '"key":"',
    'key=',
    ' key=',
    ' ',
    '<key>',
    '<key ',
    'name=key',
    'name=key\n',
    'name=key\nx\n',
    '\0',
  ];
  const works: readonly (readonly [string, (text: string) => string])[] = [
    ['withoutNumbers', withoutNumbers],
    ['withoutMasked', withoutMasked],
    ['masking', maskingOf(['aaaaaa', '111111', 'a@a@a@a'], ['aa'])],
  ];

  /**
   * Returns the duration in milliseconds. Repeats a long run and measures it in CPU time, because other processes share
   * the machine.
   */
  function costOf(work: () => void): number {
    const [started, used] = [performance.now(), process.cpuUsage()];
    work();
    const ms = performance.now() - started;
    if (ms < mostMs) return ms;
    const { user, system } = process.cpuUsage(used);
    return (user + system) / 1_000;
  }

  it.each(works)('the time of the function %s is proportional to the length of a string', (_, work) => {
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      expect(
        costOf(() => work(text)),
        unit,
      ).toBeLessThan(mostMs);
    }
  });
});
