import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { redactor, safeCause } from './redact.ts';

const key = `a/b+c=d&e"f'g<h>é \t\n\u0001ü😀\\9`;
const unicode = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html = (text: string, quotes: readonly [string, string]) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quotes[0])
    .replaceAll("'", quotes[1]);
const json = JSON.stringify(key);

describe('a redactor', () => {
  it.each([
    ['in plain form', key],
    ['in upper case', key.toUpperCase()],
    ['in JSON', json],
    ['in JSON of PHP', unicode(json.replaceAll('/', '\\/'))],
    ['in JSON for a page', json.replace(/[<>&']/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`)],
    ['in JSON in JSON', JSON.stringify(json)],
    ['in JSON of PHP in JSON', JSON.stringify(unicode(json.replaceAll('/', '\\/')))],
    ['in a URL', encodeURIComponent(key)],
    ['in a lower-case URL', encodeURIComponent(key).toLowerCase()],
    ['in a URL in a URL', encodeURIComponent(encodeURIComponent(key))],
    ['in a form', new URLSearchParams({ key }).toString()],
    ['in HTML', html(key, ['&quot;', "'"])],
    ['in HTML of PHP', html(key, ['&quot;', '&#039;'])],
    ['in HTML of Express', html(key, ['&#34;', '&#x27;'])],
    ['as Node shows it', inspect(key)],
    ['in XML', html(key, ['&quot;', '&apos;'])],
  ])('a redactor masks a secret %s', (_name, text) => {
    expect(redactor([key])(`before ${text} after`)).toMatch(/^before "?\W*(?:key=)?\[redacted\]\W* after$/);
  });

  it.each([
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64url', Buffer.from(key).toString('base64url')],
    ['in base64 after one byte', Buffer.from(`:${key}`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`u:${key}&`).toString('base64')],
  ])(
    'a redactor masks a secret %s, except for characters that it shares with its surroundings',
    (_name, text) => {
      expect(redactor([key])(`before ${text} after`)).toMatch(/^before \w{0,3}\[redacted\][\w=]{0,3} after$/);
    },
  );

  it('a redactor ignores the encodings of a short secret, because the encodings occur in other words', () => {
    expect(redactor(['ab'])('6162 YWI= ab')).toBe('6162 YWI= [redacted]');
  });

  it('a redactor masks a secret that consists of backslashes', () => {
    expect(redactor(['\\\\'])('a\\\\b')).toBe('a[redacted]b');
  });

  it('a redactor masks the longest of several secrets first', () => {
    expect(redactor(['abc', '', 'abcdef'])('abcdef abc')).toBe('[redacted] [redacted]');
  });

  it('a redactor without a secret returns its input unchanged', () => {
    expect(redactor([])('abc')).toBe('abc');
    expect(redactor([''])('abc')).toBe('abc');
  });

  it.each([1, 64, 65, 201, 4_400, 20_000])('a redactor masks a secret of %i characters', (length) => {
    for (const unit of ['a', '😀']) {
      const secret = unit.repeat(Math.ceil(length / unit.length));
      const inJson = JSON.stringify(secret).slice(1, -1);
      for (const text of [secret, inJson, encodeURIComponent(secret)]) {
        expect(redactor(['K', secret])(`<${text}>`)).toBe('<[redacted]>');
      }
    }
  });

  it.each(['abc', 'x\\', '\\x', 'ab\\', '12', '/é', 'a&', '😀\\'])(
    'a redactor masks a secret that repeats %s',
    (unit) => {
      const writings = [JSON.stringify, encodeURIComponent, (text: string) => text];
      // The longest secret has more parts of the same kind, so two units cover it.
      const longest = ['abc', 'ab\\'].includes(unit) ? [1_000] : [];
      for (const length of [65, 66, 67, 99, 128, 130, 257, ...longest]) {
        const secret = unit.repeat(length).slice(0, length).toWellFormed();
        for (const write of writings) {
          // The end of the repeated part precedes the secret, so its parts also match at this position.
          const text = `<${unit.slice(1)}${write(secret)}>`;
          const rest = redactor([unit.repeat(40), secret])(text).replace('[redacted]', '');
          expect(rest.replaceAll(/["\\]|%5C/g, ''), `${length} in ${text}`).toMatch(/^<.{0,9}>$/);
        }
      }
    },
  );

  it('a redactor masks a secret that is part of the mask of another secret', () => {
    expect(redactor(['account', 'red', 'e'])('account 1, red')).toBe('[redacted] 1, [redacted]');
  });

  it.each(['\\', '%25', '&#0', '0', '&amp;'])(
    'a redactor takes less than five seconds for 64 KB of %s',
    (part) => {
      const redact = redactor(['0000000000000001', '\\\\\\\\\\\\\\\\x', key]);
      const text = part.repeat(Math.ceil(65_536 / part.length));
      const startedAt = performance.now();
      expect(redact(text)).toBe(text);
      // A search takes about 5 ms. With an ambiguous pattern, it would take minutes.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    },
  );
});

describe('an unreadable value', () => {
  const broken = [
    {
      get length(): never {
        throw new Error('secret-1');
      },
    } as unknown as string,
  ];

  it('a redactor masks the whole string if reading the secret throws', () => {
    expect(redactor(broken)('secret-1')).toBe('[redacted]');
  });

  it('a redactor replaces an unreadable cause with the mask', () => {
    const hostile = Object.defineProperty(new Error('key-1'), 'name', {
      get() {
        throw new Error('key-1');
      },
    });
    expect(safeCause(hostile, redactor(['key-1']))).toBe('[redacted]');
  });
});

it('a redactor masks a cause that is not an error as a string', () => {
  const redact = redactor(['key-1']);
  expect(safeCause('reset by key-1', redact)).toBe('reset by [redacted]');
  expect(safeCause({ from: 'key-1' }, redact)).toBe("{ from: '[redacted]' }");
  expect(safeCause('reset', redact)).toBe('reset');
});
