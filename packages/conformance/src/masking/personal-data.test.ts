import { masking } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { alsoMaskingPersonal, safeText, withoutMasked, withoutNumbers } from './masking.ts';

describe('personal data in unreadable bodies [contract:control.personal-data]', () => {
  it.each([
    ['asha@bank', '***'],
    ['asha.rao-1+2@ok%40bank', '***'],
    ['upi: asha%40bank;', 'upi: ***;'],
    ['asha123456@bank', '***'],
    ['a@b+c@d', '***'],
    ['a@b@c', '***'],
    ['12345 123456 1234567', '*** ***'],
    ['to 0012 3456 7890 by 2026-11-20 15:04:05', 'to *** by 2026-11-20 15:04:05'],
    ['to 0012-3456-78; 98765 43210', 'to ***; ***'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '***'],
    ['x123456y', 'x***y'],
    ['@ a@ @b a%4b', '@ a@ @b a%4b'],
  ])('the masking of personal data turns %s into %s', (text, expected) => {
    expect(withoutNumbers(text)).toBe(expected);
  });

  it.each([
    ['name="accountName"\r\n\r\nRAM KUMAR\r\n--x', 'name="accountName"\r\n\r\n***\r\n--x'],
    ['name=upiId\nContent-Type: text/plain\n\na@b', 'name=upiId\nContent-Type: text/plain\n\n***'],
    ['name="other"\r\n\r\nRAM', 'name="other"\r\n\r\nRAM'],
  ])('the masking of personal data in multipart turns %j into %j', (text, expected) => {
    expect(withoutMasked(text)).toBe(expected);
  });

  it('the masking hides the readable part of a value that is truncated or contains a line break', () => {
    expect(withoutMasked('{"accountNumber":"12\\\n34", "a":1, "upiId":"as')).toBe(
      '{"accountNumber":"***", "a":1, "upiId":"***"',
    );
  });
});

it('the masking hides the personal data of an exchange everywhere, except for single words [contract:control.personal-data]', () => {
  const body = JSON.stringify({ accountNumber: '001234567890', nested: { accountName: 'Asha Rao' } });
  const masked = alsoMaskingPersonal((text) => text, [body, 'upiId=a%40bank&accountName=stuck']);
  expect(masked('001234567890 of Asha Rao is stuck')).toBe('*** of *** is stuck');
  expect(masked('a@bank, a%40bank, Asha+Rao, x001234567890')).toBe('***, ***, ***, x***');
});

it.each([
  ['{"accountNumber":"001234567890", "accountName": "Asha Rao",}', 'Asha Rao has 001234567890'],
  ['--x\r\nContent-Disposition: form-data; name="accountNumber"\r\n\r\n001234567890\r\n--x', '001234567890'],
  ['{"accountNumber":"001234567890"}', '0012 3456 7890, 0012-3456-7890'],
  ['{"accountNumber":"0012 3456 7890"}', '001234567890'],
])('the masking knows the personal data of %j in the rest of the exchange', (body, text) => {
  expect(alsoMaskingPersonal((unchanged) => unchanged, [body])(text)).toMatch(/^\*\*\*(( has|,) \*\*\*)?$/);
});

it('a key is masked before the numbers in it', () => {
  const key = 'a1b2c3d4123456789e5f60718293a4b5';
  for (const isReadable of [true, false]) {
    expect(safeText(`page of ${key}`, masking([key]), isReadable)).toBe('page of ***');
  }
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
    'name=key',
    'name=key\n',
    'name=key\nx\n',
  ];
  const works: readonly (readonly [string, (text: string) => string])[] = [
    ['withoutNumbers', withoutNumbers],
    ['withoutMasked', withoutMasked],
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
