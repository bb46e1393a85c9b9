import { defaultLimits, payinFee, payoutFee } from '@inrgate/sdk/protocol';
import type { Attempt, NewCallback } from '../domain/callback.ts';
import type { Link, Payin } from '../domain/deposit.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';
import type { Settings } from '../domain/settings.ts';
import type { Claim, Lease, Store } from './store.ts';

export type CurrentStore = () => Store;

/** 2026-11-20T15:04:05+05:30. */
export const t0 = 1_795_167_245_000;
export const minute = 60_000;

let made = 0;

export function unique(prefix: string): string {
  made += 1;
  return `${prefix}${made}`;
}

export function sampleMerchant(fields: Partial<Merchant> = {}): Merchant {
  const mchId = fields.mchId ?? unique('M');
  return {
    mchId,
    mchKey: `key of ${mchId}`,
    mchSecret: `secret of ${mchId}`,
    callbackUrl: null,
    callbackFormat: 'json',
    ipAllowList: ['127.0.0.1', '10.0.0.0/8'],
    inrEnabled: true,
    usdtEnabled: false,
    suspended: false,
    limits: defaultLimits,
    version: 1,
    ...fields,
  };
}

function depositTerms(amount: bigint) {
  const fee = payinFee(amount);
  return {
    amount,
    fee,
    netAmount: amount - fee,
    tradeType: 'INRUPI',
    usdt: null,
    notifyUrl: null,
    returnUrl: null,
    payToken: unique('token'),
    createdAt: t0,
    expiresAt: t0 + 30 * minute,
    state: { status: 'pending' },
    version: 1,
  } as const;
}

export function samplePayin(mchId: string, fields: Partial<Payin> = {}): Payin {
  const terms = depositTerms(fields.amount ?? 50_000n);
  return {
    kind: 'payin',
    orderNo: unique('PI'),
    mchId,
    mchOrderNo: unique('order-'),
    extra: '',
    ...terms,
    ...fields,
  };
}

export function sampleLink(mchId: string, fields: Partial<Link> = {}): Link {
  const terms = depositTerms(fields.amount ?? 50_000n);
  return { kind: 'link', orderNo: unique('link'), mchId, clientRef: null, note: '', ...terms, ...fields };
}

export function samplePayout(mchId: string, fields: Partial<Payout> = {}): Payout {
  const amount = fields.amount ?? 100_000n;
  const fee = payoutFee(amount);
  return {
    orderNo: unique('WD'),
    mchId,
    mchOrderNo: unique('withdrawal-'),
    amount,
    fee,
    totalDebit: amount + fee,
    destination: { payType: 'upi', upiId: 'asha@okbank' },
    createdAt: t0,
    state: { status: 'pending' },
    version: 1,
    ...fields,
  };
}

export function sampleCallback(mchId: string, fields: Partial<NewCallback> = {}): NewCallback {
  return {
    id: unique('cb_'),
    kind: 'payin',
    event: 'payin.success',
    mchId,
    orderNo: unique('PI'),
    mchOrderNo: unique('order-'),
    url: 'http://shop.example:3000/callbacks',
    format: 'json',
    body: '{"status":"success"}',
    createdAt: t0,
    ...fields,
  };
}

export function sampleAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    manual: false,
    url: 'http://shop.example:3000/callbacks',
    startedAt: t0,
    durationMs: 12,
    status: 500,
    responseBody: 'no',
    ok: false,
    reason: 'status 500',
    fault: null,
    ...fields,
  };
}

export const sampleSettings: Settings = {
  usdtRate: 900_000n,
  orderValidityMinutes: 30,
  latePayments: 'credit',
  failedPayinCallback: true,
  rateLimitPerMinute: 120,
  signatureLock: { failures: 10, windowSeconds: 600, lockSeconds: 900 },
  maintenance: false,
  providerAvailable: true,
  simulation: null,
};

interface OneClaim {
  readonly now: number;
  readonly lease: Lease;
  readonly saturated?: readonly string[];
}

/** Claims the due callback that has waited longest, or returns null. */
export async function claimOne(
  { callbacks }: Store,
  { now, lease, saturated = [] }: OneClaim,
): Promise<Claim | null> {
  const busy = new Map(saturated.map((receiver) => [receiver, 1]));
  const [claim = null] = await callbacks.claim({ now, lease, atMost: 1, perReceiver: 1, busy });
  return claim;
}
