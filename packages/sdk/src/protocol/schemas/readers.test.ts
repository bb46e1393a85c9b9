import { describe, expect, expectTypeOf, it } from 'vitest';
import { parseFlat, textParams } from '../flat-parser.ts';
import type { Open, Read } from './field.ts';
import { payinFields, payinUsdtFields } from './fields.ts';
import {
  linkCallbackReceived,
  linkReceived,
  payinCallbackReceived,
  payinReceived,
  payoutCallbackReceived,
  payoutReceived,
  walletReceived,
} from './readers.ts';
import { linkFound, payinStatus, payoutStatus } from './responses.ts';
import { currency, payType, tradeType } from './text.ts';

function read<Data>(reader: Read<Data>, sent: unknown): Data {
  const result = reader(sent);
  if ('issue' in result) throw new TypeError(`${result.issue.kind} ${result.issue.field}`);
  return result.data;
}

const payin = {
  orderNo: 'P1',
  mchOrderNo: 'O1',
  amount: '500.00',
  status: 'pending',
  pay_url: 'http://x/pay/1',
};
const callback = { mchId: 'M', mchOrderNo: 'O1', orderNo: 'P1', amount: '500.00', status: 'success' };

describe('a received order', () => {
  it('a received order needs only the minimal set of fields [reading:sdk.missing-optional]', () => {
    const { pay_url, ...sent } = payin;
    const { pay_url: _alias, ...fields } = { type: null, ...payinFields, ...payinUsdtFields };
    expect(read(payinReceived, payin)).toEqual({
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
      ...{ ...sent, payUrl: pay_url, extra: '', duplicate: false },
    });
    expect(
      read(payoutReceived, { orderNo: 'WD1', mchOrderNo: 'W1', amount: '1.00', status: 'pending' }),
    ).toEqual({
      orderNo: 'WD1',
      mchOrderNo: 'W1',
      amount: '1.00',
      status: 'pending',
      ...{ type: null, fee: null, totalDebit: null, payType: null, txid: null },
      ...{ createdAt: null, paidAt: null, duplicate: false },
    });
  });

  it('a received order keeps an unknown state and ignores unknown fields [reading:sdk.unknown-fields] [reading:sdk.unknown-states]', () => {
    const later = { ...payin, status: 'Partly_Refunded', cashback: { amount: '5.00' } };
    expect(read(payinReceived, later)).toEqual({ ...read(payinReceived, payin), status: later.status });
  });

  it('a received order treats null and the empty string as absent', () => {
    expect(read(payinReceived, { ...payin, fee: null, extra: null, utr: '', duplicate: null })).toEqual(
      read(payinReceived, payin),
    );
  });

  it('the parser reads a received order in every spelling [reading:sdk.spellings]', () => {
    const other = {
      amount: 500,
      status: 'SUCCESS',
      tradeType: 'InrUpi',
      fee: 55.5,
      duplicate: 1,
      mchOrderNo: 1001,
    };
    expect(read(payinReceived, { ...payin, ...other, netAmount: 'nothing', utr: [] })).toMatchObject({
      ...{ amount: '500.00', status: 'success', tradeType: 'INRUPI', fee: '55.50', duplicate: true },
      ...{ mchOrderNo: '1001', utr: null },
    });
    expect(read(payinReceived, { ...payin, netAmount: 'nothing' }).netAmount).toBeNull();
    expect(read(payinReceived, { ...payin, netAmount: {}, tradeType: [] })).toMatchObject({
      netAmount: null,
      tradeType: null,
    });
  });

  it('a received order, link or callback returns known words in the documented case', () => {
    const words: readonly (readonly [Read<unknown>, string, readonly string[]])[] = [
      [payinReceived, 'status', payinStatus.options],
      [payinReceived, 'tradeType', tradeType.options],
      [payinReceived, 'network', ['TRC20']],
      [payoutReceived, 'status', payoutStatus.options],
      [payoutReceived, 'payType', payType.options],
      [linkReceived, 'status', linkFound.shape.status.options],
      [linkReceived, 'currency', currency.options],
      [walletReceived, 'currency', ['INR']],
      [payinCallbackReceived, 'status', ['success', 'failed']],
      [payinCallbackReceived, 'tradeType', tradeType.options],
      [payoutCallbackReceived, 'status', ['processing', 'success', 'failed']],
      [linkCallbackReceived, 'status', ['success']],
      [linkCallbackReceived, 'currency', currency.options],
    ];
    const sent = { ...payin, ...callback, link_code: 'L1', balance: '1.00' };
    for (const [reader, name, known] of words) {
      for (const word of known) {
        const other = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
        expect(read(reader, { ...sent, [name]: other }), name).toHaveProperty(name, word);
      }
    }
  });

  it('the error of a received order describes an invalid amount', () => {
    const issue = (amount: unknown) => payinReceived({ ...payin, amount });
    expect(issue('much')).toEqual({ issue: { field: 'amount', kind: 'invalid' } });
    expect(issue('-5.00')).toEqual({ issue: { field: 'amount', kind: 'invalid' } });
    expect(issue([])).toEqual({ issue: { field: 'amount', kind: 'missing' } });
  });

  it('a received order may contain payUrl or pay_url', () => {
    const { pay_url, ...rest } = payin;
    expect(read(payinReceived, { ...rest, payUrl: pay_url }).payUrl).toBe(pay_url);
    expect(read(payinReceived, rest).payUrl).toBe('');
  });

  it.each(['orderNo', 'mchOrderNo', 'amount', 'status'])(
    'the parser reports an issue for a received order without %s',
    (name) => {
      expect(payinReceived({ ...payin, [name]: undefined })).toHaveProperty('issue');
    },
  );

  it.each([null, [], 'x', 5, undefined])('a received order cannot be %j', (value) => {
    expect(payinReceived(value)).toHaveProperty('issue');
  });

  it('a __proto__ in a response adds no field to a received order', () => {
    const sent: unknown = JSON.parse(`{"__proto__":${JSON.stringify(payin)}}`);
    expect(payinReceived(sent)).toHaveProperty('issue');
  });

  it('the type of a received order accepts any state [reading:sdk.unknown-states]', () => {
    type Received = Extract<ReturnType<typeof payinReceived>, { data: unknown }>['data'];
    expectTypeOf<Received['status']>().toEqualTypeOf<Open<'pending' | 'success' | 'failed' | 'expired'>>();
    expectTypeOf<Received['utr']>().toEqualTypeOf<string | null>();
    expectTypeOf<Received['fee']>().toEqualTypeOf<string | null>();
  });
});

describe('a received wallet', () => {
  it('a received wallet contains the balance under either field name', () => {
    const wallet = { balance: '1.00', available: '1.00', frozen: null, total: null, currency: null };
    expect(read(walletReceived, { balance: '1.00' })).toEqual(wallet);
    expect(read(walletReceived, { available: '1.00' })).toEqual(wallet);
    expect(walletReceived({ total: '1.00' })).toHaveProperty('issue');
  });
});

describe('a received link', () => {
  it('a received link needs only the minimal set of fields [reading:sdk.missing-optional]', () => {
    const link = { link_code: 'L1', amount: '500.00', status: 'pending', pay_url: 'http://x/pay/1' };
    expect(read(linkReceived, { ...link, paid_at: '' })).toEqual({
      ...link,
      client_ref: '',
      note: '',
      ...{ currency: null, created_at: null, expires_at: null, paid_at: null },
    });
    expect(
      read(linkCallbackReceived, { link_code: 'L1', amount: '500.00', status: 'success' }),
    ).toMatchObject({
      client_ref: '',
      test: false,
    });
  });
});

describe('a received callback', () => {
  it('a received callback needs only the minimal set of fields [reading:sdk.missing-optional]', () => {
    expect(read(payinCallbackReceived, callback)).toEqual({
      ...callback,
      ...{ paidAmount: null, fee: null, netAmount: null, tradeType: null, utr: null, payTime: null },
      usdtAmount: null,
      extra: '',
      test: false,
    });
    expect(read(payoutCallbackReceived, callback)).toEqual({
      ...callback,
      ...{ fee: null, totalDebit: null, txid: null, payTime: null },
      message: '',
      test: false,
    });
  });

  it('a received callback may contain only alias names', () => {
    const { mchId, mchOrderNo, orderNo, ...rest } = callback;
    const aliases = { merchant_id: mchId, merchant_order_no: mchOrderNo, gateway_order_no: orderNo };
    expect(read(payinCallbackReceived, { ...rest, ...aliases })).toMatchObject(callback);
    expect(read(payoutCallbackReceived, { ...rest, ...aliases, mchId: '' })).toMatchObject(callback);
  });

  it.each(['merchant_id', 'merchant_order_no', 'gateway_order_no'])(
    'the parser reports an issue for a received callback if %s contradicts its main name',
    (alias) => {
      for (const reader of [payinCallbackReceived, payoutCallbackReceived]) {
        const issue = { field: undefined, kind: 'conflict' };
        expect(reader({ ...callback, [alias]: 'other' })).toEqual({ issue });
      }
    },
  );

  it.each(['mchId', 'mchOrderNo', 'orderNo', 'amount', 'status'])(
    'the parser reports an issue for a received callback without %s',
    (name) => {
      expect(payinCallbackReceived({ ...callback, [name]: '' })).toHaveProperty('issue');
    },
  );

  it.each([true, 'true', 1, '1'])(
    'a received callback is a test callback when test is %j [reading:sdk.test-values]',
    (test) => {
      expect(read(payinCallbackReceived, { ...callback, test }).test).toBe(true);
      expect(read(payoutCallbackReceived, { ...callback, test }).test).toBe(true);
    },
  );

  it.each([undefined, null, '', false, 'false', 0, '0', 'no', ['true'], {}])(
    'a received callback is not a test callback when test is %j',
    (test) => {
      expect(read(payinCallbackReceived, { ...callback, test }).test).toBe(false);
    },
  );

  it('a received callback converts the strings of a form to the types of JSON', () => {
    const body = new URLSearchParams({ ...callback, test: 'true', extra: 'a b' }).toString();
    const texts = textParams(parseFlat(body, 'application/x-www-form-urlencoded'));
    expect(read(payinCallbackReceived, Object.fromEntries(texts))).toMatchObject({
      test: true,
      extra: 'a b',
    });
  });
});
