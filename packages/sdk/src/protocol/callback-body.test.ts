import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callbackMediaType, encodeCallback } from './callback-body.ts';
import { parseFlat, textParams } from './flat-parser.ts';
import { verifySignature } from './signature.ts';

const fields = { mchId: 'DEMO1001', extra: 'a b+c&d=é 👕', txid: '', test: true };

describe('encodeCallback', () => {
  it('encodeCallback writes JSON with the fields in order and sign last', () => {
    expect(encodeCallback(fields, 'k', 'json')).toEqual({
      contentType: 'application/json',
      body: '{"mchId":"DEMO1001","extra":"a b+c&d=é 👕","txid":"","test":true,"sign":"EBCD1408925E1A8B8714749E4850114B"}',
    });
  });

  it('encodeCallback writes a form with the same signature', () => {
    const { body, contentType } = encodeCallback(fields, 'k', 'form');
    expect(contentType).toBe('application/x-www-form-urlencoded');
    expect(body).toBe(
      'mchId=DEMO1001&extra=a+b%2Bc%26d%3D%C3%A9+%F0%9F%91%95&txid=&test=true&sign=EBCD1408925E1A8B8714749E4850114B',
    );
  });

  it('encodeCallback replaces a given sign', () => {
    for (const format of ['json', 'form'] as const) {
      expect(encodeCallback({ sign: 'x', ...fields }, 'k', format)).toEqual(
        encodeCallback(fields, 'k', format),
      );
    }
  });

  it('encodeCallback writes a valid signature for arbitrary fields', () => {
    const name = fc.string({ unit: 'grapheme' }).filter((text) => text !== 'sign' && !text.includes('['));
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.boolean());
    const given = fc.dictionary(name, value, { noNullPrototype: true });
    fc.assert(
      fc.property(given, fc.constantFrom('json' as const, 'form' as const), (some, format) => {
        const { body, contentType } = encodeCallback(some, 'k', format);
        const read = textParams(parseFlat(Buffer.from(body), contentType));
        for (const [key, text] of Object.entries(some)) expect(read.get(key)).toBe(String(text));
        expect(read.size).toBe(Object.keys(some).length + 1);
        expect(verifySignature(read, 'k', read.get('sign') ?? '', { upperCaseOnly: true })).toBe(true);
      }),
    );
  });
});

it.each([
  [null, ''],
  ['', ''],
  ['Application/JSON ; charset=latin1', 'application/json'],
  [' text/json;', 'application/json'],
  ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ['text/plain', 'text/plain'],
])('the media type of %j is %j', (contentType, type) => {
  expect(callbackMediaType(contentType)).toBe(type);
});
