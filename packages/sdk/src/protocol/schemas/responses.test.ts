import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { payinData as payin, payoutData as payout } from '../../../test/support/stub-fetch.ts';
import { v1Failure, v1Success, v3Failure, v3Success } from './envelope.ts';
import {
  linkCallback,
  linkCreated,
  linkFound,
  payinCallback,
  payinCreated,
  payinFound,
  payoutCallback,
  payoutCreated,
  payoutFound,
  v3Responses,
  wallet,
} from './responses.ts';

const usdt = {
  ...payin,
  tradeType: 'usdt',
  usdtAmount: '5.555556',
  rate: '90.0000',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  network: 'TRC20',
};
const balance = {
  balance: '98925.00',
  available: '98925.00',
  frozen: '1075.00',
  total: '100000.00',
  currency: 'INR',
};
const link = {
  link_code: 'L1',
  client_ref: '',
  amount: '500.00',
  currency: 'INR',
  status: 'pending',
  pay_url: 'http://127.0.0.1:4300/pay/token',
  created_at: '2026-11-20T15:04:05+05:30',
};
const identity = {
  mchId: 'DEMO1001',
  merchant_id: 'DEMO1001',
  mchOrderNo: 'ORDER-1',
  merchant_order_no: 'ORDER-1',
  orderNo: 'WD1',
  gateway_order_no: 'WD1',
  sign: 'F'.repeat(32),
};
const payinEvent = {
  ...identity,
  amount: '500.00',
  paidAmount: '500.00',
  fee: '55.00',
  netAmount: '445.00',
  tradeType: 'INRUPI',
  status: 'success',
  utr: '412345678901',
  payTime: '2026-11-20T15:10:00+05:30',
  extra: '',
};
const payoutEvent = {
  ...identity,
  amount: '1000.00',
  fee: '75.00',
  totalDebit: '1075.00',
  status: 'processing',
  txid: '',
  payTime: '',
  message: '',
};
const linkEvent = {
  link_code: 'L1',
  client_ref: '',
  amount: '500.00',
  currency: 'USDT',
  status: 'success',
  paid_at: '2026-11-20T15:10:00+05:30',
  sign: 'F'.repeat(32),
};
const linkFoundData = { ...link, note: '', paid_at: '' };

const accepted: readonly (readonly [string, z.ZodType, Readonly<Record<string, unknown>>])[] = [
  ['a pay-in', payinCreated, payin],
  ['a repeated pay-in', payinCreated, { ...payin, duplicate: true, status: 'expired' }],
  ['a USDT pay-in', payinCreated, usdt],
  [
    'a pay-in found',
    payinFound,
    { ...payin, type: 'payin', paidAmount: '500.00', utr: '412345678901', paidAt: payin.createdAt },
  ],
  ['a USDT pay-in found', payinFound, { ...usdt, type: 'payin' }],
  ['a payout', payoutCreated, payout],
  ['a repeated payout', payoutCreated, { ...payout, duplicate: true, status: 'processing' }],
  [
    'a payout found',
    payoutFound,
    { ...payout, type: 'payout', status: 'success', paidAt: payout.createdAt, txid: 'x' },
  ],
  ['a wallet', wallet, balance],
  ['a link', linkCreated, { ...link, expires_at: payin.expiresAt }],
  ['a link found', linkFound, linkFoundData],
  ['a paid link found', linkFound, { ...linkFoundData, status: 'success', paid_at: payin.createdAt }],
  ['a pay-in callback', payinCallback, payinEvent],
  [
    'a failed pay-in callback',
    payinCallback,
    { ...payinEvent, status: 'failed', paidAmount: '', utr: '', payTime: '' },
  ],
  ['a USDT pay-in callback', payinCallback, { ...payinEvent, tradeType: 'usdt', usdtAmount: '5.555556' }],
  ['a test callback', payinCallback, { ...payinEvent, test: true }],
  ['a payout callback', payoutCallback, payoutEvent],
  ['a link webhook', linkCallback, linkEvent],
  ['a v3 success', v3Success(wallet), { code: 200, success: true, message: 'Success', data: balance }],
  ['a v3 failure', v3Failure, { code: 422, success: false, message: 'No.', error: 'amount_range' }],
  ['a v1 success', v1Success(linkFound), { ok: true, data: linkFoundData }],
  ['a v1 failure', v1Failure, { ok: false, error: 'not_found', message: 'No.' }],
];

describe.each(accepted)('the strict response schema of %s', (_name, schema, value) => {
  it('the strict schema accepts its example unchanged', () => {
    expect(schema.parse(value)).toEqual(value);
  });

  it('the strict schema rejects an additional field', () => {
    expect(schema.safeParse({ ...value, more: 'x' }).success).toBe(false);
  });

  it('the strict schema rejects a response that lacks a required field', () => {
    const optional = ['duplicate', 'test', 'usdtAmount'];
    const dispensable = Object.keys(value).filter((name) => {
      const { [name]: _left, ...rest } = value;
      return schema.safeParse(rest).success;
    });
    expect(dispensable.filter((name) => !optional.includes(name))).toEqual([]);
  });

  it('the strict schema rejects a number in place of a string', () => {
    for (const [name, field] of Object.entries(value)) {
      if (typeof field === 'string') expect(schema.safeParse({ ...value, [name]: 5 }).success).toBe(false);
    }
  });
});

describe.each<[string, z.ZodType, unknown]>([
  ['one decimal', payinCreated, { ...payin, amount: '500.0' }],
  ['a time in UTC', payinCreated, { ...payin, createdAt: '2026-11-20T09:34:05Z' }],
  ['a time with milliseconds', payinCreated, { ...payin, createdAt: '2026-11-20T15:04:05.000+05:30' }],
  ['a time with a prefix', payinCreated, { ...payin, createdAt: ` ${payin.createdAt}` }],
  ['a time with a suffix', payinCreated, { ...payin, createdAt: `${payin.createdAt} ` }],
  ['an unknown state', payinCreated, { ...payin, status: 'processing' }],
  ['USDT fields on an INR order', payinCreated, { ...usdt, tradeType: 'INRUPI' }],
  ['a USDT order without USDT fields', payinCreated, { ...payin, tradeType: 'usdt' }],
  ['another kind of order', payinFound, { ...payin, type: 'payout' }],
  ['duplicate = false', payinCreated, { ...payin, duplicate: false }],
  ['a payout number without WD', payoutCreated, { ...payout, orderNo: 'P1' }],
  ['a payout number that does not begin with WD', payoutCreated, { ...payout, orderNo: 'PWD1' }],
  ['a wrong payout number in a callback', payoutCallback, { ...payoutEvent, gateway_order_no: 'PWD1' }],
  ['a payout that expired', payoutCreated, { ...payout, status: 'expired' }],
  ['a lower-case sign', payinCallback, { ...payinEvent, sign: 'f'.repeat(32) }],
  ['a pending callback', payinCallback, { ...payinEvent, status: 'pending' }],
  ['an unknown error code', v3Failure, { code: 422, success: false, message: 'No.', error: 'x' }],
  [
    'a failure with the code 200',
    v3Failure,
    { code: 200, success: false, message: 'No.', error: 'amount_range' },
  ],
])('the strict schema of a response with %s', (_name, schema, value) => {
  it('the strict schema rejects the response', () => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

it('the response of check-order-status is a pay-in or a payout with a type', () => {
  const { 'check-order-status': found } = v3Responses;
  expect(found.safeParse({ ...payin, type: 'payin' }).success).toBe(true);
  expect(found.safeParse({ ...payout, type: 'payout' }).success).toBe(true);
  expect(found.safeParse(payin).success).toBe(false);
});
