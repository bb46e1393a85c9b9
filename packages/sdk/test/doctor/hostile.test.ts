import { createHash } from 'node:crypto';
import { type ExplainOptions, explainCallback, explainSignature } from '@inrgate/sdk/doctor';
import { sign } from '@inrgate/sdk/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();
const keys = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const options = { operation: 'payin', keys } as const satisfies ExplainOptions;

/** Returns every string of an explanation, including the names. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

describe('secrets of an explanation [contract:doctor.keys-masked]', () => {
  // A key that is too long to occur in an explanation by chance.
  const key = fc
    .string({ unit: fc.constantFrom(...'abXY019-_&=+%/"\'<> \n'), minLength: 7, maxLength: 20 })
    .filter((text) => text.trim().length >= 7)
    .map((text) => `q${text}z`);
  const place = fc.constantFrom(
    (k: string) => k,
    (k: string) => ` ${k} `,
    (k: string) => `"${k}"`,
    (k: string) => `a${k}b${k}`,
    (k: string) => encodeURIComponent(k),
    (k: string) => JSON.stringify({ key: k }),
  );

  function shows(texts: readonly string[], secret: string): boolean {
    return texts.some((text) => text.includes(secret));
  }

  it('an explanation contains no key from the parameters, the sign or the base string', () => {
    fc.assert(
      fc.property(key, key, place, fc.nat({ max: 5 }), (mchKey, mchSecret, put, way) => {
        const given = {
          mchId: 'M1',
          amount: '500.00',
          extra: put(mchKey),
          note: put(mchSecret),
          [put(mchSecret)]: 'x',
          empty: '',
        };
        const signs = [
          sign(given, mchKey),
          sign({ ...given, extra: encodeURIComponent(given.extra) }, mchKey),
          put(mchKey),
          md5(`empty=&extra=${given.extra}${mchKey}`),
          sign(given, mchSecret),
          md5('random'),
        ];
        const explanation = explainSignature(
          { ...given, sign: signs[way] ?? '' },
          {
            ...options,
            keys: { mchKey, mchSecret },
            baseString: `a=${put(mchKey)}&key=${mchSecret}`,
          },
        );
        const texts = textsIn({ ...explanation, mistakes: explanation.mistakes.map(({ title }) => title) });
        expect(shows(texts, mchKey), mchKey).toBe(false);
        expect(shows(texts, mchSecret), mchSecret).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('an explanation contains no key, even in the spelling that a mistake produces', () => {
    const mchKey = '1234567890123';
    const given = { mchId: 'M1', amount: '500.00', extra: mchKey };
    const inCommas = 'amount=500.00&extra=1,234,567,890,123.00&mchId=M1&key=1234567890123';
    const explanation = explainSignature({ ...given, sign: md5(inCommas) }, { ...options, keys: { mchKey } });
    expect(explanation.mistakes.map(({ id }) => id)).toEqual(['number-rewritten']);
    expect(explanation.received.canonical).toBe('amount=500.00&extra=***&mchId=M1&key=***');
  });

  it('an explanation of a callback contains no key', () => {
    const body = JSON.stringify({
      mchId: 'M1',
      extra: keys.mchKey,
      utr: keys.mchSecret,
      sign: keys.mchSecret,
    });
    const explanation = explainCallback(body, {
      contentType: 'application/json',
      keys,
      baseString: keys.mchKey,
    });
    expect(textsIn(explanation).join('\n')).not.toMatch(/demo-mch/);
  });
});

describe('arbitrary parameters [contract:doctor.bounds]', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => [`f${at}`, `${at}`] as const);

  it.each([
    ['none', {}],
    ['ten thousand', Object.fromEntries(names(10_000))],
    ['a value of 64 KB', { mchId: 'M1', extra: 'x'.repeat(65_000) }],
    ['64 KB of what is escaped', { mchId: 'M1', extra: '&'.repeat(65_000) }],
    ['64 KB of entities', { mchId: 'M1', extra: '&not'.repeat(16_000) }],
    ['64 KB of spaces', { mchId: 'M1', extra: ' '.repeat(65_000) }],
    ['64 KB of digits', { mchId: 'M1', amount: '9'.repeat(65_000) }],
    ['64 KB of emoji', { mchId: 'M1', extra: '👕'.repeat(16_000) }],
    ['64 KB of brackets', { mchId: 'M1', extra: '['.repeat(65_000) }],
    ['64 KB of percent', { mchId: 'M1', extra: '%zz'.repeat(21_000) }],
    ['half a surrogate pair', { mchId: 'M1', extra: '\ud83d', '\udc55': 'x' }],
    ['NUL', { mchId: 'M1', extra: 'a\0b' }],
    ['__proto__', JSON.parse('{"__proto__":"1","constructor":"2","toString":"3","hasOwnProperty":"4"}')],
    ['names with & and =', { 'a=b&c': '1', '': '2', '&': '3' }],
    ['deep JSON', { mchId: 'M1', extra: `${'{"a":'.repeat(600)}1${'}'.repeat(600)}` }],
  ] as const)(
    'the doctor does not explain arbitrary parameters and stays within its limits: %s',
    (_, parameters) => {
      const explanation = explainSignature({ ...parameters, sign: md5('x') }, options);
      expect(explanation.verdict).toBe('unexplained');
      expect(explanation.tried.hashes).toBeLessThan(80_000);
    },
  );

  it('the doctor accepts the parameter name __proto__ as an ordinary name', () => {
    const given = JSON.parse('{"__proto__":"1","mchId":"M1"}');
    const all = new Map<string, string>([
      ...Object.entries<string>(given),
      ['sign', sign(given, keys.mchKey)],
    ]);
    const explanation = explainSignature(all, options);
    expect(explanation).toMatchObject({
      verdict: 'valid',
      expected: { canonical: '__proto__=1&mchId=M1&key=***' },
    });
  });

  it('the doctor computes no signature for a string that UTF-8 cannot encode', () => {
    const explanation = explainSignature({ mchId: '\ud83d', sign: md5('x') }, options);
    expect(explanation.expected.sign).toBeNull();
  });

  it('the doctor does not explain a malformed signature, even of 64 KB', () => {
    for (const given of [
      'f'.repeat(65_000),
      '='.repeat(600),
      '\0',
      '👕',
      '\ud83d',
      '0x',
      '==',
      'ff:ff',
      '[]',
    ]) {
      const explanation = explainSignature({ mchId: 'M1', sign: given }, options);
      expect(explanation.verdict).toBe('unexplained');
    }
  });
});

describe('arbitrary keys', () => {
  const order = { mchId: 'M1', amount: '500.00' };

  it.each(['a', '0', '=', '&', '.', '*', 'M1', '500.00', ' ', '\ud83d', '$&', '\\', 'k'.repeat(5_000)])(
    'the doctor accepts the key %j',
    (mchKey) => {
      const asked = { ...options, keys: { mchKey } };
      const right = mchKey.isWellFormed() ? sign(order, mchKey) : md5('x');
      const valid = explainSignature({ ...order, sign: right }, asked);
      expect(valid.verdict).toBe(mchKey.isWellFormed() ? 'valid' : 'unexplained');
      expect(valid.expected.canonical.endsWith('***')).toBe(true);
      expect(explainSignature({ ...order, sign: md5('nothing') }, asked).verdict).toBe('unexplained');
    },
  );

  it('the doctor accepts two equal keys', () => {
    const same = { mchKey: 'the-same-key', mchSecret: 'the-same-key' };
    const explanation = explainSignature(
      { ...order, sign: sign(order, 'the-same-key') },
      { ...options, keys: same },
    );
    expect(explanation.verdict).toBe('valid');
  });

  it('the doctor hides both keys if one begins with the other', () => {
    const two = { mchKey: 'secret-key', mchSecret: 'secret-key-and-more' };
    const given = { ...order, extra: 'secret-key-and-more', note: 'secret-key' };
    const explanation = explainSignature(
      { ...given, sign: sign(given, two.mchSecret) },
      { ...options, keys: two },
    );
    expect(explanation.received.canonical).toBe('amount=500.00&extra=***&mchId=M1&note=***&key=***');
  });
});
