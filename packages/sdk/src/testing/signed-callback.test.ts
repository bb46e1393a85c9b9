import { describe, expect, it } from 'vitest';
import { verifyCallback } from '../callbacks/verify.ts';
import { linkCallback, payinCallback, payoutCallback } from '../protocol/schemas/responses.ts';
import { type CallbackFields, signedCallback } from './signed-callback.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

describe('signedCallback', () => {
  it.each([
    ['payin', payinCallback, ['success', 'failed']],
    ['payout', payoutCallback, ['processing', 'success', 'failed']],
    ['link', linkCallback, ['success']],
  ] as const)(
    'signedCallback writes a %s callback as the gateway does, for each status',
    (kind, schema, statuses) => {
      for (const status of statuses) {
        const { body } = signedCallback(kind, credentials, { status });
        expect(schema.safeParse(JSON.parse(body)).error).toBeUndefined();
      }
    },
  );

  it.each(['json', 'form'] as const)(
    'signedCallback writes a callback that verifyCallback accepts (%s)',
    (format) => {
      const fields = { mchOrderNo: 'A/1', amount: '333.33', paidAmount: '333.00', test: true };
      const { body, contentType } = signedCallback('payin', credentials, fields, { format });
      expect(verifyCallback(body, { ...credentials, contentType })).toMatchObject({
        ...fields,
        kind: 'payin',
        fee: '36.67',
        netAmount: '296.66',
      });
    },
  );

  it('signedCallback writes the fields of an unpaid, an underpaid and a USDT pay-in', () => {
    const fields = (given: CallbackFields) => JSON.parse(signedCallback('payin', credentials, given).body);
    expect(fields({ status: 'failed' })).toMatchObject({
      paidAmount: '',
      utr: '',
      payTime: '',
      fee: '55.00',
    });
    expect(fields({ paidAmount: '499.00' })).toMatchObject({ amount: '500.00', netAmount: '445.00' });
    const usdt = fields({ tradeType: 'usdt' });
    expect(usdt).toMatchObject({
      usdtAmount: '5.555556',
      utr: '',
      payTime: expect.stringContaining('+05:30'),
    });
    expect(fields({})).not.toHaveProperty('usdtAmount');
    for (const given of [
      { status: 'failed' },
      { paidAmount: '499.00' },
      { tradeType: 'usdt' },
      { test: true },
    ]) {
      expect(payinCallback.safeParse(fields(given)).error).toBeUndefined();
    }
  });

  it('signedCallback sets the time of a final payout and accepts a transfer reference and a message', () => {
    const fields = (given: CallbackFields) => JSON.parse(signedCallback('payout', credentials, given).body);
    expect(fields({ status: 'processing' })).toMatchObject({ payTime: '', totalDebit: '542.50' });
    expect(fields({ txid: '853793d5' })).toMatchObject({ txid: '853793d5', status: 'success' });
    const failed = fields({ status: 'failed', message: 'account closed' });
    expect(failed).toMatchObject({ payTime: '', txid: '', message: 'account closed' });
    expect(payoutCallback.safeParse(failed).error).toBeUndefined();
  });

  it('signedCallback sets each alias to the value of its main name and omits undefined values', () => {
    const { body } = signedCallback('payin', credentials, { orderNo: 'P9', utr: undefined });
    const fields = JSON.parse(body);
    expect(fields).toMatchObject({ orderNo: 'P9', gateway_order_no: 'P9' });
    expect(fields).not.toHaveProperty('utr');
  });

  it('the error of signedCallback names the missing key', () => {
    expect(() => signedCallback('payout', { mchId: 'DEMO1001', mchKey: 'k' })).toThrow(
      'mchSecret is missing; it signs payout callbacks',
    );
  });
});

it('signedCallback computes the fee of an amount without decimals', () => {
  const { body } = signedCallback('payin', credentials, { amount: '500' });
  expect(JSON.parse(body)).toMatchObject({ amount: '500', fee: '55.00', netAmount: '445.00' });
});
