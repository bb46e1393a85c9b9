import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { vectors } from '../../../../test/vectors.ts';
import { type CallbackReason, CallbackVerificationError } from '../errors/callback-errors.ts';
import { ConfigurationError } from '../errors/errors.ts';
import { canonicalText, sign } from '../protocol/signature.ts';
import { signedCallback } from '../testing/signed-callback.ts';
import type { Callback } from './callback.ts';
import { verifyCallback } from './verify.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const json = { ...credentials, contentType: 'application/json' };
const form = { ...credentials, contentType: 'application/x-www-form-urlencoded' };

/** A signed JSON body with exactly these members. The `raw` members are written unchanged. */
function signed(fields: Record<string, string>, key: string, raw: Record<string, string> = {}): string {
  const signature = sign({ ...fields, ...raw }, key);
  const members = Object.entries({ ...fields, sign: signature }).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${[...members, ...Object.entries(raw).map(([name, text]) => `"${name}":${text}`)].join(',')}}`;
}

function fieldsOf(kind: Callback['kind'], fields: Record<string, string | boolean | undefined> = {}) {
  const { body } = signedCallback(kind, credentials, fields);
  const { sign: _sign, ...rest } = JSON.parse(body) as Record<string, string>;
  return rest;
}

function reasonOf(
  body: unknown,
  options: Parameters<typeof verifyCallback>[1] = json,
): CallbackReason | Callback {
  try {
    return verifyCallback(body as string, options);
  } catch (error) {
    if (error instanceof CallbackVerificationError) return error.reason;
    throw error;
  }
}

describe('published callback vectors', () => {
  it.each(vectors.callbacks)(
    'verifyCallback returns the published result of $id',
    ({ kind, contentType, body, result, reason }) => {
      const outcome = reasonOf(body, { ...vectors.merchant, contentType });
      if (result === 'valid') expect(outcome).toMatchObject({ kind });
      if (result === 'invalid') expect(reason).toBeDefined();
      expect(outcome).toEqual(reason ?? expect.objectContaining({ kind }));
    },
  );
});

describe('an authentic callback', () => {
  it('verifyCallback reads a pay-in callback', () => {
    const { body, contentType } = signedCallback('payin', credentials, {
      amount: '500.00',
      extra: 'blue shirt',
    });
    expect(verifyCallback(body, { ...credentials, contentType })).toEqual({
      kind: 'payin',
      test: false,
      mchId: 'DEMO1001',
      mchOrderNo: 'ORDER-1',
      orderNo: 'PI2026112015040512345678',
      amount: '500.00',
      paidAmount: '500.00',
      fee: '55.00',
      netAmount: '445.00',
      tradeType: 'INRUPI',
      status: 'success',
      utr: '412345678901',
      payTime: '2026-11-20T15:04:05+05:30',
      extra: 'blue shirt',
      usdtAmount: null,
    });
  });

  it('verifyCallback reads a payout callback', () => {
    const { body } = signedCallback('payout', credentials, { status: 'processing', amount: '1000.00' });
    expect(verifyCallback(body, json)).toEqual({
      kind: 'payout',
      test: false,
      mchId: 'DEMO1001',
      mchOrderNo: 'ORDER-1',
      orderNo: 'WD20261120150405000001',
      amount: '1000.00',
      fee: '75.00',
      totalDebit: '1075.00',
      status: 'processing',
      txid: null,
      payTime: null,
      message: '',
    });
  });

  it('verifyCallback reads a link callback', () => {
    const { body } = signedCallback('link', credentials);
    expect(verifyCallback(body, json)).toEqual({
      kind: 'link',
      test: false,
      linkCode: 'L7f3kQ2m9',
      clientRef: 'INV-42',
      amount: '500.00',
      currency: 'INR',
      status: 'success',
      paidAt: '2026-11-20T15:04:05+05:30',
    });
  });

  it('verifyCallback reads a form with spaces, + and non-ASCII characters', () => {
    const extra = 'नीली शर्ट + 1 = 100%';
    const { body, contentType } = signedCallback('payin', credentials, { extra }, { format: 'form' });
    expect(verifyCallback(body, { ...credentials, contentType })).toMatchObject({ kind: 'payin', extra });
  });

  it('verifyCallback accepts Buffer, Uint8Array, string, and bytes of another realm', () => {
    const { body } = signedCallback('payin', credentials);
    const bytes = Buffer.from(body);
    const foreign = runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] }) as Uint8Array;
    expect(foreign instanceof Uint8Array).toBe(false);
    for (const raw of [bytes, new Uint8Array(bytes), body, foreign]) {
      expect(verifyCallback(raw, json).kind).toBe('payin');
    }
  });

  it('verifyCallback accepts a lower-case signature [spec:auth.callback-compare] [reading:sdk.sign-case]', () => {
    const fields = fieldsOf('payin');
    const lower = JSON.stringify({ ...fields, sign: sign(fields, 'demo-mch-key').toLowerCase() });
    expect(verifyCallback(lower, json).kind).toBe('payin');
  });

  it('verifyCallback accepts a callback that contains only alias names', () => {
    const { mchId, mchOrderNo, orderNo, ...rest } = fieldsOf('payin');
    expect(verifyCallback(signed(rest, 'demo-mch-key'), json)).toMatchObject({
      mchId: 'DEMO1001',
      mchOrderNo: 'ORDER-1',
      orderNo: 'PI2026112015040512345678',
    });
  });

  it('verifyCallback accepts unknown fields and an unknown status', () => {
    const body = signed({ ...fieldsOf('payin', { status: 'reversed' }), newField: 'x' }, 'demo-mch-key');
    expect(verifyCallback(body, json)).toMatchObject({ kind: 'payin', status: 'reversed' });
  });

  it('verifyCallback derives the kind from the key if a callback contains only shared fields', () => {
    const { mchId, mchOrderNo, orderNo, amount, status } = fieldsOf('payin') as Record<string, string>;
    const bare = { mchId, mchOrderNo, orderNo, amount, status } as Record<string, string>;
    expect(verifyCallback(signed(bare, 'demo-mch-key'), json).kind).toBe('payin');
    expect(verifyCallback(signed(bare, 'demo-mch-secret'), json).kind).toBe('payout');
  });

  it.each(['true', '"true"', '1', '"1"'])(
    'verifyCallback recognizes a test callback with test = %s [reading:sdk.test-values]',
    (text) => {
      const value = text.replaceAll('"', '');
      const raw = text.startsWith('"') ? {} : { test: value };
      const fields = { ...fieldsOf('payin'), ...(text.startsWith('"') ? { test: value } : {}) };
      expect(verifyCallback(signed(fields, 'demo-mch-key', raw), json).test).toBe(true);
    },
  );

  it.each(['false', '0'])('verifyCallback does not treat test = %s as a test callback', (test) => {
    expect(verifyCallback(signed({ ...fieldsOf('payin'), test }, 'demo-mch-key'), json).test).toBe(false);
  });

  it('verifyCallback keeps the literal spelling of a number', () => {
    const { amount, ...rest } = fieldsOf('payin');
    const body = signed(rest, 'demo-mch-key', { amount: '500.00' });
    expect(body).toContain('"amount":500.00');
    expect(verifyCallback(body, json)).toMatchObject({ amount: '500.00' });
  });

  it.each(['A & B', 'https://shop.example/?a=1&b=2', '&', 'x&y=1'])(
    'verifyCallback accepts the extra %s',
    (extra) => {
      expect(verifyCallback(signed(fieldsOf('payin', { extra }), 'demo-mch-key'), json)).toMatchObject({
        extra,
      });
    },
  );

  it('verifyCallback accepts a body of exactly 64 KB', () => {
    const { body } = signedCallback('payin', credentials);
    expect(verifyCallback(body.padEnd(65_536), json).kind).toBe('payin');
  });

  it('verifyCallback rejects a callback with only one of the two order numbers', () => {
    const { mchOrderNo, merchant_order_no, orderNo, gateway_order_no, ...rest } = fieldsOf('payin');
    for (const one of [{ mchOrderNo }, { merchant_order_no }, { orderNo }, { gateway_order_no }])
      expect(reasonOf(signed({ ...rest, ...one } as Record<string, string>, 'demo-mch-key'))).toBe(
        'missing_field',
      );
  });

  it('verifyCallback accepts & in an unknown field that contains a URL', () => {
    const fields = { ...fieldsOf('payin'), receiptUrl: 'https://gateway.example/r?a=1&b=2' };
    expect(verifyCallback(signed(fields, 'demo-mch-key'), json).kind).toBe('payin');
  });

  it.each(['500', '500.5', '500.50', '500.500'])(
    'verifyCallback accepts a link callback with the amount %s [reading:sdk.spellings]',
    (amount) => {
      const body = signed({ ...fieldsOf('link'), amount }, 'demo-mch-secret');
      const written = amount === '500' ? '500.00' : '500.50';
      expect(verifyCallback(body, json)).toMatchObject({ kind: 'link', amount: written });
    },
  );

  it.each(['True', 'TRUE', '1'])('verifyCallback recognizes a test link callback with test = %s', (test) => {
    const body = signed({ ...fieldsOf('payin'), test }, 'demo-mch-key');
    expect(verifyCallback(body, json).test).toBe(true);
  });

  it('verifyCallback returns no fee if the fee of a callback is not an amount', () => {
    const body = signed({ ...fieldsOf('payin'), fee: 'free', netAmount: '445' }, 'demo-mch-key');
    expect(verifyCallback(body, json)).toMatchObject({ fee: null, netAmount: '445.00' });
  });
});

describe('a rejected callback', () => {
  const payin = fieldsOf('payin');

  it.each<[CallbackReason, unknown, Partial<typeof json>?]>([
    ['parsed_body', JSON.parse(signedCallback('payin', credentials).body)],
    ['parsed_body', undefined],
    ['body_too_large', ' '.repeat(65_537)],
    ['unsupported_content_type', signedCallback('payin', credentials).body, { contentType: 'text/plain' }],
    ['invalid_json', '{"a":'],
    ['not_an_object', '[]'],
    ['nested_value', '{"a":{}}'],
    ['duplicate_name', '{"status":"failed","st\\u0061tus":"success"}'],
    ['invalid_utf8', Buffer.from([0x7b, 0xff])],
    ['invalid_form', 'a=%zz', form],
    ['missing_sign', JSON.stringify(payin)],
    ['invalid_signature', JSON.stringify({ ...payin, sign: 'F'.repeat(32) })],
    ['wrong_key', signed(fieldsOf('link'), 'demo-mch-key')],
    ['unknown_kind', signed({ mchId: 'DEMO1001', amount: '1.00' }, 'demo-mch-key')],
    ['unknown_kind', signed({ ...fieldsOf('link'), mchOrderNo: 'ORDER-1' }, 'demo-mch-secret')],
    ['wrong_merchant', signedCallback('payin', credentials, { mchId: 'OTHER' }).body],
    ['missing_field', signed(without(payin, 'mchId', 'merchant_id'), 'demo-mch-key')],
    ['missing_field', signed(without(payin, 'orderNo', 'gateway_order_no'), 'demo-mch-key')],
    ['missing_field', signed(without(payin, 'status'), 'demo-mch-key')],
    ['conflicting_alias', signed({ ...payin, merchant_id: 'OTHER' }, 'demo-mch-key')],
    ['invalid_field', signed({ ...payin, amount: '-500.00' }, 'demo-mch-key')],
    ['invalid_field', signed({ ...payin, amount: '0500.00' }, 'demo-mch-key')],
    ['invalid_field', signed({ ...payin, paidAmount: '5e2' }, 'demo-mch-key')],
    ['invalid_field', signed({ ...payin, test: 'maybe' }, 'demo-mch-key')],
    ['ambiguous_name', signed({ ...payin, 'a&b': 'c' }, 'demo-mch-key')],
    ['ambiguous_value', signed({ ...fieldsOf('payout'), message: 'x&status=failed' }, 'demo-mch-secret')],
  ])('verifyCallback rejects a callback with the reason %s', (reason, body, options) => {
    expect(reasonOf(body, { ...json, ...options })).toBe(reason);
  });

  it('verifyCallback rejects a callback with the fields of one kind and the key of the other kind', () => {
    const payins = fieldsOf('payin', { tradeType: 'usdt', utr: 'U1', extra: 'shirt' });
    const payouts = fieldsOf('payout', { txid: 'T1', message: 'late' });
    const rejectEach = (own: Record<string, string>, other: Record<string, string>, otherKey: string) => {
      const marks = Object.entries(own).filter(([name]) => !(name in other));
      const common = without(own, ...marks.map(([name]) => name));
      for (const [name, value] of marks)
        expect(reasonOf(signed({ ...common, [name]: value }, otherKey)), name).toBe('wrong_key');
      return marks.length;
    };
    expect(rejectEach(payins, payouts, 'demo-mch-secret')).toBe(6);
    expect(rejectEach(payouts, payins, 'demo-mch-key')).toBe(3);
  });

  it.each([
    ['missing_field', 'status', without(payin, 'status')],
    ['invalid_field', 'amount', { ...payin, amount: '-500.00' }],
    ['invalid_field', 'test', { ...payin, test: 'maybe' }],
  ])(
    'verifyCallback rejects a callback with the reason %s and the field name %s',
    (reason, field, fields) => {
      const reject = () => verifyCallback(signed(fields, 'demo-mch-key'), json);
      expect(reject).toThrow(
        expect.objectContaining({ reason, field, message: expect.stringContaining(`(${field})`) }),
      );
    },
  );

  it('verifyCallback rejects a callback if its key is not configured', () => {
    const { body } = signedCallback('payin', credentials);
    expect(
      reasonOf(body, { mchId: 'DEMO1001', mchSecret: 'demo-mch-secret', contentType: json.contentType }),
    ).toBe('missing_key');
    const payout = JSON.stringify({ ...fieldsOf('payout'), sign: 'F'.repeat(32) });
    expect(
      reasonOf(payout, { mchId: 'DEMO1001', mchSecret: 'demo-mch-secret', contentType: json.contentType }),
    ).toBe('invalid_signature');
  });

  it('verifyCallback rejects an empty key or a missing merchant as an invalid configuration', () => {
    const { body } = signedCallback('payin', credentials);
    const lists = [[], [''], ['demo-mch-key', ''], [undefined as unknown as string]];
    const keys = ['', ...lists].flatMap((wrong) => [{ mchKey: wrong }, { mchSecret: wrong }]);
    for (const wrong of [...keys, { mchId: '' }]) {
      expect(() => verifyCallback(body, { ...json, ...wrong })).toThrow(ConfigurationError);
    }
  });

  it('verifyCallback ignores an added field with an empty value, because the signature omits it', () => {
    const { body } = signedCallback('payin', credentials, { extra: undefined });
    const widened = JSON.stringify({ ...JSON.parse(body), test: '', link_code: null, totalDebit: '' });
    expect(verifyCallback(widened, json)).toEqual(verifyCallback(body, json));
  });

  it('verifyCallback does not reveal a key, a signature or a value in its error', () => {
    const body = signed({ ...payin, utr: 'a&b' }, 'demo-mch-key');
    const error = (() => {
      try {
        return verifyCallback(body, json);
      } catch (thrown) {
        return thrown;
      }
    })();
    const shown = `${inspect(error, { showHidden: true })} ${JSON.stringify(error)}`;
    expect(shown).not.toMatch(/demo-mch|a&b|[0-9A-F]{32}/);
    expect(error).toMatchObject({
      reason: 'ambiguous_value',
      field: 'utr',
      outcome: 'not_sent',
      attempts: 0,
    });
  });
});

describe('a key rotation', () => {
  const rotating = {
    mchId: 'DEMO1001',
    mchKey: ['new-mch-key', 'demo-mch-key'],
    mchSecret: ['new-mch-secret', 'demo-mch-secret'],
    contentType: 'application/json',
  };

  it.each(['payin', 'payout', 'link'] as const)(
    'verifyCallback accepts a %s callback signed with either of two keys',
    (kind) => {
      for (const index of [0, 1]) {
        const signer = {
          mchId: 'DEMO1001',
          mchKey: rotating.mchKey[index],
          mchSecret: rotating.mchSecret[index],
        };
        expect(verifyCallback(signedCallback(kind, signer).body, rotating).kind).toBe(kind);
      }
    },
  );

  it('signedCallback signs test callbacks with the newest key', () => {
    const { body } = signedCallback('payin', rotating);
    expect(body).toBe(signedCallback('payin', { mchId: 'DEMO1001', mchKey: 'new-mch-key' }).body);
  });

  it.each(['new-mch-secret', 'demo-mch-secret'])(
    'verifyCallback rejects a pay-in callback signed with %s',
    (mchKey) => {
      const { body } = signedCallback('payin', { mchId: 'DEMO1001', mchKey });
      expect(reasonOf(body, rotating)).toBe('wrong_key');
    },
  );

  it('verifyCallback rejects a callback signed with a removed key', () => {
    const { body } = signedCallback('payin', credentials);
    expect(reasonOf(body, { ...rotating, mchKey: ['new-mch-key'] })).toBe('invalid_signature');
    expect(reasonOf(body, { ...rotating, mchKey: undefined })).toBe('missing_key');
  });
});

describe('a signature that also fits other fields', () => {
  /**
   * The signed string can be split into names and values at any position. The verification must reject every split
   * except the gateway's own.
   */
  it.each(['payin', 'payout', 'link'] as const)(
    'verifyCallback rejects every regrouping of the fields in a %s callback',
    (kind) => {
      const key = kind === 'payin' ? 'demo-mch-key' : 'demo-mch-secret';
      const extra = kind === 'payin' ? { extra: 'shirt', test: true } : {};
      const original = fieldsOf(kind, extra);
      const signature = sign(mapped(original), key);
      const pairs = canonicalText(mapped(original), key).split('&').slice(0, -1);
      let tried = 0;
      for (let from = 0; from < pairs.length; from += 1) {
        for (let to = from + 1; to < pairs.length; to += 1) {
          const joined = pairs.slice(from, to + 1).join('&');
          for (const cut of cuts(joined)) {
            const others = pairs
              .filter((_, index) => index < from || index > to)
              .map((pair) => split(pair, pair.indexOf('=')));
            const body = JSON.stringify({
              ...Object.fromEntries([...others, split(joined, cut)]),
              sign: signature,
            });
            expect(typeof reasonOf(body), body).toBe('string');
            tried += 1;
          }
        }
      }
      expect(tried).toBeGreaterThan(40);
    },
  );

  it.each(['json', 'form'] as const)(
    'verifyCallback rejects every random change to a %s callback',
    (format) => {
      const { body, contentType } = signedCallback(
        'payin',
        credentials,
        { extra: 'blue & white' },
        { format },
      );
      const options = { ...credentials, contentType };
      const original = verifyCallback(body, options);
      const random = seeded(20_261_120);
      for (let count = 0; count < 5_000; count += 1) {
        const bytes = Buffer.from(body);
        for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        }
        const result = reasonOf(bytes, options);
        // Only the white space between members and the case of the signature's letters may change.
        if (typeof result !== 'string') expect(result).toEqual(original);
      }
    },
  );
});

function without(fields: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function mapped(fields: Record<string, unknown>): Map<string, string> {
  return new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function cuts(text: string): number[] {
  return [...text.matchAll(/=/g)].map((match) => match.index);
}

function split(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
