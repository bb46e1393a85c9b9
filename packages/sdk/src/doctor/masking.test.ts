import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maskedFields, masking } from './masking.ts';

const key = ` k y&<>"~!*('é\\+/ `;
const digest = (name: string) => createHash(name).update(key).digest('hex');
const lowerHex = encodeURIComponent(key).replace(
  /[!~*'()]/g,
  (mark) => `%${mark.charCodeAt(0).toString(16)}`,
);

describe('key masking [contract:doctor.keys-masked]', () => {
  it.each([
    ['in plain form', key],
    ['in upper case', key.toUpperCase()],
    ['trimmed', key.trim()],
    ['without white space', key.replaceAll(' ', '')],
    ['URL-encoded', encodeURIComponent(key)],
    ['URL-encoded, spaces as +', encodeURIComponent(key).replaceAll('%20', '+')],
    ['URL-encoded, including punctuation', lowerHex],
    ['URL-encoded for a form', new URLSearchParams([['', key]]).toString().slice(1)],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    [
      'in HTML',
      key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ],
    ['in UTF-16, read as UTF-8', [...key].join('\0')],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64url', Buffer.from(key).toString('base64url')],
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['as MD5', digest('md5')],
    ['as SHA-1', digest('sha1')],
    ['as SHA-256', digest('sha256').toUpperCase()],
  ])('the masking hides a key %s', (_, form) => {
    expect(masking([key])(`1${form}2${form}3`)).toBe('1***2***3');
  });

  it('the masking hides the longest of several keys first and leaves the other characters', () => {
    const hide = masking(['abc', 'abcdef', 'a.c', '']);
    expect(hide('xabcdefx abcx a.c axc')).toBe('x***x ***x *** axc');
    expect(masking([])('abc')).toBe('abc');
    expect(masking(['', ''])('abc')).toBe('abc');
  });

  it('the masking hides overlapping keys completely', () => {
    expect(masking(['abcdef', 'defghi'])('xABCDEFGHIx')).toBe('x***x');
    expect(masking(['aa'])('baaab')).toBe('b***b');
  });

  it('the masking hides a key that contains special characters', () => {
    for (const sign of '\\^$.*+?()[]{}|/-') {
      expect(masking([`q${sign}z`])(`1q${sign}z2 qz qqz`), sign).toBe('1***2 qz qqz');
    }
  });

  it('the masking hides a key in parameter names and values', () => {
    const fields = maskedFields([{ name: 'aKEYb', text: 'key', kind: 'number' }], masking(['key']));
    expect(fields).toEqual([{ name: 'a***b', text: '***', kind: 'number' }]);
  });
});
