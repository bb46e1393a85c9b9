import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hash } from 'wechatpay-axios-plugin';
import { sign } from './signature.ts';

// Two third-party libraries for the convention of this API (WeChat Pay v2).
interface Tenpay {
  _getSign(params: Readonly<Record<string, string>>): string;
}
const Tenpay: new (account: { appid: string; mchid: string; partnerKey: string }) => Tenpay = createRequire(
  import.meta.url,
)('tenpay');

const bySign = {
  tenpay: (params: Readonly<Record<string, string>>, key: string) =>
    new Tenpay({ appid: 'a', mchid: 'm', partnerKey: key })._getSign(params),
  'wechatpay-axios-plugin': (params: Readonly<Record<string, string>>, key: string) =>
    Hash.sign('MD5', params, key),
};

// Inputs that the libraries support. JavaScript objects put integers first and omit __proto__, and the libraries sort
// by UTF-16.
const plainName = (name: string) =>
  name !== '__proto__' && !/^[0-9]+$/.test(name) && !/[\ud800-\uffff]/.test(name);

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '0', ' ', 'null', 'a&b=c', '%20+'),
);
const wireName = fc.constantFrom(
  'mchId',
  'mchOrderNo',
  'amount',
  'extra',
  'UTR',
  'aB',
  'a_b',
  'a',
  'param',
  'param1',
);
const name = fc.oneof(wireName, fc.constant('sign'), fc.string({ unit: 'grapheme' }).filter(plainName));
const params = fc.dictionary(name, value, { maxKeys: 15, noNullPrototype: true });
const key = fc.string({ unit: 'grapheme', minLength: 1 });

describe.each(Object.entries(bySign))('the library %s', (_library, theirs) => {
  it('the library returns the same signature as the SDK [spec:versioning.convention] [spec:auth.algorithm]', () => {
    fc.assert(
      fc.property(params, key, (given, k) => {
        expect(sign(given, k)).toBe(theirs(given, k));
      }),
      { numRuns: 500 },
    );
  });
});
