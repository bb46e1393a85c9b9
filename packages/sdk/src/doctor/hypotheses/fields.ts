import { hash } from 'node:crypto';
import { type Facts, maxSingled, type Variant, withIds } from '../hypothesis.ts';
import { mask } from '../masking.ts';
import type { Fields } from '../recipe.ts';
import { aliasPairs, otherName } from '../spec-names.ts';
import { absentNames, added, nothings } from './empties.ts';

export const fieldMistakes = /* @__PURE__ */ withIds({
  'sign-included': {
    title: 'The sign parameter itself is signed',
    fix: 'Before you sign the parameters, remove sign, even if sign is empty.',
    remedy: 'signWhatIsSent',
    variants: () => [
      resigned(1, 'the sign of the previous attempt'),
      ...['', ...nothings].map((text) => adding({ sign: text }, text === '' ? 'empty' : text)),
      resigned(2, 'the sign of the second attempt'),
      resigned(3, 'the sign of the third attempt'),
    ],
  },
  'field-left-out': {
    title: 'A parameter that was sent is not signed',
    fix: 'Sign every parameter that you send and that has a value. Do not sign a fixed list of parameters.',
    remedy: 'signWhatIsSent',
    variants: (facts) => [...singles(facts), ...groups(facts), ...couples(facts)],
  },
  'absent-signed': {
    title: 'A parameter that was not sent is signed',
    fix: 'Sign only the parameters that you send. JSON.stringify and http_build_query drop parameters without a value.',
    remedy: 'signWhatIsSent',
    variants: (facts) => {
      const names = absentNames(facts);
      const texts = ['', ...nothings];
      return [
        ...texts.flatMap((text) => names.map((name) => adding({ [name]: text }, written(name, text)))),
        ...texts.map((text) =>
          adding(Object.fromEntries(names.map((name) => [name, text])), written('all', text)),
        ),
        ...defaults(facts),
      ];
    },
  },
});

/** A retry that signs the sent parameters and also the previous sign. */
function resigned(retries: number, about: string): Variant {
  return {
    stage: 'keyPlacement',
    apply: (fields, key, write) => {
      let text = `${write(fields)}&key=${key}`;
      for (let retry = 0; retry < retries; retry++) {
        // If the key is masked, the hash of this string differs from the previous sign.
        const sign = key.includes(mask) ? mask : hash('md5', text).toUpperCase();
        text = `${write([...fields, added('sign', sign)])}&key=${key}`;
      }
      return text;
    },
    about,
  };
}

/** Parameters that clients often forget. */
const oftenForgotten = [
  'extra',
  'notifyUrl',
  'returnUrl',
  'callback_url',
  'return_url',
  'notify_url',
  'tradeType',
];

function singles({ fields }: Facts): readonly Variant[] {
  const names = fields.filter(({ text }) => text !== '').map(({ name }) => name);
  const first = oftenForgotten.filter((name) => names.includes(name));
  return [...new Set([...first, ...names])].slice(0, maxSingled).map((name) => without([name]));
}

function groups({ fields, known }: Facts): readonly Variant[] {
  const names = new Set(fields.map(({ name }) => name));
  const required = new Set(['mchId', 'merchant_id', 'mchOrderNo', 'merchant_order_no', 'amount']);
  const together: readonly (readonly [string, (name: string) => boolean])[] = [
    ['unknown names', (name) => !known.includes(name)],
    ['every optional parameter', (name) => !required.has(name)],
    ['the alias names', (name) => aliasPairs.some(([, alias]) => alias === name)],
    ['the names that have an alias', (name) => names.has(otherName(name) ?? '')],
    ['addresses', (name) => /url$/i.test(name)],
  ];
  return together.map(([about, isLeftOut]) => ({
    stage: 'fields',
    apply: (all) => all.filter(({ name }) => !isLeftOut(name)),
    about,
  }));
}

const maxCoupled = 16;

function couples({ fields }: Facts): readonly Variant[] {
  const names = fields
    .filter(({ text }) => text !== '')
    .map(({ name }) => name)
    .slice(0, maxCoupled);
  return names.flatMap((one, at) =>
    names.slice(at + 1).map((other): Variant => ({ ...without([one, other]), alone: true })),
  );
}

function without(names: readonly string[]): Extract<Variant, { stage: 'fields' }> {
  return {
    stage: 'fields',
    apply: (fields) => fields.filter(({ name }) => !names.includes(name)),
    about: names.join(', '),
  };
}

function written(name: string, text: string): string {
  return `${name}, ${text === '' ? 'empty' : `as ${text}`}`;
}

/**
 * Values that clients add to the signed string: defaults of optional parameters, copies of other parameters, and
 * parameters of other gateways.
 */
function defaults({ fields, mchId, keys }: Facts): readonly Variant[] {
  const sent = new Map(fields.map(({ name, text }) => [name, text]));
  const isSent = (name: string) => sent.has(name) || sent.has(otherName(name) ?? '');
  const values: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['tradeType', ['INRUPI', 'usdt']],
    ['payType', ['bank', 'upi', 'usdt']],
    ['currency', ['INR', 'USDT']],
    ['returnUrl', [sent.get('notifyUrl')]],
    ['notifyUrl', [sent.get('returnUrl')]],
    ['extra', [sent.get('mchOrderNo')]],
    ['mchId', [mchId]],
    ['merchant_id', [mchId]],
    // The header X-Api-Key is not a parameter (reading: Legacy checks).
    ['api_key', [keys.find(({ name, other }) => name === 'mchKey' && other === undefined)?.text]],
    ['sign_type', ['MD5']],
    ['signType', ['MD5']],
    ['version', ['v3', '1.0']],
  ];
  return values.flatMap(([name, texts]) =>
    texts.flatMap((text = '') => (text === '' || isSent(name) ? [] : [adding({ [name]: text }, name)])),
  );
}

function adding(more: Readonly<Record<string, string>>, about: string): Variant {
  const extra: Fields = Object.entries(more).map(([name, text]) => added(name, text));
  return { stage: 'fields', apply: (fields) => [...fields, ...extra], about };
}
