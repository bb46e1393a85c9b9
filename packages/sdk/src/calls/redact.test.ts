import { expect, it } from 'vitest';
import { redactor, safeCause } from './redact.ts';

const key = `a/b+c=d&e"f'g\`h\\9é`;

it('a redactor replaces a secret as it is, in JSON, in a URL and in a form', () => {
  const json = JSON.stringify(key).slice(1, -1);
  const texts = [key, json, encodeURIComponent(key), new URLSearchParams([['', key]]).toString().slice(1)];
  for (const text of texts) expect(redactor([key])(`<${text}>`)).toBe('<[redacted]>');
});

it('a cause without a secret stays unchanged', () => {
  const cause = Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
  expect(safeCause(cause, redactor([key]))).toBe(cause);
  expect(safeCause('reset', redactor([key]))).toBe('reset');
});

it.each([
  ['its message', new Error(`no ${key}`)],
  ['a property', Object.assign(new Error('no'), { url: `http://127.0.0.1/?a='"${key}` })],
  ['its own cause', new Error('no', { cause: new Error(key) })],
  ['its code', Object.assign(new Error('no'), { code: key })],
])('a redactor replaces a cause with a copy without a secret in %s', (_what, cause) => {
  const copy = safeCause(cause, redactor([key]));
  expect(copy).not.toBe(cause);
  expect(copy).toBeInstanceOf(Error);
  expect(Object.values(copy as Error).join()).not.toContain('a/b');
  expect(`${(copy as Error).message} ${(copy as Error).stack} ${(copy as Error).cause}`).not.toContain('a/b');
});

it('a redactor replaces the secret in a cause that is a string, and any other cause completely', () => {
  const redact = redactor(['key-1']);
  expect(safeCause('reset by key-1', redact)).toBe('reset by [redacted]');
  expect(safeCause({ from: 'key-1' }, redact)).toBe('[redacted]');
  const hostile = Object.defineProperty(new Error('key-1'), 'name', {
    get() {
      throw new Error('key-1');
    },
  });
  expect(safeCause(hostile, redact)).toBe('[redacted]');
});
