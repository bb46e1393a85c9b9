import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { alterations } from '../../src/doctor/hypotheses/alterations.ts';
import { alternativeKeyPlacement } from '../../src/doctor/hypotheses/alternative.ts';
import { alternativeHypotheses, normalHypotheses } from '../../src/doctor/hypotheses/registry.ts';
import type { Facts, Form, Hypothesis, NamedKey } from '../../src/doctor/hypothesis.ts';
import { mask } from '../../src/doctor/masking.ts';
import { type Operation, operations } from '../../src/doctor/operations.ts';
import {
  baseStringOf,
  digestOf,
  type Field,
  type Fields,
  type Payload,
  rightRecipe,
  type Stage,
} from '../../src/doctor/recipe.ts';

const file = path.join(import.meta.dirname, 'ways.txt');

type Given = Readonly<Record<string, string | number | boolean | null>>;

/** A key whose characters a client can encode, cut or trim. */
const key: NamedKey = { name: 'mchKey', text: ' Qk%41#$=&"\'<9+/ ~ ', shown: mask };
const keys: readonly NamedKey[] = [
  { name: 'mchKey', text: 'their-key', shown: mask, other: 'M2' },
  { name: 'mchSecret', text: '4f6b', shown: mask },
  key,
  { name: 'mchSecret', text: 'a-key', shown: mask, other: '' },
];

/** Short samples that contain each kind of value that can be written in several ways. */
const samples: Readonly<Record<string, Given>> = {
  order: { mchOrderNo: 'B', amount: '1500.00', mchId: 'm1', extra: 'é' },
  spaces: { extra: ' a  b\r\nc\n', note: '\t', upiId: 'Asha@Ok', ifsc: 'hdfc0' },
  signs: { notifyUrl: 'https://s.in/~a?b=1;c#d', extra: `é*!'()~,:@$+[]"<i>&\\x</i> $` },
  encoded: {
    extra: 'a%2Fb+c%2520',
    note: '&lt;&gt;&quot;&#34;&#39;&#039;&#x27;&apos;&amp;amp;',
    x: 'a\\/b\\u0041\\"',
    y: "it\\'s",
  },
  pluses: { extra: ' 91 4b', token: 'QUJD RUZH SUpL TU0=', word: 'ABC 123', payTime: '15:04:05 05:30' },
  letters: { extra: 'é\u0301ﬁ👕—–‘’“”…\u00a0\u200b\ufeffＡ～\0', x: 'Ã©', y: 'ÃƒÂ©', z: '支付宝€' },
  page: {
    a: '1',
    notifyUrl: '2',
    copyright: '3',
    ampere: '4',
    para: '5',
    curren: '6',
    times: '7',
    lang: '&lt;b&gt',
  },
  rupees: { amount: '1234567.50', quantity: '007' },
  paise: { fee: '0.05', rate: '12.3456789', count: '-100' },
  numbers: { amount: 1500, discount: '0.00', fee: 0, ok: true, test: false, serial: '12345678901234567890' },
  words: { test: 'True', a: 'on', b: 'null', c: 'NaN', d: '1', e: 'false', f: '0', amount: '₹ 1,234.00' },
  nearly: {
    ...{ a: 'xfalse', b: 'false2', c: 'x0', d: '0x', e: '0.0x', f: '-0', g: 'nullx', h: 'xnone', i: 'None' },
    ...{ j: 'undefined', k: 'xundefined', l: '0.', m: 'FALSE', n: 'nil', o: 'xnil', p: 'nilx', q: 'NAN' },
    ...{ r: 'truex', s: 'xtrue', t: 'True', u: 'False', time: 'a b', c_at: 'c d', atx: 'e f', xtimex: 'g h' },
    ...{ fee: ' ₹1,0', usdtAmount: '1₹ 2,0', test: 'on' },
  },
  urls: { anyURL: '1', urls: '2' },
  yes: { test: 'yes', other: 'yes', note: 'x' },
  one: { test: '1', other: '1' },
  loud: { test: 'TRUE', other: 'TRUE' },
  odd: {
    notifyUrl: 'xhttps://a b',
    returnUrl: 'http:/a b',
    callback_url: 'HTTP://a b',
    a: ' 12',
    b: 'x 12',
    c: 'ABCDEFGH IJKLMN==',
    d: 'ABCDEFGH IJKLM==',
    e: 'ABCDEFGH IJKLMN===',
    f: 'AB D',
    g: 'AB D!',
    h: 'x{"a":1}',
    amount: '12a',
    fee: '1.2.3',
  },
  digits: { amount: '123456789012345678901234', count: '1234567890123456789012345', rate: '-0012.3400' },
  empty: { extra: null, note: '', returnUrl: '', amount: '1.00' },
  nulls: { extra: null, note: null, amount: '1.00' },
  nested: { extra: '{"b":[1,"x/é<",null,true],"a":{"d":"it\'s","c":1.5}}', list: '[1, 2]', broken: '{a}' },
  names: {
    api_b: '1',
    apiA: '3',
    API: '2',
    'param-x': '5',
    param: '6',
    param1: '4',
    '\uff41': '8',
    '👕': '7',
  },
  aliases: { merchant_id: 'M1', merchant_order_no: 'B', trade_type: 'usdt', callback_url: 'https://x' },
  both: { mchId: 'M1', merchant_id: 'M1', orderNo: 'P1', returnUrl: 'http://r', x_shop: '1' },
};

/** Samples by stage. Each sample shows mistakes at this stage. */
const samplesOf: Readonly<Record<Stage, readonly string[]>> = {
  fields: ['order', 'empty', 'aliases', 'both', 'urls'],
  names: ['order', 'names', 'aliases', 'both'],
  origins: ['spaces', 'signs', 'encoded', 'pluses', 'letters', 'words', 'nearly', 'odd'],
  empties: ['spaces', 'numbers', 'words', 'nearly', 'empty', 'nulls'],
  numbers: ['order', 'rupees', 'paise', 'numbers', 'words', 'nearly', 'yes', 'one', 'loud', 'odd', 'digits'],
  texts: ['order', 'spaces', 'signs', 'letters', 'nested', 'odd'],
  escapes: ['spaces', 'signs', 'encoded', 'pluses', 'odd'],
  order: ['order', 'rupees', 'names', 'both'],
  join: ['signs', 'numbers'],
  key: ['order'],
  keyPlacement: ['order'],
  textMutation: ['order', 'signs', 'page'],
  bytes: ['order', 'letters'],
  digest: ['order'],
};

/** Operation of each sample, by default pay-in. */
const operationOf: Readonly<Record<string, Operation>> = {
  both: 'payin-callback',
  empty: 'create-link',
  urls: 'payout',
};

function fieldsOf(sample: Given): Fields {
  return Object.entries(sample).map(([name, value]): Field => {
    if (value === null) return { name, text: '', kind: 'null' };
    const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';
    return { name, text: String(value), kind };
  });
}

interface Way {
  readonly hypothesis: Hypothesis;
  readonly form: Form;
  readonly sample: string;
}

function linesOf({ hypothesis, form, sample }: Way): readonly string[] {
  const fields = fieldsOf(samples[sample] ?? {});
  const mchId = fields.find(({ name }) => name === 'mchId' || name === 'merchant_id')?.text;
  const known = operations[operationOf[sample] ?? 'payin'].names;
  const facts: Facts = { fields, mchId, key, keys, known, form, isForm: sample === 'pluses' };
  const recipe =
    form === 'normal' ? rightRecipe(key) : { ...rightRecipe(key), keyPlacement: alternativeKeyPlacement };
  const right = baseStringOf(recipe, fields).text;
  return hypothesis.variants(facts).flatMap((variant) => {
    if (!samplesOf[variant.stage].includes(sample === 'aliases' && form !== 'normal' ? 'order' : sample))
      return [];
    const made = { ...recipe, [variant.stage]: variant.apply };
    const baseString = baseStringOf(made, fields);
    const signed =
      variant.stage === 'digest' ? digestOf(made, baseString) : textOf(made.bytes(baseString.text));
    if (signed === right) return [];
    const { about = '', alone = false, digits = '', bare = false } = variant;
    const kind = [variant.stage, alone && 'alone', digits, bare && 'bare'].filter(Boolean).join(' ');
    const shown = made.key.shown === mask ? '' : ` shown ${JSON.stringify(made.key.shown)}`;
    return [`  ${about} (${kind}): ${change(right, signed)}${shown}`];
  });
}

function textOf(payload: Payload): string {
  return typeof payload === 'string' ? payload : `bytes ${Buffer.from(payload).toString('latin1')}`;
}

/** Returns the changed part between the common beginning and end, with its position. */
function change(right: string, signed: string): string {
  let start = 0;
  while (start < right.length && right[start] === signed[start]) start += 1;
  let end = 0;
  const most = Math.min(right.length, signed.length) - start;
  while (end < most && right.at(-1 - end) === signed.at(-1 - end)) end += 1;
  const cut = (text: string) => JSON.stringify(text.slice(start, text.length - end));
  return `${start} ${cut(right)} > ${cut(signed)}`;
}

const asked: readonly (readonly [string, Form, readonly Hypothesis[]])[] = [
  ['in sorted pairs', 'normal', normalHypotheses],
  [
    'in the alternative form',
    'alternative',
    alternativeHypotheses.filter(({ id }) => id.startsWith('alternative')),
  ],
  ['in a callback that was altered', 'normal', alterations],
];

const made = new Map(
  asked.flatMap(([where, form, hypotheses]) =>
    hypotheses.map(
      (hypothesis) =>
        [
          `${hypothesis.id} ${where}`,
          () =>
            Object.keys(samples).flatMap((sample) => {
              const lines = linesOf({ hypothesis, form, sample });
              return lines.length === 0 ? [] : [` ${sample}`, ...lines];
            }),
        ] as const,
    ),
  ),
);
if (process.env['INRGATE_WRITE'] === '1') {
  writeFileSync(file, [...made].map(([title, lines]) => [title, ...lines(), ''].join('\n')).join('\n'));
}
const written = new Map(
  readFileSync(file, 'utf8')
    .split('\n\n')
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      return [title, lines];
    }),
);

describe('ways to make a mistake [contract:doctor.mistakes]', () => {
  it.each([...made])('the mistake %s signs the documented strings', (title, lines) => {
    expect(lines()).toEqual(written.get(title));
  });

  it('the ways to make a mistake are in the documented order', () => {
    expect([...made.keys()]).toEqual([...written.keys()]);
  });
});
