import { describe, expect, it } from 'vitest';
import { linkCallbackFields, payinCallbackFields, payoutCallbackFields } from './callback-fields.ts';

const at = '2026-11-20T15:04:05+05:30';
const order = { mchId: 'M1', mchOrderNo: 'ORDER-1', orderNo: 'PI1', amount: 50_000n, fee: 5_500n };
const payin = { ...order, netAmount: 44_500n, tradeType: 'INRUPI', usdt: null, extra: '' } as const;
const payout = { ...order, totalDebit: 55_500n };
const link = { orderNo: 'link-1', clientRef: 'REF-1', amount: 50_000n, tradeType: 'INRUPI' } as const;
const paid = { status: 'success', paidAmount: 50_000n, paidAt: Date.parse(at), utr: null } as const;

describe('unknown callback values', () => {
  it('a pay-in callback contains an empty string for each unknown value', () => {
    const failed = payinCallbackFields({ ...payin, state: { status: 'failed' } });
    expect(failed).toMatchObject({ paidAmount: '', utr: '', payTime: '' });
    const succeeded = payinCallbackFields({ ...payin, state: paid });
    expect(succeeded).toMatchObject({ paidAmount: '500.00', utr: '', payTime: at });
  });

  it('a payout callback contains an empty string for each unknown value', () => {
    const failed = payoutCallbackFields({ ...payout, state: { status: 'failed', message: 'no' } });
    expect(failed).toMatchObject({ txid: '', payTime: '', message: 'no' });
    const state = { status: 'success', paidAt: Date.parse(at), txid: null } as const;
    expect(payoutCallbackFields({ ...payout, state })).toMatchObject({ txid: '', payTime: at, message: '' });
  });

  it('a link callback contains an empty string for each unknown value', () => {
    const pending = linkCallbackFields({ ...link, clientRef: null, state: { status: 'pending' } });
    expect(pending).toMatchObject({ client_ref: '', paid_at: '' });
    expect(linkCallbackFields({ ...link, state: paid })).toMatchObject({ client_ref: 'REF-1', paid_at: at });
  });
});
