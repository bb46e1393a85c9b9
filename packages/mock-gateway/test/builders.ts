import { defaultLimits } from '@inrgate/sdk/protocol';
import type { NewCallback } from '../src/domain/callback.ts';
import type { Link, Payin, Payment } from '../src/domain/deposit.ts';
import type { Merchant } from '../src/domain/merchant.ts';
import type { Payout } from '../src/domain/payout.ts';

/** 2026-11-20T15:04:05+05:30. */
export const noon = Date.parse('2026-11-20T15:04:05+05:30');
export const minute = 60_000;

export function aMerchant(fields: Partial<Merchant> = {}): Merchant {
  return {
    mchId: 'M1',
    mchKey: 'key-of-m1',
    mchSecret: 'secret-of-m1',
    callbackUrl: null,
    callbackFormat: 'json',
    ipAllowList: ['127.0.0.1'],
    inrEnabled: true,
    usdtEnabled: true,
    suspended: false,
    limits: defaultLimits,
    ...fields,
  };
}

/** A payment of the pay-in's amount. */
export const aPayment: Payment = { paidAmount: 50_000n, utr: '412345678901' };

export function aPayin(fields: Partial<Payin> = {}): Payin {
  return {
    kind: 'payin',
    orderNo: 'PI1',
    mchId: 'M1',
    mchOrderNo: 'ORDER-1',
    amount: 50_000n,
    fee: 5_500n,
    netAmount: 44_500n,
    tradeType: 'INRUPI',
    usdt: null,
    notifyUrl: null,
    returnUrl: null,
    extra: '',
    payToken: 'token-1',
    createdAt: noon,
    expiresAt: noon + 30 * minute,
    state: { status: 'pending' },
    ...fields,
  };
}

export function aLink(fields: Partial<Link> = {}): Link {
  const { kind: _kind, mchOrderNo: _number, extra: _extra, ...terms } = aPayin();
  return {
    ...terms,
    kind: 'link',
    orderNo: 'link-1',
    payToken: 'token-2',
    clientRef: 'REF-1',
    note: '',
    ...fields,
  };
}

export function aPayout(fields: Partial<Payout> = {}): Payout {
  return {
    orderNo: 'WD1',
    mchId: 'M1',
    mchOrderNo: 'W-1',
    amount: 100_000n,
    fee: 7_500n,
    totalDebit: 107_500n,
    destination: { payType: 'upi', upiId: 'asha@okhdfcbank' },
    createdAt: noon,
    state: { status: 'pending' },
    ...fields,
  };
}

export function aCallback(fields: Partial<NewCallback> = {}): NewCallback {
  return {
    id: 'cb_1',
    kind: 'payin',
    event: 'payin.success',
    mchId: 'M1',
    orderNo: 'PI1',
    mchOrderNo: 'ORDER-1',
    url: 'http://shop.example/callbacks',
    format: 'json',
    body: '{}',
    createdAt: noon,
    ...fields,
  };
}
