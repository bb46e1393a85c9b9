import { describe, expect, it } from 'vitest';
import { contextOf, type ExplainOptions, type SignedParameters } from './context.ts';
import { alterations } from './hypotheses/alterations.ts';
import { alternativeHypotheses, normalHypotheses } from './hypotheses/registry.ts';

const keys = { mchKey: 'the-key', mchSecret: 'the-secret' };
const sign = 'abcdef0123456789abcdef0123456789';
const payin: ExplainOptions = { keys, operation: 'payin' };
const order = { mchId: 'M1', amount: '5.00', sign };

describe('signed parameters', () => {
  it.each<[string, unknown]>([
    ['an object', { n: null, t: 'x', i: 12, b: true, f: false, e: '', sign }],
    [
      'parsed fields',
      new Map([
        ['n', { text: '', kind: 'null' }],
        ['t', { text: 'x', kind: 'string' }],
        ['i', { text: '12', kind: 'number' }],
        ['b', { text: 'true', kind: 'boolean' }],
        ['f', { text: 'false', kind: 'boolean' }],
        ['e', { text: '', kind: 'string' }],
        ['sign', { text: sign, kind: 'string' }],
      ] as const),
    ],
  ])('the signed parameters of %s keep their order and exclude sign', (_, parameters) => {
    const { fields, received } = contextOf(parameters as SignedParameters, payin);
    expect(fields.map(({ name, text, kind }) => [name, text, kind])).toEqual([
      ['n', '', 'null'],
      ['t', 'x', 'string'],
      ['i', '12', 'number'],
      ['b', 'true', 'boolean'],
      ['f', 'false', 'boolean'],
      ['e', '', 'string'],
    ]);
    expect(received).toBe(sign);
  });

  it('the signed parameters treat an undefined value as null', () => {
    const { fields, received } = contextOf({ a: 'x', none: undefined } as never, payin);
    expect(fields).toEqual([
      { name: 'a', text: 'x', kind: 'string' },
      { name: 'none', text: '', kind: 'null' },
    ]);
    expect(received).toBe('');
    expect(contextOf(order, { ...payin, sign: 'another' }).received).toBe('another');
  });
});

/** The key, its owner, and the values that are known before the search. */
function bases(parameters: SignedParameters, options: Parameters<typeof contextOf>[1]) {
  return contextOf(parameters, options).bases.map(({ facts, known }) => [
    facts.key.text,
    facts.form,
    ...known.map(({ named, about }) => `${named.id} ${about}`),
  ]);
}

describe('signing candidates', () => {
  const otherMerchants = [{ mchId: 'M2', mchKey: 'their-key' }, { mchSecret: ['secret-1', '', 'secret-2'] }];

  it('the signing candidates contain only the correct keys if the correct keys are known', () => {
    expect(bases(order, { ...payin, otherMerchants })).toEqual([['the-key', 'normal']]);
    expect(bases(order, { keys, operation: 'payout' })).toEqual([['the-secret', 'normal']]);
    expect(bases(order, { keys })).toEqual([
      ['the-key', 'normal'],
      ['the-secret', 'normal'],
    ]);
    expect(bases(order, { ...payin, keys: { mchKey: ['new', 'old'] } })).toEqual([
      ['new', 'normal'],
      ['old', 'normal'],
    ]);
  });

  it('the signing candidates fall back to the other key of the merchant before keys of other merchants', () => {
    expect(bases(order, { ...payin, keys: { mchKey: '', mchSecret: 'the-secret' }, otherMerchants })).toEqual(
      [['the-secret', 'normal', 'wrong-key-type mchSecret for mchKey']],
    );
    expect(bases(order, { ...payin, keys: {}, otherMerchants })).toEqual([
      ['their-key', 'normal', 'other-merchants-key mchKey of M2'],
      ['secret-1', 'normal', 'other-merchants-key mchSecret'],
      ['secret-2', 'normal', 'other-merchants-key mchSecret'],
    ]);
    expect(bases(order, { keys: { mchSecret: 's' }, operation: 'payin-callback' })).toEqual([
      ['s', 'normal', 'wrong-key-type mchSecret for mchKey'],
    ]);
    expect(bases(order, { keys: {}, operation: 'payin' })).toEqual([]);
  });

  const snake = { merchant_id: 'M1', merchant_order_no: 'B', amount: '5.00', sign };

  it.each<[string, SignedParameters, ExplainOptions, readonly string[]]>([
    ['a pay-in under the snake_case names', snake, payin, ['the-key normal', 'the-key alternative']],
    [
      'parameters of an unknown operation',
      snake,
      { keys },
      ['the-key normal', 'the-secret normal', 'the-key alternative'],
    ],
    ['a payout', snake, { keys, operation: 'payout' }, ['the-secret normal']],
    ['names of both spellings', { ...snake, notifyUrl: 'x' }, payin, ['the-key normal']],
    [
      'names of both spellings, one of them empty',
      { ...snake, mchId: '' },
      payin,
      ['the-key normal', 'the-key alternative'],
    ],
    ['no order number', { ...snake, merchant_order_no: '' }, payin, ['the-key normal']],
    ['no merchant', { ...snake, merchant_id: '' }, payin, ['the-key normal']],
    ['an order number in the other spelling', { ...snake, mchOrderNo: 'B' }, payin, ['the-key normal']],
  ])(
    'the signing candidates include the alternative form where it is allowed: %s',
    (_, parameters, options, expected) => {
      expect(bases(parameters, options).map((some) => some.join(' '))).toEqual(expected);
    },
  );

  it('the signing candidates of a callback try alterations of the body before signing mistakes', () => {
    const [normal, alternative] = contextOf(snake, payin).bases;
    expect(normal?.hypotheses).toEqual(normalHypotheses);
    expect(alternative?.hypotheses).toBe(alternativeHypotheses);
    const [callback] = contextOf(order, { keys, operation: 'payin-callback', more: alterations }).bases;
    expect(callback?.hypotheses).toEqual([...alterations, ...normalHypotheses]);
  });

  it('the signing candidates report lower case as a mistake, except in callbacks and the alternative form', () => {
    const mistakes = (parameters: SignedParameters, options: Parameters<typeof contextOf>[1]) =>
      contextOf(parameters, options).bases.map(({ readings }) => readings[0]?.mistakes.map(({ id }) => id));
    expect(mistakes(snake, payin)).toEqual([['lower-case'], []]);
    expect(mistakes(order, { keys, operation: 'payin-callback' })).toEqual([[]]);
    expect(mistakes(order, { ...payin, anyCase: true })).toEqual([[]]);
  });
});

describe('values known to the doctor', () => {
  const facts = (parameters: SignedParameters, options: Partial<ExplainOptions> = {}) =>
    contextOf(parameters, { ...payin, ...options }).bases[0]?.facts;

  it('the known merchant comes from the options, mchId or merchant_id', () => {
    expect(facts(order)?.mchId).toBe('M1');
    expect(facts({ merchant_id: 'M3', sign })?.mchId).toBe('M3');
    expect(facts({ mchId: '', merchant_id: 'M3', sign })?.mchId).toBe('M3');
    expect(facts(order, { mchId: 'M9' })?.mchId).toBe('M9');
    expect(facts({ amount: '5.00', sign })?.mchId).toBeUndefined();
  });

  it.each([
    ['application/x-www-form-urlencoded', true],
    ['application/X-WWW-Form-Urlencoded; charset=utf-8', true],
    ['application/json', false],
    [null, false],
    [undefined, false],
  ])('the known values show whether a + can be lost in the content type %s: %s', (contentType, isForm) => {
    expect(facts(order, { contentType })?.isForm).toBe(isForm);
  });

  it('the known values include the parameters of the operation and every candidate key', () => {
    expect(facts(order)?.known).toContain('notifyUrl');
    expect(facts(order, { operation: undefined })?.known).toEqual([]);
    const otherMerchants = [{ mchId: 'M2', mchKey: 'their-key' }];
    expect(facts(order, { otherMerchants })?.keys).toEqual([
      { name: 'mchKey', text: 'the-key', shown: '***' },
      { name: 'mchSecret', text: 'the-secret', shown: '***' },
      { name: 'mchKey', text: 'their-key', shown: '***', other: 'M2' },
    ]);
  });

  it('the redaction hides every key in a shown string and replaces a parameter by its shown value', () => {
    const { redaction, hide } = contextOf(
      { 'the-key': 'x', note: 'a the-secret b', upiId: 'asha@bank', sign },
      { ...payin, shown: ({ name, text }) => ({ name, text: name === 'upiId' ? 'hidden' : text }) },
    );
    expect(hide('THE-KEY and the-secret')).toBe('*** and ***');
    const fields = ['the-key', 'note', 'upiId'].map((name) => ({
      name,
      text: `${name} the-secret`,
      kind: 'string' as const,
    }));
    expect(redaction.fields(fields)).toEqual([
      { name: '***', text: '*** ***', kind: 'string' },
      { name: 'note', text: 'note ***', kind: 'string' },
      { name: 'upiId', text: 'hidden', kind: 'string' },
    ]);
  });
});
