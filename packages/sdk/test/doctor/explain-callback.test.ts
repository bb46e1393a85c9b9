import { createHash } from 'node:crypto';
import { type ExplainCallbackOptions, explainCallback } from '@inrgate/sdk/doctor';
import { signedCallback } from '@inrgate/sdk/testing';
import { describe, expect, it } from 'vitest';

const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();
const keys = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const merchant = { mchId: 'DEMO1001', ...keys };
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function explained(body: string | Uint8Array, options: Partial<ExplainCallbackOptions> = {}) {
  return explainCallback(body, { contentType: json, keys, ...options });
}

function ids(body: string, options: Partial<ExplainCallbackOptions> = {}): readonly string[] {
  const { verdict, mistakes } = explained(body, options);
  return [verdict, ...mistakes.map(({ id }) => id)];
}

/** Creates three different callbacks. */
const some = Array.from({ length: 3 }, (_, at) => {
  const rupees = 500 + at * 97;
  return {
    mchOrderNo: `ORDER-${at}`,
    amount: `${rupees}.${at % 2 === 0 ? '50' : '00'}`,
    extra: `${['blue shirt', 'T-shirt size XL', 'gift order'][at % 3]} ${at} x`,
  };
});

describe('a callback body with a correct signature', () => {
  it.each(['payin', 'payout', 'link'] as const)(
    'the doctor reports a correct %s callback and its possible pitfalls, as JSON and as a form',
    (kind) => {
      for (const format of ['json', 'form'] as const) {
        const { body, contentType } = signedCallback(kind, merchant, {}, { format });
        const explanation = explained(body, { contentType });
        expect(explanation).toMatchObject({ verdict: 'valid', kind, mistakes: [] });
        expect(explanation.summary).toMatch(/^The sign of this body is correct\. If your code rejects it/);
        expect(explanation.pitfalls.map(({ id }) => id)).toContain('wrong-key-type');
        expect(explanation.pitfalls.some(({ id }) => id === 'plus-kept')).toBe(format === 'form');
      }
    },
  );

  it('the doctor accepts a callback as bytes or as a string, with or without a charset', () => {
    const { body } = signedCallback('payin', merchant, { extra: 'चाय' });
    expect(explained(Buffer.from(body)).verdict).toBe('valid');
    expect(explained(body, { contentType: 'application/json; charset=utf-8' }).verdict).toBe('valid');
    expect(explained(body, { contentType: null }).verdict).toBe('valid');
    expect(explained(body, { contentType: undefined }).verdict).toBe('valid');
  });

  it('the doctor lists only the pitfalls of the given body', () => {
    const pitfalls = (
      fields: Record<string, string | boolean | undefined>,
      kind: 'payin' | 'payout' = 'payin',
    ) => explained(signedCallback(kind, merchant, fields).body).pitfalls.map(({ id }) => id);
    expect(pitfalls({ test: true })).toContain('boolean-rewritten');
    expect(pitfalls({ extra: 'x' })).not.toContain('boolean-rewritten');
    expect(pitfalls({}, 'payout')).toContain('empty-values-signed');
    expect(pitfalls({ extra: 'x' })).not.toContain('empty-values-signed');
    expect(pitfalls({ extra: ' x' })).toContain('values-cleaned');
    expect(pitfalls({ loyalty: 'gold' })).toContain('field-left-out');
    const leftOut = explained(signedCallback('payin', merchant, { loyalty: 'gold' }).body).pitfalls;
    expect(leftOut.map(({ title }) => title)).toContainEqual(expect.stringMatching(/: unknown names$/));
    expect(pitfalls({})).not.toContain('number-rewritten');
    const { body } = signedCallback('payin', merchant);
    const withNumber = explained(body.replace('"amount":"500.00"', '"amount":500.00')).pitfalls;
    expect(withNumber.map(({ id }) => id)).toContain('number-rewritten');
  });

  it('the doctor examines the signature that the merchant’s code computed', () => {
    for (const fields of some) {
      const { body } = signedCallback('payin', merchant, fields);
      const { sign, ...rest } = JSON.parse(body);
      const pairs = Object.keys(rest)
        .sort()
        .map((name) => `${name}=${rest[name]}`);
      const right = pairs.join('&');
      expect(ids(body, { computedSign: sign.toLowerCase() })).toEqual(['valid']);
      expect(ids(body, { computedSign: md5(`${right}&key=demo-mch-secret`) })).toEqual([
        'explained',
        'wrong-key-type',
      ]);
      expect(ids(body, { computedSign: md5(`${right}demo-mch-key`) })).toEqual([
        'explained',
        'key-without-name',
      ]);
      const withoutAliases = pairs.filter(
        (pair) => !/^(merchant_id|merchant_order_no|gateway_order_no)=/.test(pair),
      );
      expect(ids(body, { computedSign: md5(`${withoutAliases.join('&')}&key=demo-mch-key`) })).toEqual([
        'explained',
        'field-left-out',
      ]);
    }
  });

  it('the doctor examines the string that the merchant’s code hashed, with or without the key', () => {
    const { body } = signedCallback('payin', merchant, { extra: 'a b' });
    const { sign: _, ...rest } = JSON.parse(body);
    const text = (fields: Record<string, string>) =>
      Object.keys(fields)
        .sort()
        .map((name) => `${name}=${fields[name]}`)
        .join('&');
    expect(ids(body, { baseString: text({ ...rest, extra: 'a+b' }) })).toEqual([
      'explained',
      'values-url-encoded',
    ]);
    expect(ids(body, { baseString: `${text(rest)}&key=demo-mch-secret\n` })).toEqual([
      'explained',
      'wrong-key-type',
    ]);
    expect(ids(body, { baseString: text(rest) })).toEqual(['valid']);
    const odd = explained(body, { baseString: text({ ...rest, extra: 'a\u2007b!' }) });
    expect(odd.comparison).toMatchObject({ expected: 'U+0020 SPACE', found: 'U+2007 FIGURE SPACE' });
  });
});

describe('a callback body with a wrong signature', () => {
  it('the doctor reports swapped keys for a callback', () => {
    const swapped = { mchKey: keys.mchSecret, mchSecret: keys.mchKey };
    for (const kind of ['payin', 'payout', 'link'] as const) {
      expect(ids(signedCallback(kind, merchant).body, { keys: swapped })).toEqual([
        'explained',
        'wrong-key-type',
      ]);
    }
  });

  it.each([
    [
      'numbers-reserialised',
      (body: string) => body.replace(/"(\d+\.\d\d)"/g, (_, number) => String(Number(number))),
    ],
    ['field-dropped', (body: string) => body.replace(/"merchant_id":"[^"]*",/, '')],
    ['field-dropped', (body: string) => body.replace(/"(merchant_order_no|gateway_order_no)":"[^"]*",/g, '')],
    ['field-dropped', (body: string) => body.replace('"tradeType":"INRUPI",', '')],
    ['field-dropped', (body: string) => body.replace(/"paidAmount":"[^"]*",/, '')],
    ['field-added', (body: string) => body.replace('{', '{"_route":"callbacks",')],
    [
      'not-decoded',
      (body: string) =>
        body.replace(/"extra":"([^"]*)"/, (_, extra) => `"extra":"${encodeURIComponent(extra)}"`),
    ],
    [
      'white-space-lost',
      (body: string) => body.replace(/ x"/, '"').replace(/"extra":"([^"]*)"/, '"extra":"$1"'),
    ],
    ['utf8-misread', (body: string) => Buffer.from(body.replace(/ x"/, ' x"')).toString('latin1')],
    ['body-padded', (body: string) => `\ufeff${body}`],
  ])('the doctor reports %s for an altered callback', (id, alter) => {
    let shown = 0;
    for (const fields of some) {
      const extra = id === 'white-space-lost' ? 'blue ' : `${fields.extra} é & é`;
      const { body } = signedCallback('payin', merchant, { ...fields, extra });
      const altered = id === 'white-space-lost' ? body.replace('"blue "', '"blue"') : alter(body);
      if (altered === body) continue;
      shown += 1;
      expect(ids(altered)).toEqual(['explained', id]);
    }
    expect(shown).toBe(3);
  });

  it('the doctor reports a lost + in a form and a form that was not decoded', () => {
    for (const fields of some) {
      const extra = `${fields.extra.replaceAll(' ', '+')}`;
      const { body } = signedCallback('payin', merchant, { ...fields, extra }, { format: 'form' });
      expect(ids(body.replaceAll('%2B', '+'), { contentType: form })).toEqual(['explained', 'plus-lost']);
      const twice = body.replace(/extra=([^&]*)/, (_, value) => `extra=${encodeURIComponent(value)}`);
      expect(ids(twice, { contentType: form })).toEqual(['explained', 'not-decoded']);
    }
  });

  it('the doctor reports a boolean written by PHP or Python, and a word for an absent value', () => {
    for (const fields of some) {
      const { body } = signedCallback(
        'payin',
        merchant,
        { ...fields, test: true, utr: '' },
        { format: 'form' },
      );
      const altered = (from: string | RegExp, to: string) =>
        ids(body.replace(from, to), { contentType: form });
      expect(altered('test=true', 'test=1')).toEqual(['explained', 'booleans-reserialised']);
      expect(altered('test=true', 'test=True')).toEqual(['explained', 'booleans-reserialised']);
      expect(altered('utr=', 'utr=null')).toEqual(['explained', 'no-value-as-word']);
    }
  });

  it('the doctor reports a form sent with the content type of JSON, and JSON sent with the content type of a form', () => {
    const { body } = signedCallback('payin', merchant, {}, { format: 'form' });
    expect(ids(body, { contentType: json })).toEqual(['explained', 'other-content-type']);
    expect(ids(signedCallback('payin', merchant).body, { contentType: form })).toEqual([
      'explained',
      'other-content-type',
    ]);
  });

  it('the doctor reports two alterations of the same callback', () => {
    const { body } = signedCallback('payin', merchant, { extra: 'x' });
    const altered = body
      .replace(/"(\d+\.\d\d)"/g, (_, number) => String(Number(number)))
      .replace('"tradeType":"INRUPI",', '');
    expect(ids(altered)).toEqual(['explained', 'numbers-reserialised', 'field-dropped']);
  });

  it('the doctor does not explain a callback if an amount was changed in transit', () => {
    const { body } = signedCallback('payin', merchant, { amount: '500.00' });
    const explanation = explained(body.replaceAll('500.00', '600.00'));
    expect(explanation).toMatchObject({ verdict: 'unexplained', kind: 'payin', pitfalls: [] });
  });

  it.each([
    ['', json],
    ['%zz{{', form],
    ['{"a":[1]}', json],
    ['[1]', json],
    ['{"a":"1","a":"2"}', json],
    [`{"a":"${'x'.repeat(70_000)}"}`, json],
  ])('the doctor reports why the body %.12s is unreadable', (body, contentType) => {
    const explanation = explained(body, { contentType });
    expect(explanation.verdict).toBe('explained');
    expect(explanation.mistakes.map(({ id }) => id)).toEqual(['body-unreadable']);
  });

  it('the doctor reports a callback without a signature', () => {
    expect(ids('{"mchId":"DEMO1001"}')).toEqual(['explained', 'sign-missing']);
  });
});

describe('words for the receiver of a callback', () => {
  const { body, contentType } = signedCallback('payout', merchant, { extra: 'a+b' }, { format: 'form' });
  const { sign = '', ...params } = Object.fromEntries(new URLSearchParams(body));
  const hashed = (fields: Record<string, string>, key = keys.mchSecret) =>
    md5(
      `${Object.keys(fields)
        .filter((name) => fields[name] !== '')
        .sort()
        .map((name) => `${name}=${fields[name]}`)
        .join('&')}&key=${key}`,
    );
  const ofCode = (computedSign: string) => explained(body, { contentType, computedSign }).mistakes[0];

  it('the doctor names values that the receiver decoded twice', () => {
    const again = Object.entries(params).map(([name, text]) => [name, text.replaceAll('+', ' ')]);
    expect(ofCode(hashed(Object.fromEntries(again)))).toMatchObject({ id: 'decoded-twice' });
  });

  it('the doctor does not speak of a previous attempt if a receiver signs the sign', () => {
    const mistake = ofCode(hashed({ ...params, sign }));
    expect(mistake?.title).toBe('The sign parameter itself is signed: the received sign');
    expect(mistake?.fixes.php).toContain('hash_equals');
  });

  it('the doctor says which key verifies which callback', () => {
    const mistake = ofCode(hashed(params, keys.mchKey));
    expect(mistake?.title).toMatch(/: mchKey for mchSecret$/);
    expect(mistake?.fix).toMatch(
      /mchKey .* pay-ins, their queries and their callbacks.*mchSecret .* payouts/,
    );
  });

  it('the doctor names the fields that were added', () => {
    const added = (kind: 'payin' | 'payout', more: string) => {
      const { body } = signedCallback(kind, merchant, { extra: 'x' });
      return explained(body.replace('{', `{${more},`)).mistakes[0]?.title;
    };
    expect(added('payin', '"ip":"10.0.0.1"')).toMatch(/did not sign: ip$/);
    expect(added('payin', '"ip":"10.0.0.1","route":"x"')).toMatch(/did not sign: ip, route$/);
    // A payout callback with an unknown field that the gateway signed.
    expect(added('payout', '"ip":"10.0.0.1","route":"x"')).toMatch(/did not sign: ip, route$/);
  });
});

describe('summaries of a callback', () => {
  const sealed = (pairs: string, key: string) => md5(`${pairs}&key=${key}`);
  const right = 'amount=5.00&tradeType=INRUPI';
  const body = (sign: string, more: object = {}) =>
    JSON.stringify({ amount: '5.00', tradeType: 'INRUPI', ...more, sign });
  const good = body(sealed(right, keys.mchKey));
  const bodyIsRight = 'The sign of this body is correct.';

  it('the summary of a callback with a correct signature suggests the next step', () => {
    const openWords =
      'If your code rejects it, your code builds a different base string. Check the pitfalls, or pass the sign that your code calculated or the base string that it hashed.';
    expect(explained(good).summary).toBe(`${bodyIsRight} ${openWords}`);
    expect(explained(good).pitfalls.length).toBeGreaterThan(0);
  });

  it('the summary of a callback judges the signature that the merchant’s code computed', () => {
    const same = explained(good, { computedSign: sealed(right, keys.mchKey) });
    expect(same.summary).toBe(
      `${bodyIsRight} Your code calculates the same sign, so its comparison is wrong. Compare all 32 digits and ignore case.`,
    );
    expect(same.pitfalls).toEqual([]);
    const other = explained(good, { computedSign: sealed(right, keys.mchSecret) });
    expect(other.received.sign).toBe(sealed(right, keys.mchSecret));
    expect(other.summary).toBe(
      `${bodyIsRight} The sign that your code calculates is wrong. ${other.mistakes.map(({ title, fix }) => `${title}. ${fix}`).join('')}`,
    );
    expect(other.mistakes.map(({ id }) => id)).toEqual(['wrong-key-type']);
  });

  it('the summary of a callback judges the string that the merchant’s code hashed, with or without its key', () => {
    const hashed = 'amount=5.00&extra=&tradeType=INRUPI';
    for (const baseString of [hashed, `${hashed}&key=${keys.mchKey}`]) {
      const told = explained(body(sealed(right, keys.mchKey), { extra: '' }), { baseString });
      expect(told.received.sign).toBe(sealed(hashed, keys.mchKey).toLowerCase());
      expect(told.mistakes.map(({ id }) => id)).toEqual(['empty-values-signed']);
      expect(told.summary).toContain(`${bodyIsRight} The sign that your code calculates is wrong. `);
    }
  });

  it('the summary of a padded or unreadable callback names the mistake', () => {
    const padded = explained(`\ufeff${good}`);
    expect(padded).toMatchObject({ verdict: 'explained', mistakes: [{ id: 'body-padded' }] });
    const [{ title, fix } = { title: '', fix: '' }] = padded.mistakes;
    expect(padded.summary).toBe(`${title}. ${fix} The sign is correct.`);
    const both = explained(`\ufeff${body(sealed(right, keys.mchSecret))}`);
    expect(both.mistakes.map(({ id }) => id)).toEqual(['body-padded', 'wrong-key-type']);
    expect(both.summary).toBe(both.mistakes.map((mistake) => `${mistake.title}. ${mistake.fix}`).join(' '));
    const unknown = explained(`\ufeff${body(md5('x'))}`);
    expect(unknown).toMatchObject({ verdict: 'unexplained', mistakes: [{ id: 'body-padded' }] });
    const unread = explained('{"sign":');
    expect(unread).toMatchObject({
      verdict: 'explained',
      mistakes: [{ id: 'body-unreadable' }],
      pitfalls: [],
    });
    expect(unread.summary).toBe(
      'The doctor cannot read the body: the body is not valid JSON. Pass the raw body, byte for byte, with its content type.',
    );
  });

  it.each([
    [['link_code', 'totalDebit', 'utr'], 'link'],
    [['totalDebit', 'utr'], 'payout'],
    [['txid', 'utr'], 'payout'],
    [['tradeType', 'message'], 'payin'],
    [['netAmount', 'message'], 'payin'],
    [['paidAmount', 'message'], 'payin'],
    [['utr', 'message'], 'payin'],
    [['usdtAmount', 'message'], 'payin'],
    [['message', 'extra'], 'payout'],
    [['extra', 'amount'], 'payin'],
    [['amount', 'mchId'], null],
  ])('the doctor recognizes a callback with %s as the kind %s', (names, kind) => {
    const text = JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, '1'])), sign: md5('x') });
    expect(explained(text).kind).toBe(kind);
  });
});
