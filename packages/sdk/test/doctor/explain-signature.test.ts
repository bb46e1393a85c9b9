import { createHash } from 'node:crypto';
import {
  type ExplainOptions,
  explainSignature,
  type SignedParameters,
  signatureMistakes,
} from '@inrgate/sdk/doctor';
import { parseFlat, sign, textParams } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { vectors } from '../../../../test/vectors.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();
const keys = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const payin = { operation: 'payin', keys } as const;
const order = { mchId: 'DEMO1001', mchOrderNo: 'ORDER-1', amount: '500.00', extra: 'blue shirt' };
const pairs = 'amount=500.00&extra=blue shirt&mchId=DEMO1001&mchOrderNo=ORDER-1';

function ids(parameters: SignedParameters, options: ExplainOptions): readonly string[] {
  const { verdict, mistakes } = explainSignature(parameters, options);
  return [verdict, ...mistakes.map(({ id }) => id)];
}

describe('a correct signature [contract:doctor.nothing-false]', () => {
  it.each(vectors.signatures.filter(({ result }) => result === 'valid'))(
    'the doctor reports the vector $id as valid',
    (vector) => {
      const explanation = explainSignature(
        { ...vector.params, sign: vector.sign },
        { keys: { mchKey: vector.key } },
      );
      expect(explanation).toMatchObject({
        verdict: 'valid',
        mistakes: [],
        difference: [],
        signedWith: 'mchKey',
      });
      expect(explanation.expected.sign).toBe(vector.sign);
      const masked = vector.canonical.replaceAll(vector.key, '***');
      expect(explanation.expected.canonical).toBe(masked);
      expect(explanation.received.canonical).toBe(masked);
    },
  );

  it.each(vectors.alternativeSignatures)(
    'the doctor reports the alternative vector $id as valid in either case',
    (vector) => {
      for (const given of [vector.sign, vector.sign.toUpperCase()]) {
        const explanation = explainSignature({ ...vector.params, sign: given }, payin);
        expect(explanation).toMatchObject({ verdict: 'valid', expected: { sign: given } });
        expect(explanation.expected.canonical).toBe('DEMO1001500.00ORDER-9***http://127.0.0.1:3000/cb');
      }
    },
  );

  it('the signature of a query is valid with either key', () => {
    const query = { mchId: 'DEMO1001', mchOrderNo: 'ORDER-1' };
    for (const name of ['mchKey', 'mchSecret'] as const) {
      const explanation = explainSignature(
        { ...query, sign: sign(query, keys[name]) },
        { operation: 'check-order-status', keys },
      );
      expect(explanation).toMatchObject({ verdict: 'valid', signedWith: name });
    }
  });

  it('a signature is valid with either of two keys during a rotation', () => {
    const changing = { ...payin, keys: { mchKey: ['the-new-key', keys.mchKey] } };
    expect(ids({ ...order, sign: sign(order, 'the-new-key') }, changing)).toEqual(['valid']);
    expect(ids({ ...order, sign: sign(order, keys.mchKey) }, changing)).toEqual(['valid']);
  });

  it('a lower-case signature is valid in a callback, but not in a request', () => {
    const lower = { ...order, sign: sign(order, keys.mchKey).toLowerCase() };
    expect(ids(lower, { operation: 'payin-callback', keys })).toEqual(['valid']);
    expect(ids(lower, payin)).toEqual(['explained', 'lower-case']);
  });

  it('the doctor accepts parameters as a parsed body, as strings and as an object', () => {
    const body = JSON.stringify({ ...order, sign: sign(order, keys.mchKey) });
    const flat = parseFlat(body, 'application/json');
    expect(ids(flat, payin)).toEqual(['valid']);
    expect(ids(textParams(flat), payin)).toEqual(['valid']);
    expect(ids(JSON.parse(body), payin)).toEqual(['valid']);
  });
});

describe('known mistakes of real clients', () => {
  const [kept, noKeyName] = vectors.signatures.filter(({ result }) => result === 'invalid');

  it('the doctor reports that a client signed the empty parameter attach', () => {
    const explanation = explainSignature(
      { ...kept?.params, sign: kept?.sign },
      { keys: { mchKey: kept?.key } },
    );
    expect(explanation.mistakes.map(({ id }) => id)).toEqual(['empty-values-signed']);
    expect(explanation.difference.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'added', text: '&attach=', invisible: [] },
    ]);
  });

  it('the doctor reports a key without &key= and a lower-case digest', () => {
    const given = { ...noKeyName?.params, sign: noKeyName?.sign };
    expect(ids(given, { keys: { mchKey: noKeyName?.key } })).toEqual([
      'explained',
      'key-without-name',
      'lower-case',
    ]);
  });
});

describe('an explanation', () => {
  it('an explanation contains the structure that the command and the dashboard show', () => {
    const given = { ...order, sign: md5(`${pairs}&notifyUrl=&key=demo-mch-key`) };
    const { summary, tried, ...explanation } = explainSignature({ ...given, notifyUrl: '' }, payin);
    expect(explanation).toEqual({
      verdict: 'explained',
      mistakes: [
        {
          id: 'empty-values-signed',
          title: 'Empty values are signed',
          fix: 'Leave out each parameter, including its name, if the value is empty or null.',
          fixes: expect.objectContaining({ php: expect.stringContaining('array_filter') }),
        },
      ],
      expected: { canonical: `${pairs}&key=***`, sign: md5(`${pairs}&key=demo-mch-key`) },
      received: { canonical: `${pairs}&notifyUrl=&key=***`, sign: given.sign },
      difference: [
        { kind: 'same', text: pairs, invisible: [] },
        { kind: 'added', text: '&notifyUrl=', invisible: [] },
        { kind: 'same', text: '&key=***', invisible: [] },
      ],
      signedWith: 'mchKey',
    });
    expect(tried).toMatchObject({ complete: true });
    expect(summary).toBe(`Empty values are signed. ${explanation.mistakes[0]?.fix}`);
  });

  it('every mistake has a title, a fix and code in six languages', () => {
    const languages = ['go', 'java', 'node', 'php', 'python', 'shell'];
    for (const { id, title, fix, fixes } of signatureMistakes) {
      expect(Object.keys(fixes).sort(), id).toEqual(languages);
      for (const text of [title, fix, ...Object.values(fixes)]) expect(text.trim(), id).not.toBe('');
    }
    expect(new Set(signatureMistakes.map(({ id }) => id)).size).toBe(signatureMistakes.length);
  });

  it('an explanation of an unexplained signature shows the size of the search and asks for the base string', () => {
    const explanation = explainSignature({ ...order, sign: md5('something else') }, payin);
    expect(explanation).toMatchObject({
      verdict: 'unexplained',
      mistakes: [],
      difference: [],
      received: { sign: md5('something else') },
      signedWith: null,
      tried: { complete: true },
    });
    expect(explanation.received).not.toHaveProperty('canonical');
    expect(explanation.summary).toMatch(
      /^None of \d+ single mistakes and \d+ pairs of mistakes produces this sign\./,
    );
    expect(explanation.summary).toContain('Either the key is wrong or the mistake is unknown.');
    expect(explanation.summary).toContain('base string');
  });

  it.each([
    [31, 'so it was truncated or lost its leading zeros'],
    [33, 'so it contains extra characters'],
    [40, 'the length of SHA-1'],
    [64, 'the length of SHA-256'],
    [96, 'the length of SHA-384'],
    [128, 'the length of SHA-512'],
  ])('an explanation states the probable reason why a signature has %d digits', (length, guess) => {
    const { verdict, summary } = explainSignature({ ...order, sign: 'E'.repeat(length) }, payin);
    expect(verdict).toBe('unexplained');
    expect(summary).toContain(`The sign has ${length} hexadecimal digits, ${guess}. An MD5 sign has 32.`);
  });

  it('an explanation reports a signature that is not hexadecimal without a remark about 32 digits', () => {
    const summaryOf = (sign: string) => explainSignature({ ...order, sign }, payin).summary;
    expect(summaryOf('x'.repeat(32))).toContain('The sign is not hexadecimal');
    expect(summaryOf('E'.repeat(32))).not.toContain('The sign');
  });
});

it('the doctor tries to omit each of the first forty-eight parameters', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`p${String(at).padStart(2, '0')}`, 'x']),
  );
  const without = (name: string) => {
    const { [name]: _, ...rest } = many;
    return { ...many, sign: sign(rest, keys.mchKey) };
  };
  expect(ids(without('p47'), payin)).toEqual(['explained', 'field-left-out']);
  expect(ids(without('p48'), payin)).toEqual(['unexplained']);
});

describe('the keys of an explanation', () => {
  it('an explanation names the key that was used and the correct key', () => {
    const explanation = explainSignature({ ...order, sign: sign(order, keys.mchSecret) }, payin);
    expect(explanation).toMatchObject({ signedWith: 'mchSecret', mistakes: [{ id: 'wrong-key-type' }] });
    expect(explanation.mistakes[0]?.title).toContain('mchSecret for mchKey');
  });

  it('an explanation recognizes mchSecret as the wrong key, even if mchKey is unknown', () => {
    const given = { ...order, sign: sign(order, keys.mchSecret) };
    const explanation = explainSignature(given, { ...payin, keys: { mchSecret: keys.mchSecret } });
    expect(explanation).toMatchObject({ verdict: 'explained', mistakes: [{ id: 'wrong-key-type' }] });
    expect(explanation.expected.sign).toBeNull();
  });

  it('an explanation without a key finds no mistake and shows the string to sign', () => {
    const none = explainSignature({ ...order, sign: sign(order, 'k') }, { ...payin, keys: { mchKey: '' } });
    expect(none).toMatchObject({
      verdict: 'unexplained',
      expected: { canonical: `${pairs}&key=***`, sign: null },
    });
    expect(none.summary).toContain('Without a key, the doctor can show');
  });

  it('an explanation names the merchant of a key that belongs to another merchant', () => {
    const otherMerchants = [{ mchId: 'DEMO2002', mchKey: 'their-key-of-2002' }];
    const given = { ...order, sign: sign(order, 'their-key-of-2002') };
    const explanation = explainSignature(given, { ...payin, otherMerchants });
    expect(explanation.mistakes[0]).toMatchObject({ id: 'other-merchants-key' });
    expect(explanation.mistakes[0]?.title).toContain('mchKey of DEMO2002');
    expect(JSON.stringify(explanation)).not.toContain('their-key');
  });

  it('an explanation for an unknown merchant tries the keys of known merchants', () => {
    const otherMerchants = [{ mchId: 'DEMO1001', mchKey: keys.mchKey }];
    const misspelt = { ...order, mchId: 'DEMO1OO1' };
    const explanation = explainSignature(
      { ...misspelt, sign: sign(misspelt, keys.mchKey) },
      { ...payin, keys: {}, otherMerchants },
    );
    expect(explanation.mistakes.map(({ title }) => title)).toEqual([
      'The sign was made with the key of another merchant: mchKey of DEMO1001',
    ]);
  });

  it.each(['demo-mch-key', ' DEMO-MCH-KEY\n'])(
    'an explanation reports a key sent as the sign without showing the key: %j',
    (sent) => {
      const explanation = explainSignature({ ...order, sign: sent }, payin);
      expect(explanation.mistakes.map(({ id }) => id)).toEqual(['sign-is-key']);
      expect(explanation).toMatchObject({ signedWith: null, difference: [] });
      expect(explanation.received).not.toHaveProperty('canonical');
      expect(JSON.stringify(explanation)).not.toMatch(/demo-mch-key/i);
    },
  );

  it('an explanation reports a base string sent as the sign and masks its key', () => {
    const explanation = explainSignature({ ...order, sign: `${pairs}&key=demo-mch-key` }, payin);
    expect(explanation.mistakes.map(({ id }) => id)).toEqual(['sign-is-text']);
    expect(explanation.received.sign).toBe(`${pairs}&key=***`);
  });

  it('an explanation reports a missing sign', () => {
    expect(ids(order, payin)).toEqual(['explained', 'sign-missing']);
    expect(ids({ ...order, sign: ' ' }, payin)).toEqual(['explained', 'sign-missing']);
    const none = explainSignature(order, payin);
    expect(none).toMatchObject({ signedWith: null, difference: [], tried: { hashes: 0, complete: true } });
    expect(none.received).toEqual({ sign: '' });
    expect(none.summary).toBe('The sign is missing. The parameter sign must contain the digest.');
  });
});

describe('an explanation of a v1 signature', () => {
  const v1 = { operation: 'create-link', keys } as const;
  const link = { api_key: keys.mchKey, amount: '500', client_ref: 'INV-42' };

  it('an explanation of v1 treats api_key as a key and masks the value', () => {
    const explanation = explainSignature({ ...link, sign: sign(link, keys.mchSecret) }, v1);
    expect(explanation.verdict).toBe('valid');
    expect(explanation.expected.canonical).toBe('amount=500&api_key=***&client_ref=INV-42&key=***');
  });

  it('an explanation of v1 reports mchKey as the wrong key', () => {
    expect(ids({ ...link, sign: sign(link, keys.mchKey) }, v1)).toEqual(['explained', 'wrong-key-type']);
  });

  it('an explanation of v1 names and masks an api_key that was signed but sent in the header', () => {
    const { api_key: _, ...inHeader } = link;
    const explanation = explainSignature({ ...inHeader, sign: sign(link, keys.mchSecret) }, v1);
    expect(explanation.mistakes.map(({ title }) => title)).toEqual([
      'A parameter that was not sent is signed: api_key',
    ]);
    expect(explanation.received.canonical).toBe('amount=500&api_key=***&client_ref=INV-42&key=***');
  });
});

describe('the alternative form', () => {
  interface Parts {
    readonly id: string;
    readonly amount: string;
    readonly no: string;
    readonly key: string;
    readonly url: string;
  }
  const made: readonly Parts[] = Array.from({ length: 3 }, (_, at) => ({
    id: `DEMO${1000 + at}`,
    amount: `${500 + 37 * at}.00`,
    no: `ORDER-${at * 7}`,
    key: keys.mchKey,
    url: `https://shop.example/cb?n=${at}`,
  }));
  const snakeOf = ({ id, amount, no, url }: Parts) => ({
    merchant_id: id,
    amount,
    merchant_order_no: no,
    callback_url: url,
  });

  it.each<readonly [string, (parts: Parts) => string]>([
    ['alternative-altered', ({ id, amount, no, key, url }) => id + no + amount + key + url],
    ['alternative-altered', ({ id, amount, no, key, url }) => key + id + amount + no + url],
    ['alternative-altered', ({ id, amount, no, key }) => id + amount + no + key],
    ['alternative-altered', ({ id, amount, no, url }) => id + amount + no + url],
    ['alternative-altered', ({ id, amount, key }) => id + amount + key],
    ['alternative-altered', ({ id, amount, no, key, url }) => [id, amount, no, key, url].join('&')],
    ['alternative-altered', ({ id, amount, no, key, url }) => [id, amount, no, key, url].join('|')],
    ['wrong-key-type', ({ id, amount, no, url }) => id + amount + no + keys.mchSecret + url],
    ['number-rewritten', ({ id, amount, no, key, url }) => id + Number(amount) + no + key + url],
    [
      'values-url-encoded',
      ({ id, amount, no, key, url }) => id + amount + no + key + encodeURIComponent(url),
    ],
    ['other-digest', () => ''],
  ])('the doctor reports %s for an alternative signature', (mistake, textOf) => {
    for (const parts of made) {
      const right = parts.id + parts.amount + parts.no + parts.key + parts.url;
      const given =
        mistake === 'other-digest'
          ? createHash('sha256').update(right).digest('hex')
          : md5(textOf(parts)).toLowerCase();
      for (const sign of [given, given.toUpperCase()]) {
        expect(ids({ ...snakeOf(parts), sign }, payin)).toEqual(['explained', mistake]);
      }
    }
  });

  const [{ id, amount, no, key, url } = { id: '', amount: '', no: '', key: '', url: '' }] = made;
  const snake = snakeOf({ id, amount, no, key, url });

  it('the doctor reports the alternative form as the mistake if the form is not allowed', () => {
    for (const parts of made) {
      const camelCase = { mchId: parts.id, amount: parts.amount, mchOrderNo: parts.no, notifyUrl: parts.url };
      const text = parts.id + parts.amount + parts.no + parts.key + parts.url;
      expect(ids({ ...camelCase, sign: md5(text) }, payin)).toEqual(['explained', 'alternative-not-allowed']);
    }
    const camel = { mchId: id, amount, mchOrderNo: no, notifyUrl: url };
    expect(ids({ ...camel, sign: md5(id + amount + no + key + url) }, payin)).toEqual([
      'explained',
      'alternative-not-allowed',
    ]);
    const payout = { ...payin, operation: 'payout' } as const;
    expect(ids({ ...snake, sign: md5(id + amount + no + keys.mchSecret + url) }, payout)).toEqual([
      'explained',
      'alternative-not-allowed',
    ]);
  });

  it('the doctor tries the normal form with snake_case names', () => {
    const text = `amount=${amount}&callback_url=${encodeURIComponent(url)}&merchant_id=${id}&merchant_order_no=${no}&key=${key}`;
    expect(ids({ ...snake, sign: md5(text) }, payin)).toEqual(['explained', 'values-url-encoded']);
  });
});

describe('a signed form body', () => {
  it('the doctor explains a lost + in a form whose spaces were signed as +', () => {
    const sent = { ...order, extra: 'a b' };
    const given = { ...sent, sign: sign({ ...sent, extra: 'a+b' }, keys.mchKey) };
    const contentType = 'application/x-www-form-urlencoded';
    expect(ids(given, { ...payin, contentType })).toEqual(['explained', 'plus-lost']);
    expect(ids(given, { ...payin, contentType: 'application/json' })).toEqual([
      'explained',
      'values-url-encoded',
    ]);
  });
});
