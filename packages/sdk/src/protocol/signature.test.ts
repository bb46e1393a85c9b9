import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors } from '../../../../test/vectors.ts';
import {
  alternativeSign,
  alternativeText,
  canonicalText,
  SignatureError,
  sign,
  verifyAlternative,
  verifySignature,
} from './signature.ts';

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');

const text = fc.string({ unit: 'grapheme' });
const key = fc.string({ unit: 'grapheme', minLength: 1 });
const params = fc.dictionary(text, text, { maxKeys: 12 });

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return error instanceof SignatureError ? error.code : `not a SignatureError: ${String(error)}`;
  }
  return undefined;
}

describe('published signature vectors [spec:auth.algorithm]', () => {
  const published = (result: string) => vectors.signatures.filter((vector) => vector.result === result);

  it.each(published('valid'))('the valid vector $id verifies', ({ params, key, canonical, sign: theirs }) => {
    expect(canonicalText(params, key)).toBe(canonical);
    expect(sign(params, key)).toBe(theirs);
    expect(verifySignature(params, key, theirs, { upperCaseOnly: true })).toBe(true);
  });

  it.each(published('acceptable'))('the acceptable vector $id verifies', ({ params, key, sign: theirs }) => {
    expect(verifySignature(params, key, theirs)).toBe(true);
    expect(verifySignature(params, key, theirs, { upperCaseOnly: true })).toBe(false);
  });

  it.each(published('invalid'))(
    'the invalid vector $id does not verify',
    ({ params, key, sign: theirs, expected }) => {
      expect(sign(params, key)).toBe(expected);
      expect(verifySignature(params, key, theirs)).toBe(false);
    },
  );

  it.each(vectors.alternativeSignatures)(
    'the alternative vector $id verifies',
    ({ params, key, canonical, sign: theirs }) => {
      expect(alternativeText(params, key)).toBe(canonical);
      expect(alternativeSign(params, key)).toBe(theirs);
      expect(verifyAlternative(params, key, theirs)).toBe(true);
      expect(verifyAlternative(params, key, theirs.toUpperCase())).toBe(true);
    },
  );
});

describe('canonicalText', () => {
  it('canonicalText drops only sign, empty strings, null and undefined [spec:auth.empty-dropped]', () => {
    const given = { b: '0', a: 'false', sign: 'X', c: '', d: null, e: undefined, f: ' ', Sign: 'kept' };
    expect(canonicalText(given, 'k')).toBe('Sign=kept&a=false&b=0&f= &key=k');
  });

  it('canonicalText accepts a Map like an object', () => {
    expect(
      canonicalText(
        new Map([
          ['b', '2'],
          ['a', '1'],
        ]),
        'k',
      ),
    ).toBe('a=1&b=2&key=k');
  });

  it('canonicalText appends &key= even without parameters', () => {
    expect(canonicalText({}, 'k')).toBe('&key=k');
  });

  it('canonicalText accepts __proto__ and constructor as names', () => {
    const given = new Map([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(canonicalText(given, 'k')).toBe('__proto__=1&constructor=2&key=k');
    expect(canonicalText(JSON.parse('{"__proto__":"1"}'), 'k')).toBe('__proto__=1&key=k');
  });

  it('canonicalText sorts in the byte order of UTF-8 where UTF-16 differs [spec:auth.byte-order]', () => {
    // In UTF-16, U+1F455 is D83D DC55, which precedes U+FF21. In UTF-8, it begins with F0, which follows EF.
    expect(canonicalText({ '\u{1f455}': '1', Ａ: '2', a: '3' }, 'k')).toBe('a=3&Ａ=2&\u{1f455}=1&key=k');
    expect(canonicalText({ '\u{1f455}': '1', Ａ: '2' }, 'k')).toBe('Ａ=2&\u{1f455}=1&key=k');
    fc.assert(
      fc.property(fc.uniqueArray(text.filter((name) => name !== 'sign')), (names) => {
        const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const expected = `${byBytes.map((name) => `${name}=1`).join('&')}&key=k`;
        return canonicalText(new Map(names.map((name) => [name, '1'])), 'k') === expected;
      }),
    );
  });

  it('canonicalText rejects values that are not strings, for example from a parsed body', () => {
    expect(codeOf(() => canonicalText(JSON.parse('{"amount":500}'), 'k'))).toBe('not_text');
    expect(codeOf(() => canonicalText(JSON.parse('{"test":true}'), 'k'))).toBe('not_text');
  });
});

describe('sign', () => {
  it('sign returns the upper-case MD5 of the canonical string', () => {
    fc.assert(
      fc.property(params, key, (given, k) => sign(given, k) === md5(canonicalText(given, k)).toUpperCase()),
    );
  });

  it('sign does not depend on the order of the parameters', () => {
    const shuffled = params.chain((given) => {
      const entries = Object.entries(given);
      return fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      );
    });
    fc.assert(
      fc.property(shuffled, key, ([one, other], k) => sign(new Map(one), k) === sign(new Map(other), k)),
    );
  });

  it('the signature changes with each byte of a name, a value and the key', () => {
    const ascii = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.tuple(ascii, ascii, ascii), fc.nat(), fc.nat({ max: 2 }), (parts, place, which) => {
        const [name, value, k] = parts;
        const part = parts[which] ?? '';
        const at = place % part.length;
        const flipped = part.charAt(at) === '~' ? '!' : '~';
        parts[which] = part.slice(0, at) + flipped + part.slice(at + 1);
        const [otherName = '', otherValue = '', otherKey = ''] = parts;
        fc.pre(name !== 'sign' && otherName !== 'sign');
        return sign({ [name]: value }, k) !== sign({ [otherName]: otherValue }, otherKey);
      }),
    );
  });

  it('sign rejects an empty key', () => {
    expect(codeOf(() => sign({ a: '1' }, ''))).toBe('empty_key');
    expect(codeOf(() => verifySignature({ a: '1' }, '', md5('a=1&key=')))).toBe('empty_key');
    expect(codeOf(() => alternativeSign(alternative, ''))).toBe('empty_key');
    expect(codeOf(() => verifyAlternative(alternative, '', '0'))).toBe('empty_key');
  });

  it('sign rejects half a surrogate pair, which UTF-8 cannot encode', () => {
    expect(codeOf(() => sign({ a: '\ud83d' }, 'k'))).toBe('lone_surrogate');
    expect(codeOf(() => sign({ '\udc55': 'a' }, 'k'))).toBe('lone_surrogate');
    expect(codeOf(() => alternativeSign({ ...alternative, amount: '\ud83d' }, 'k'))).toBe('lone_surrogate');
  });

  it.each([
    ['an empty key', () => sign({ a: '1' }, ''), 'the signing key is empty'],
    ['an empty API Key', () => alternativeSign(alternative, ''), 'the signing key is empty'],
    [
      'a value that is not a string',
      () => sign(JSON.parse('{"a":1}'), 'k'),
      'pass each value exactly as you send it',
    ],
    ['half a surrogate pair', () => sign({ a: '\ud83d' }, 'k'), 'the string to sign is not valid Unicode'],
  ])('the error of sign describes %s', (_what, action, message) => {
    const thrown = { name: 'SignatureError', message: expect.stringContaining(message) };
    expect(action).toThrow(expect.objectContaining(thrown));
  });

  it('the error that sign throws contains neither the key nor a value', () => {
    const secret = 'demo-mch-secret';
    for (const given of [JSON.parse(`{"a":["${secret}"]}`), { a: `\ud83d${secret}` }]) {
      const thrown = (() => {
        try {
          return sign(given, secret);
        } catch (error) {
          return error;
        }
      })();
      expect(thrown).toBeInstanceOf(SignatureError);
      expect(inspect(thrown, { showHidden: true })).not.toContain(secret);
    }
  });
});

describe('verifySignature', () => {
  const given = { mchId: 'DEMO1001' };
  const signature = '02C69D8DB4D52E5B90A4DE62240790F9';

  it('verifySignature ignores case by default [spec:auth.callback-compare]', () => {
    expect(verifySignature(given, 'demo-mch-secret', signature.toLowerCase())).toBe(true);
    expect(verifySignature(given, 'demo-mch-secret', signature, { upperCaseOnly: true })).toBe(true);
    expect(verifySignature(given, 'demo-mch-secret', signature.toLowerCase(), { upperCaseOnly: true })).toBe(
      false,
    );
  });

  it.each(['0', ' '])('verifySignature rejects a signature with the additional character %j', (more) => {
    for (const received of [`${signature}${more}`, `${more}${signature}`]) {
      expect(verifySignature(given, 'demo-mch-secret', received)).toBe(false);
      expect(verifySignature(given, 'demo-mch-secret', received, { upperCaseOnly: true })).toBe(false);
    }
  });

  it('verifySignature accepts only the signature of the given parameters and key', () => {
    expect(verifySignature(given, 'demo-mch-key', signature)).toBe(false);
    expect(verifySignature({ mchId: 'DEMO1002' }, 'demo-mch-secret', signature)).toBe(false);
    fc.assert(fc.property(params, key, (some, k) => verifySignature(some, k, sign(some, k))));
  });

  it.each([
    '',
    '02C69D',
    `${signature} `,
    `${signature}\n`,
    `0x${signature.slice(2)}`,
    `${signature}00`,
    `${signature.slice(0, 30)}\ufb00`, // the ligature ﬀ, whose upper case is FF
    'ZZC69D8DB4D52E5B90A4DE62240790F9',
  ])('verifySignature rejects %j', (received) => {
    expect(verifySignature(given, 'demo-mch-secret', received)).toBe(false);
  });
});

const alternative = { merchant_id: 'DEMO1001', amount: '500.00', merchant_order_no: 'ORDER-9' };

describe('the alternative pay-in signature [spec:payin.alternative-sign]', () => {
  it('the alternative signature treats an absent callback_url as empty', () => {
    expect(alternativeText(alternative, 'k')).toBe('DEMO1001500.00ORDER-9k');
    expect(alternativeSign(alternative, 'k')).toBe(
      alternativeSign({ ...alternative, callback_url: '' }, 'k'),
    );
  });

  it('the alternative signature depends on the fields and the key', () => {
    const signature = alternativeSign(alternative, 'k');
    expect(verifyAlternative(alternative, 'k', signature)).toBe(true);
    expect(verifyAlternative({ ...alternative, amount: '500.01' }, 'k', signature)).toBe(false);
    expect(verifyAlternative({ ...alternative, callback_url: 'http://x' }, 'k', signature)).toBe(false);
    expect(verifyAlternative(alternative, 'K', signature)).toBe(false);
  });
});
