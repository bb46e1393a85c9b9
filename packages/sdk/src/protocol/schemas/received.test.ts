import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod/mini';
import { parseFlat, textParams } from '../flat-parser.ts';
import { v1EnvelopeReceived, v3EnvelopeReceived } from './envelope-received.ts';
import { linkStatus } from './link.ts';
import { linkCallbackReceived, linkReceived } from './link-received.ts';
import { payinStatus } from './payin.ts';
import { payinCallbackReceived, payinReceived } from './payin-received.ts';
import { payoutStatus } from './payout.ts';
import { payoutCallbackReceived, payoutReceived } from './payout-received.ts';
import type { Open } from './received.ts';
import { currency, payType, tradeType } from './text.ts';
import { walletReceived } from './wallet-received.ts';

interface Readable {
  parse(value: unknown): unknown;
}

const payin = {
  orderNo: 'P1',
  mchOrderNo: 'O1',
  amount: '500.00',
  status: 'pending',
  pay_url: 'http://x/pay/1',
};
const callback = { mchId: 'M', mchOrderNo: 'O1', orderNo: 'P1', amount: '500.00', status: 'success' };

describe('an order', () => {
  it('is read from the least that can be sent [reading:sdk.missing-optional]', () => {
    expect(payinReceived.parse(payin)).toEqual({
      ...payin,
      payUrl: payin.pay_url,
      paidAmount: null,
      utr: null,
      extra: '',
      paidAt: null,
    });
    expect(
      payoutReceived.parse({ orderNo: 'WD1', mchOrderNo: 'W1', amount: '1.00', status: 'pending' }),
    ).toEqual({
      orderNo: 'WD1',
      mchOrderNo: 'W1',
      amount: '1.00',
      status: 'pending',
      txid: null,
      paidAt: null,
    });
  });

  it('keeps unknown fields and unknown states [reading:sdk.unknown-fields] [reading:sdk.unknown-states]', () => {
    const later = { ...payin, status: 'Partly_Refunded', cashback: { amount: '5.00' } };
    expect(payinReceived.parse(later)).toMatchObject(later);
  });

  it('takes null and the empty text for absent', () => {
    expect(payinReceived.parse({ ...payin, fee: null, extra: null, utr: '', duplicate: null })).toEqual(
      payinReceived.parse(payin),
    );
  });

  it('is read however it is written [reading:sdk.spellings]', () => {
    const other = {
      amount: 500,
      status: 'SUCCESS',
      tradeType: 'InrUpi',
      fee: 55.5,
      duplicate: 1,
      mchOrderNo: 1001,
    };
    expect(payinReceived.parse({ ...payin, ...other, netAmount: 'nothing', utr: [] })).toMatchObject({
      ...{ amount: '500.00', status: 'success', tradeType: 'INRUPI', fee: '55.50', duplicate: true },
      ...{ mchOrderNo: '1001', utr: null },
    });
    expect(payinReceived.parse({ ...payin, netAmount: 'nothing' }).netAmount).toBeUndefined();
    expect(payinReceived.parse({ ...payin, netAmount: {}, tradeType: [] })).toMatchObject({
      netAmount: undefined,
      tradeType: undefined,
    });
  });

  it('has the words that the exact schemas have, in their case', () => {
    const words: readonly (readonly [Readable, string, readonly string[]])[] = [
      [payinReceived, 'status', payinStatus.options],
      [payinReceived, 'tradeType', tradeType.options],
      [payinReceived, 'network', ['TRC20']],
      [payoutReceived, 'status', payoutStatus.options],
      [payoutReceived, 'payType', payType.options],
      [linkReceived, 'status', linkStatus.options],
      [linkReceived, 'currency', currency.options],
      [walletReceived, 'currency', ['INR']],
      [payinCallbackReceived, 'status', ['success', 'failed']],
      [payinCallbackReceived, 'tradeType', tradeType.options],
      [payoutCallbackReceived, 'status', ['processing', 'success', 'failed']],
      [linkCallbackReceived, 'status', ['success']],
      [linkCallbackReceived, 'currency', currency.options],
    ];
    const sent = { ...payin, ...callback, link_code: 'L1', balance: '1.00' };
    for (const [schema, name, known] of words) {
      for (const word of known) {
        const other = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
        expect(schema.parse({ ...sent, [name]: other }), name).toHaveProperty(name, word);
      }
    }
  });

  it('describes an invalid amount', () => {
    const read = payinReceived.safeParse({ ...payin, amount: 'much' });
    expect(read.error?.issues).toMatchObject([{ path: ['amount'], message: 'not an amount' }]);
  });

  it('takes payUrl or pay_url', () => {
    const { pay_url, ...rest } = payin;
    expect(payinReceived.parse({ ...rest, payUrl: pay_url }).payUrl).toBe(pay_url);
    expect(payinReceived.parse(rest).payUrl).toBe('');
  });

  it.each(['orderNo', 'mchOrderNo', 'amount', 'status'])('is not one without %s', (name) => {
    expect(payinReceived.safeParse({ ...payin, [name]: undefined }).success).toBe(false);
  });

  it.each([null, [], 'x', 5, undefined])('is not %j', (value) => {
    expect(payinReceived.safeParse(value).success).toBe(false);
  });

  it('takes nothing from a __proto__ that was sent', () => {
    const sent: unknown = JSON.parse(`{"__proto__":${JSON.stringify(payin)}}`);
    expect(payinReceived.safeParse(sent).success).toBe(false);
  });

  it('has an open type of states [reading:sdk.unknown-states]', () => {
    expectTypeOf<z.output<typeof payinReceived>['status']>().toEqualTypeOf<
      Open<'pending' | 'success' | 'failed' | 'expired'>
    >();
    expectTypeOf<z.output<typeof payinReceived>['utr']>().toEqualTypeOf<string | null>();
    expectTypeOf<z.output<typeof payinReceived>['fee']>().toEqualTypeOf<string | undefined>();
  });
});

describe('a wallet', () => {
  it('knows the balance by either name', () => {
    expect(walletReceived.parse({ balance: '1.00' })).toEqual({ balance: '1.00', available: '1.00' });
    expect(walletReceived.parse({ available: '1.00' })).toEqual({ balance: '1.00', available: '1.00' });
    expect(walletReceived.safeParse({ total: '1.00' }).success).toBe(false);
  });
});

describe('a link', () => {
  it('is read from the least that can be sent [reading:sdk.missing-optional]', () => {
    const link = { link_code: 'L1', amount: '500.00', status: 'pending', pay_url: 'http://x/pay/1' };
    expect(linkReceived.parse({ ...link, paid_at: '' })).toEqual({
      ...link,
      client_ref: '',
      note: '',
      paid_at: null,
    });
    expect(
      linkCallbackReceived.parse({ link_code: 'L1', amount: '500.00', status: 'success' }),
    ).toMatchObject({
      client_ref: '',
      test: false,
    });
  });
});

describe('a callback', () => {
  it('is read from the least that can be sent [reading:sdk.missing-optional]', () => {
    expect(payinCallbackReceived.parse(callback)).toEqual({
      ...callback,
      paidAmount: null,
      utr: null,
      payTime: null,
      extra: '',
      test: false,
    });
    expect(payoutCallbackReceived.parse(callback)).toEqual({
      ...callback,
      txid: null,
      payTime: null,
      message: '',
      test: false,
    });
  });

  it('is accepted with only its alias names', () => {
    const { mchId, mchOrderNo, orderNo, ...rest } = callback;
    const aliases = { merchant_id: mchId, merchant_order_no: mchOrderNo, gateway_order_no: orderNo };
    expect(payinCallbackReceived.parse({ ...rest, ...aliases })).toMatchObject(callback);
    expect(payoutCallbackReceived.parse({ ...rest, ...aliases, mchId: '' })).toMatchObject(callback);
  });

  it.each(['merchant_id', 'merchant_order_no', 'gateway_order_no'])(
    'is refused when %s contradicts',
    (alias) => {
      const read = payinCallbackReceived.safeParse({ ...callback, [alias]: 'other' });
      expect(read.error?.issues).toMatchObject([{ message: 'a field and its alias have different values' }]);
      expect(payoutCallbackReceived.safeParse({ ...callback, [alias]: 'other' }).success).toBe(false);
    },
  );

  it.each(['mchId', 'mchOrderNo', 'orderNo', 'amount', 'status'])('is refused without %s', (name) => {
    expect(payinCallbackReceived.safeParse({ ...callback, [name]: '' }).success).toBe(false);
  });

  it.each([true, 'true', 1, '1'])('is a test when test is %j [reading:sdk.test-values]', (test) => {
    expect(payinCallbackReceived.parse({ ...callback, test }).test).toBe(true);
    expect(payoutCallbackReceived.parse({ ...callback, test }).test).toBe(true);
  });

  it.each([undefined, null, '', false, 'false', 0, '0', 'no', ['true'], {}])(
    'is no test when test is %j',
    (test) => {
      expect(payinCallbackReceived.parse({ ...callback, test }).test).toBe(false);
    },
  );

  it('is read from a form as from JSON', () => {
    const body = new URLSearchParams({ ...callback, test: 'true', extra: 'a b' }).toString();
    const texts = textParams(parseFlat(body, 'application/x-www-form-urlencoded'));
    expect(payinCallbackReceived.parse(Object.fromEntries(texts))).toMatchObject({
      test: true,
      extra: 'a b',
    });
  });
});

describe('an envelope', () => {
  it('may have unknown codes and fields, and miss the optional ones [reading:sdk.unknown-codes] [reading:sdk.missing-optional]', () => {
    expect(
      v3EnvelopeReceived.parse({ success: false, code: 418, error: 'later', data: null, id: 1 }),
    ).toEqual({
      success: false,
      code: 418,
      error: 'later',
      id: 1,
    });
    expect(v3EnvelopeReceived.parse({ success: true, data: {} })).toEqual({ success: true, data: {} });
    expect(v1EnvelopeReceived.parse({ ok: false })).toEqual({ ok: false });
  });

  it('of v1 is read however it is written', () => {
    expect(v1EnvelopeReceived.parse({ ok: 'true', message: 7, error: null, data: [] })).toEqual({
      ok: true,
      message: '7',
      data: [],
    });
    expect(v1EnvelopeReceived.safeParse({ message: 'Success' }).success).toBe(false);
  });

  it.each(['418a', 'a418', '4.18', '', '1234567890', {}, [418]])('has no code for %j', (code) => {
    expect(v3EnvelopeReceived.parse({ success: true, code }).code).toBeUndefined();
  });

  it.each([{}, { success: 'yes' }, { success: {} }, { error: 'x' }, [], 'success', null])(
    'is not %j',
    (value) => {
      expect(v3EnvelopeReceived.safeParse(value).success).toBe(false);
    },
  );
});
