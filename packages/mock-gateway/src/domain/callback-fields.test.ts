import { linkCallbackFields, payinCallbackFields, payoutCallbackFields } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { aLink, aPayin, aPayout, noon } from '../../test/builders.ts';

const at = '2026-11-20T15:04:05+05:30';
const none = { utr: null, txid: null };

describe('what is not known is the empty text', () => {
  it('of a pay-in that failed, and one that was paid without a bank reference', () => {
    const failed = aPayin({ state: { status: 'failed', failedAt: noon } });
    expect(payinCallbackFields(failed)).toMatchObject({ paidAmount: '', utr: '', payTime: '' });
    const paid = aPayin({ state: { status: 'success', paidAmount: 50_000n, paidAt: noon, ...none } });
    expect(payinCallbackFields(paid)).toMatchObject({ paidAmount: '500.00', utr: '', payTime: at });
  });

  it('of a withdrawal that failed, and one that was paid without a transfer reference', () => {
    const failed = aPayout({ state: { status: 'failed', failedAt: noon, message: 'no' } });
    expect(payoutCallbackFields(failed)).toMatchObject({ txid: '', payTime: '', message: 'no' });
    const paid = aPayout({ state: { status: 'success', paidAt: noon, ...none } });
    expect(payoutCallbackFields(paid)).toMatchObject({ txid: '', payTime: at, message: '' });
  });

  it('of a link that is not paid, and one whose customer has no number of the merchant’s', () => {
    expect(linkCallbackFields(aLink({ clientRef: null }))).toMatchObject({ client_ref: '', paid_at: '' });
    const paid = aLink({ state: { status: 'success', paidAmount: 50_000n, paidAt: noon, ...none } });
    expect(linkCallbackFields(paid)).toMatchObject({ client_ref: 'REF-1', paid_at: at });
  });
});
