import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type ExplainOptions,
  explainCallback,
  explainSignature,
  signatureMistakes,
} from '@inrgate/sdk/doctor';
import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';

const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex').toUpperCase();
const digestOf = (algorithm: string, text: string) =>
  createHash(algorithm).update(text).digest('hex').toUpperCase();
const keys = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const key = keys.mchKey;
type Params = Readonly<Record<string, string>>;

const sent: Params = {
  mchId: 'DEMO1001',
  mchOrderNo: 'ORDER-1',
  amount: '1500.50',
  tradeType: 'INRUPI',
  notifyUrl: 'https://shop.example/cb?a=1&notify=2',
  extra: ' Müller\'s <b>shirt</b>\n"XL" {size}',
  Remark: '0',
  test: 'true',
  utr: '',
};

function join(params: Params): string {
  return Object.keys(params)
    .filter((name) => params[name] !== '')
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
}

const keyed = (params: Params, some = key) => md5(`${join(params)}&key=${some}`);
const changed = (map: (text: string, name: string) => string) =>
  Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, map(text, name)]));
const { extra: _, ...withoutExtra } = sent;
const right = join(sent);
const values = Object.keys(sent)
  .sort()
  .map((name) => sent[name])
  .join('');

const named = Object.keys(sent).filter((name) => sent[name] !== '');
const inOrder = (names: readonly string[], write = (name: string) => `${name}=${sent[name]}`, mark = '&') =>
  names.map(write).join(mark);
const sorted = named.toSorted();
const ignoringCase = inOrder(named.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));

/** Each mistake, with a sign that a client made without the doctor's code. */
const alone: readonly (readonly [id: string, sign: string])[] = [
  ['empty-values-signed', md5(`${right}&utr=&key=${key}`)],
  ['null-signed-as-text', keyed({ ...sent, utr: 'null' })],
  ['absent-signed', md5(`${join({ ...sent, app_id: '-' }).replace('=-', '=')}&key=${key}`)],
  ['values-url-encoded', keyed(changed(encodeURIComponent))],
  ['values-url-encoded', keyed(changed((text) => text.replaceAll('/', '%2F')))],
  ['wrong-key-type', keyed(sent, keys.mchSecret)],
  ['merchant-id-as-key', keyed(sent, 'DEMO1001')],
  ['line-break-at-end', keyed(sent, `${key}\r`)],
  ['key-with-white-space', keyed(sent, `${key}\t`)],
  ['key-quoted', keyed(sent, `"${key}"`)],
  ['key-altered', keyed(sent, md5(key).toLowerCase())],
  ['key-misread', keyed(sent, key.slice(0, -1))],
  ['key-not-set', keyed(sent, 'undefined')],
  ['sign-included', md5(`${right.replace('&test=', `&sign=${keyed(sent)}&test=`)}&key=${key}`)],
  ['falsy-dropped', keyed({ ...sent, Remark: '' })],
  ['field-left-out', keyed(withoutExtra)],
  ['number-rewritten', keyed({ ...sent, amount: '1500,50' })],
  ['number-rewritten', keyed({ ...sent, amount: '0.15005e4' })],
  ['boolean-rewritten', keyed({ ...sent, test: 'True' })],
  ['not-sorted', md5(`${inOrder(named)}&key=${key}`)],
  ['sorted-otherwise', md5(`${ignoringCase}&key=${key}`)],
  ['key-without-name', md5(right + key)],
  ['no-key', md5(right)],
  ['other-key-name', md5(`${right}&secret=${key}`)],
  ['key-in-front', md5(key + right)],
  ['key-sorted', md5(join({ ...sent, key }))],
  ['text-after-key', md5(`${right}&key=${key}&`)],
  ['key-alone', md5(`&key=${key}`)],
  ['joined-otherwise', md5(`${values}&key=${key}`)],
  ['joined-otherwise', md5(`${inOrder(sorted, (name) => `${name} = ${sent[name]}`)}&key=${key}`)],
  ['joined-otherwise', md5(`${inOrder(sorted, undefined, ',')},${key}`)],
  ['joined-otherwise', md5(`${inOrder(sorted, undefined, '|')}|${key}`)],
  ['joined-otherwise', md5(`${sorted.map((name) => sent[name]).join('|')}|${key}`)],
  ['joined-otherwise', md5(sorted.map((name) => name + sent[name]).join('') + key)],
  ['json-signed', md5(`${JSON.stringify(sent, sorted)}&key=${key}`)],
  ['json-signed', md5(`${JSON.stringify(sent)}&key=${key}`)],
  ['json-signed', md5(`${JSON.stringify(sent).replaceAll('/', '\\/').replace('ü', '\\u00fc')}&key=${key}`)],
  ['other-key-name', md5(`${right}&apikey=${key}`)],
  ['other-digest', digestOf('sha512', `${right}&key=${key}`)],
  ['sign-cut', keyed(sent).slice(0, 16)],
  ['pairs-url-encoded', md5(`${encodeURIComponent(right)}&key=${key}`)],
  ['other-digest', createHmac('sha256', key).update(right).digest('hex').toUpperCase()],
  ['md5-twice', md5(keyed(sent).toLowerCase())],
  ['other-charset', md5(Buffer.from(`${right}&key=${key}`, 'latin1'))],
  ['values-cleaned', keyed(changed((text) => text.trim()))],
  ['values-cleaned', keyed(changed((text) => text.replace(/<[^>]*>/g, '')))],
  ['line-breaks-rewritten', keyed(changed((text) => text.replaceAll('\n', '\r\n')))],
  ['letters-rewritten', keyed(changed((text) => text.normalize('NFD')))],
  [
    'values-html-escaped',
    keyed(
      changed((text) =>
        text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
          .replaceAll("'", '&#039;'),
      ),
    ),
  ],
  ['read-as-html', md5(`${right}&key=${key}`.replaceAll('&not', '¬'))],
  ['values-backslashed', keyed(changed((text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')))],
  [
    'alias-names',
    keyed(Object.fromEntries(Object.entries(sent).map(([name, text]) => [name.toLowerCase(), text]))),
  ],
  ['value-cut', keyed({ ...sent, notifyUrl: 'https://shop.example/cb?a=1' })],
  ['url-rewritten', keyed({ ...sent, notifyUrl: 'http://shop.example/cb?a=1&notify=2' })],
  ['value-rewritten', keyed(changed((text) => (text === '' ? '' : `['${text}']`)))],
  ['case-changed', md5(`${right}&key=${key}`.toLowerCase())],
  ['text-quoted', md5(`"${right}&key=${key}"`)],
  ['lower-case', keyed(sent).toLowerCase()],
  ['base64', Buffer.from(keyed(sent), 'hex').toString('base64')],
];

function inRequest(wrong: string, options: Partial<ExplainOptions> = {}) {
  return explainSignature({ ...sent, sign: wrong }, { operation: 'payin', keys, ...options });
}

const ids = ({ mistakes }: { readonly mistakes: readonly { readonly id: string }[] }) =>
  mistakes.map(({ id }) => id);

describe('a single mistake [contract:doctor.mistakes]', () => {
  it.each(alone)('the doctor names %s in a request and in the code that verifies a callback', (id, wrong) => {
    expect(ids(inRequest(wrong))).toEqual([id]);
    if (id === 'lower-case') return;
    const body = JSON.stringify({ ...sent, sign: keyed(sent) });
    const explanation = explainCallback(body, { contentType: 'application/json', keys, computedSign: wrong });
    expect(ids(explanation)).toEqual([id]);
    expect(JSON.stringify(explanation)).not.toMatch(/demo-mch-(key|secret)/);
    expect(JSON.stringify(explanation.mistakes)).not.toMatch(/\bsend\b|for signing and sending/);
  });

  it.each([
    ['time-rewritten', { payTime: '2026-11-29T12:10:05+05:30' }, { payTime: '2026-11-29T06:40:05.000Z' }],
    ['absent-signed', {}, { returnUrl: 'undefined' }],
    ['values-sent-encoded', { extra: 'a%20b' }, { extra: 'a b' }],
    ['plus-lost', { extra: 'a b' }, { extra: 'a+b' }],
    ['number-rewritten', { userId: '123456789012345' }, { userId: '1.23457E+14' }],
  ])('the doctor names %s in a form', (id, received, signed) => {
    const contentType = 'application/x-www-form-urlencoded';
    const given = { mchId: 'DEMO1001', ...received, sign: keyed({ mchId: 'DEMO1001', ...signed }) };
    expect(ids(explainSignature(given, { operation: 'payin', keys, contentType }))).toEqual([id]);
  });

  it.each([
    ['without its URL, with undefined', 'undefined', undefined],
    ['with the saved URL', 'https://shop.example/cb', 'https://shop.example/cb'],
    ['without its key', null, undefined],
  ])('the doctor names a change of the alternative form: %s', (_, url, callbackUrl) => {
    const given = { merchant_id: 'M1', amount: '500.00', merchant_order_no: 'A' };
    const text = url === null ? 'M1500.00A' : `M1500.00A${key}${url}`;
    const explanation = explainSignature(
      { ...given, sign: md5(text) },
      { operation: 'payin', keys, callbackUrl },
    );
    expect(ids(explanation)).toEqual(['alternative-altered']);
  });

  it('the tests name every mistake of signing', () => {
    const known = new Set(alone.map(([id]) => id));
    const elsewhere = new Set([
      ...['plus-lost', 'time-rewritten', 'values-sent-encoded', 'alternative-altered', 'other-merchants-key'],
      'alternative-not-allowed',
    ]);
    const signing = signatureMistakes.map(({ id }) => id);
    const last = signing.indexOf('alternative-altered');
    expect(signing.slice(0, last + 1).filter((id) => !known.has(id) && !elsewhere.has(id))).toEqual([]);
  });
});

describe('several mistakes [contract:doctor.mistakes]', () => {
  it.each([
    [['values-url-encoded', 'key-without-name'], md5(join(changed(encodeURIComponent)) + key)],
    [['key-altered', 'field-left-out'], keyed(withoutExtra, key.toUpperCase())],
    [['number-rewritten', 'boolean-rewritten'], keyed({ ...sent, amount: '1500.5', test: '1' })],
    [['empty-values-signed', 'lower-case'], md5(`${right}&utr=&key=${key}`).toLowerCase()],
    [['wrong-key-type', 'number-rewritten'], keyed({ ...sent, amount: '1500.5' }, keys.mchSecret)],
    // The fourth way of a mistake, with the first of another.
    [['number-rewritten', 'other-key-name'], md5(`${join({ ...sent, amount: '1500.5' })}&mchKey=${key}`)],
    [['key-quoted', 'number-rewritten'], keyed({ ...sent, amount: '1500.5' }, `b'${key}'`)],
    [
      ['number-rewritten', 'other-digest'],
      createHmac('sha256', key)
        .update(join({ ...sent, amount: '1500.5' }))
        .digest('hex')
        .toUpperCase(),
    ],
    [['json-signed', 'key-without-name'].toReversed(), md5(JSON.stringify(sent) + key)],
    [['not-sorted', 'joined-otherwise'], md5(named.map((name) => sent[name]).join('') + key)],
    ...['sha1', 'sha256'].flatMap((algorithm): [string[], string][] => [
      [['not-sorted', 'other-digest'], digestOf(algorithm, `${inOrder(named)}&key=${key}`)],
      [['field-left-out', 'other-digest'], digestOf(algorithm, `${join(withoutExtra)}&key=${key}`)],
      [['key-without-name', 'other-digest'], digestOf(algorithm, right + key)],
    ]),
    [['not-sorted', 'other-charset'], md5(Buffer.from(`${inOrder(named)}&key=${key}`, 'utf16le'))],
    [['key-without-name', 'other-charset'], md5(Buffer.from(right + key, 'utf16le'))],
    ...[',', ';', '|', '\n'].flatMap((mark): [string[], string][] => [
      [['not-sorted', 'joined-otherwise'], md5(`${inOrder(named, undefined, mark)}&key=${key}`)],
      [
        ['field-left-out', 'joined-otherwise'],
        md5(
          [...sorted.filter((name) => name !== 'extra').map((name) => `${name}=${sent[name]}`), key].join(
            mark,
          ),
        ),
      ],
    ]),
    [
      ['wrong-key-type', 'values-url-encoded', 'key-without-name'],
      md5(join(changed(encodeURIComponent)) + keys.mchSecret),
    ],
  ])('the doctor names %j', (expected, wrong) => {
    expect(ids(inRequest(wrong))).toEqual(expected);
  });

  it.each(['null', 'None'])('the doctor names null signed as %s beside an empty string', (word) => {
    const given = { mchId: 'M1', amount: '1500.00', returnUrl: null, extra: '' };
    const text = `amount=1500&mchId=M1&returnUrl=${word}&key=${key}`;
    const explanation = explainSignature({ ...given, sign: md5(text) }, { operation: 'payin', keys });
    expect(ids(explanation)).toEqual(['null-signed-as-text', 'number-rewritten']);
    expect(explanation.mistakes[0]?.title).toMatch(new RegExp(`: ${word}$`));
  });

  it('the doctor tries the keys of other merchants, with one mistake', () => {
    const otherMerchants = [{ mchId: 'M2', mchKey: 'their-key' }];
    const wrong = keyed({ ...sent, amount: '1500.5' }, 'their-key');
    expect(ids(inRequest(wrong, { otherMerchants }))).toEqual(['other-merchants-key', 'number-rewritten']);
  });
});

describe('which parameters were signed, and in which order [contract:doctor.mistakes]', () => {
  const names =
    'mchId merchant_id mchOrderNo merchant_order_no orderNo gateway_order_no amount paidAmount fee';
  const callback: Params = Object.fromEntries(
    `${names} netAmount tradeType status utr payTime extra`
      .split(' ')
      .map((name, at) => [name, `value ${at}`]),
  );
  const body = JSON.stringify({ ...callback, sign: sign(callback, key) });
  const only = (pick: (name: string, at: number) => boolean) =>
    Object.fromEntries(Object.entries(callback).filter(([name], at) => pick(name, at)));
  const explained = (computedSign: string) =>
    explainCallback(body, { contentType: 'application/json', keys, computedSign });

  it.each([
    ['only the snake_case names', (name: string) => name === name.toLowerCase()],
    [
      'a fixed list of seven',
      (name: string) => /^(mchId|mchOrderNo|amount|fee|status|utr|orderNo)$/.test(name),
    ],
  ])('the doctor finds that the code of a receiver signs %s of fifteen fields', (_, pick) => {
    const explanation = explained(sign(only(pick), key));
    expect(ids(explanation)).toEqual(['field-left-out']);
    const left = Object.keys(callback).filter((name) => !pick(name));
    expect(explanation.mistakes[0]?.title.endsWith(`: ${left.join(', ')}`)).toBe(true);
    expect(explanation.received.canonical).toBe(`${join(only(pick))}&key=***`);
  });

  it('the doctor finds any selection of fourteen parameters, with either key', () => {
    const all = only((_, at) => at < 14);
    for (const bits of [0b10110111001101, 0b00000000110000]) {
      const picked = only((_, at) => at < 14 && ((bits >> at) & 1) === 1);
      for (const [name, some] of Object.entries(keys)) {
        const given = { ...all, sign: sign(picked, some) };
        const explanation = explainSignature(given, { operation: 'payin', keys });
        expect(ids(explanation)).toEqual(
          name === 'mchKey' ? ['field-left-out'] : ['wrong-key-type', 'field-left-out'],
        );
      }
    }
  });

  it('the doctor finds a selection of nine parameters in the order of the documentation', () => {
    const text = Object.entries(only((_, at) => at < 9))
      .map((pair) => pair.join('='))
      .join('&');
    expect(ids(explained(md5(`${text}&key=${key}`)))).toEqual(['field-left-out', 'not-sorted']);
  });

  it('the doctor finds any order of seven parameters', () => {
    const seven = Object.entries(callback).slice(0, 7);
    const order = [3, 0, 6, 2, 5, 1, 4].map((at) => seven[at] ?? []);
    const text = order.map((pair) => pair.join('=')).join('&');
    const given = { ...Object.fromEntries(seven), sign: md5(`${text}&key=${key}`) };
    const explanation = explainSignature(given, { operation: 'payin', keys });
    expect(explanation.mistakes[0]?.title).toContain(
      `in the order ${order.map(([name]) => name).join(', ')}`,
    );
    expect(explanation.received.canonical).toBe(`${text}&key=***`);
    const values = order.map(([, text]) => text).join('');
    const joined = explainSignature({ ...given, sign: md5(values + key) }, { operation: 'payin', keys });
    expect(ids(joined)).toEqual(['not-sorted', 'joined-otherwise']);
    expect(joined.received.canonical).toBe(`${values}***`);
  });
});

describe('the details of an explanation [contract:doctor.mistakes]', () => {
  const titleOf = (received: Params, signed: Params) =>
    explainSignature({ ...received, sign: keyed(signed) }, { operation: 'payin', keys }).mistakes[0]?.title;

  it('the doctor does not take a time without its offset for a truncated value', () => {
    const payTime = '2026-11-29T12:10:05';
    expect(titleOf({ payTime: `${payTime}+05:30` }, { payTime })).toMatch(/^A time .*: without its offset$/);
  });

  it('the doctor names lost leading zeros', () => {
    expect(titleOf({ utr: '001200' }, { utr: '1200' })).toMatch(/: no leading zeros$/);
    const [received, signed] = [
      { amount: '5.00', utr: '00120' },
      { amount: '5.00', utr: '120' },
    ];
    expect(titleOf(received, signed)).toMatch(/: utr, no leading zeros$/);
  });

  it('the doctor shows a masked key unchanged among URL-encoded values', () => {
    const given = { api_key: key, note: 'a b' };
    const wrong = md5(`api_key=${key}&note=a%20b&key=${key}`);
    const { received } = explainSignature({ ...given, sign: wrong }, { operation: 'payin', keys });
    expect(received.canonical).toBe('api_key=***&note=a%20b&key=***');
  });

  it('the doctor does not point at a character that is only escaped', () => {
    const { difference } = explainSignature(
      { extra: 'a – b', sign: keyed({ extra: encodeURIComponent('a – b') }) },
      { operation: 'payin', keys },
    );
    expect(difference.flatMap(({ invisible }) => invisible)).toEqual([]);
  });

  it.each([['payTime'], ['extra', 'utr', 'payTime']])(
    'the doctor finds values joined without names in any order, also without other parameters than %s',
    (...left) => {
      const given: Params = {
        mchId: 'M1',
        mchOrderNo: 'A',
        amount: '5.00',
        payTime: 't',
        extra: 'x',
        utr: 'u',
      };
      const picked = Object.keys(given).filter((name) => !left.includes(name));
      const text = picked.map((name) => given[name]).join('');
      const explanation = explainSignature({ ...given, sign: md5(text + key) }, { operation: 'payin', keys });
      expect(ids(explanation)).toContain('joined-otherwise');
      expect(ids(explanation)).toContain('field-left-out');
    },
  );
});

interface ForeignCase {
  readonly language: string;
  readonly habit: string;
  readonly operation: 'payin' | 'payout' | 'payin-callback' | 'payout-callback';
  readonly sent: Params;
  readonly sign?: string;
  readonly computed?: string;
  readonly json?: object;
  readonly callbackUrl?: string;
  readonly mistakes: readonly string[];
}

/** Signs from the habits of seven languages, computed in Python before the table of mistakes was written. */
const foreign: readonly ForeignCase[] = readFileSync(
  new URL('./foreign-signatures.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const foreignKeys = { mchKey: 'k7Qm2XvR9pLw4TzB', mchSecret: 's3NdYc8HfJ6eWg1U' };

describe('signs of other languages [contract:doctor.mistakes]', () => {
  it.each(foreign.map((one) => [one.language, one.habit, one] as const))(
    'the doctor explains a sign of %s: %s',
    (_language, _habit, {
      operation,
      sent: params,
      sign: wrong = '',
      computed,
      json,
      callbackUrl,
      mistakes,
    }) => {
      const explanation =
        computed === undefined
          ? explainSignature({ ...params, sign: wrong }, { operation, keys: foreignKeys, callbackUrl })
          : explainCallback(JSON.stringify({ ...params, ...json }), {
              contentType: 'application/json',
              keys: foreignKeys,
              computedSign: computed,
            });
      expect(ids(explanation)).toEqual(mistakes);
    },
  );
});

describe('a sign that no mistake explains [contract:doctor.nothing-false]', () => {
  const digit = (at: number) => createHash('sha256').update(`random ${at}`).digest('hex');

  it.each([
    ['upper case', (hex: string) => hex.slice(0, 32).toUpperCase()],
    ['lower case', (hex: string) => hex.slice(0, 32)],
    ['16 digits', (hex: string) => hex.slice(0, 16)],
    ['25 digits', (hex: string) => hex.slice(0, 25)],
    ['SHA-256', (hex: string) => hex],
    ['base64', (hex: string) => Buffer.from(hex.slice(0, 32), 'hex').toString('base64')],
    ['a number', (hex: string) => BigInt(`0x${hex.slice(0, 32)}`).toString()],
    ['dashes', (hex: string) => (hex.slice(0, 32).match(/../g) ?? []).join('-')],
  ])('the doctor names no mistake for random signs in the form %s', (form, write) => {
    for (const at of [0, 1]) {
      expect(inRequest(write(digit(at + form.length)))).toMatchObject({
        verdict: 'unexplained',
        mistakes: [],
      });
    }
  });

  it('the doctor does not explain a sign that differs in one digit from the sign of a mistake', () => {
    for (const [, wrong] of alone.slice(0, 8)) {
      const other = wrong.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      expect(inRequest(other).verdict).toBe('unexplained');
    }
  });
});

describe('the bounds of a search [contract:doctor.bounds]', () => {
  it('an unexplained sign of nine parameters takes fewer than 20,000 hashes, and far less than a second', () => {
    const started = performance.now();
    const { tried } = inRequest('E'.repeat(32));
    expect(tried.complete).toBe(true);
    expect(tried.hashes).toBeLessThan(20_000);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('the doctor tries all selections of fourteen parameters with two keys in fewer than 80,000 hashes', () => {
    const many = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`name${at}`, `value ${at}`]));
    const { tried } = explainSignature({ ...many, sign: 'E'.repeat(32) }, { operation: 'payin', keys });
    expect(tried.complete).toBe(true);
    expect(tried.hashes).toBeLessThan(80_000);
  });
});
