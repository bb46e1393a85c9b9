import express from 'express';
import { expectTypeOf } from 'vitest';
import {
  type Callback,
  createCallbackHandler,
  type LinkCallback,
  type PayinCallback,
  type PayoutCallback,
  type verifyCallback,
} from '../src/callbacks.ts';
import { callbackMiddleware } from '../src/express.ts';
import {
  type CallPromise,
  type CallResponse,
  type GatewayClient,
  isApiError,
  type Link,
  type Outcome,
  type Payin,
  type Payout,
  type PayoutCreateParams,
  type Wallet,
} from '../src/index.ts';
import type { Duration, LinkCreatedData, LinkFoundData, PayType, WalletData } from '../src/internal.ts';
import type { Read } from '../src/protocol/schemas/field.ts';
import type { linkCallbackFields } from '../src/protocol/schemas/fields.ts';
import type {
  payinCallbackReceived,
  payinReceived,
  payoutCallbackReceived,
  payoutReceived,
} from '../src/protocol/schemas/readers.ts';

// Only the compiler checks this file.

declare const client: GatewayClient;
declare const payin: Payin;
declare const payout: Payout;
declare const callback: Callback;
declare const error: unknown;

// An amount is a string.
void client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
// @ts-expect-error a number has no exact decimals
void client.payins.create({ mchOrderNo: 'ORDER-1', amount: 500 });
// @ts-expect-error a bigint is paise, not rupees
void client.payouts.create({ mchOrderNo: 'W-1', amount: 50_000n, upiId: 'asha@okhdfcbank' });
// @ts-expect-error the order number is the merchant's to choose
void client.payins.create({ amount: '500.00' });
// @ts-expect-error a misspelt name
void client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00', notifyURL: 'https://shop.example' });
// @ts-expect-error no destination
void client.payouts.create({ mchOrderNo: 'W-1', amount: '500.00' });
// @ts-expect-error half a bank account
void client.payouts.create({ mchOrderNo: 'W-1', amount: '500.00', accountNumber: '001234567890' });
// @ts-expect-error two destinations
void client.payouts.create({ mchOrderNo: 'W-1', amount: '500.00', upiId: 'a@b', usdtAddress: 'T' });
const bank = { bankCode: 'HDFC', accountName: 'Asha', accountNumber: '001234567890', ifsc: 'HDFC0001234' };
// @ts-expect-error a bank account and a UPI ID
void client.payouts.create({ mchOrderNo: 'W-1', amount: '500.00', ...bank, upiId: 'a@b' });
// @ts-expect-error the pay type of another destination
void client.payouts.create({ mchOrderNo: 'W-1', amount: '500.00', ...bank, payType: 'upi' });
void client.payouts.create({ mchOrderNo: 'W-1', amount: '500.00', ...bank, upiId: undefined });
// @ts-expect-error one of the two numbers
void client.payins.retrieve({});

// Public types must contain exactly the fields of the tables.
type Same<T> = { readonly [Name in keyof T]: T[Name] };
type DataOf<Reader> = Reader extends Read<infer Data> ? Data : never;
expectTypeOf<Payin>().toEqualTypeOf<
  Same<Omit<DataOf<typeof payinReceived>, 'type'> & { readonly type: 'payin' }>
>();
expectTypeOf<Payout>().toEqualTypeOf<
  Same<Omit<DataOf<typeof payoutReceived>, 'type'> & { readonly type: 'payout' }>
>();
expectTypeOf<PayinCallback>().toEqualTypeOf<
  Same<DataOf<typeof payinCallbackReceived> & { readonly kind: 'payin' }>
>();
expectTypeOf<PayoutCallback>().toEqualTypeOf<
  Same<DataOf<typeof payoutCallbackReceived> & { readonly kind: 'payout' }>
>();
expectTypeOf<keyof Wallet>().toEqualTypeOf<keyof WalletData>();
type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Rest>}` : Name;
expectTypeOf<keyof Link>().toEqualTypeOf<Camel<keyof (LinkCreatedData & LinkFoundData)>>();
expectTypeOf<Exclude<keyof LinkCallback, 'kind' | 'test'>>().toEqualTypeOf<
  Camel<Exclude<keyof typeof linkCallbackFields, 'sign'>>
>();

// Known states are suggested, and any other string is allowed.
expectTypeOf<'success' | 'pending' | 'failed' | 'expired'>().toExtend<Payin['status']>();
expectTypeOf<string>().toExtend<Payin['status']>();
expectTypeOf(payin.status).toExtend<string>();

// A check for a known state narrows the type. All other states stay any string.
switch (payin.status) {
  case 'success':
    expectTypeOf<'success'>().toExtend<typeof payin.status>();
    break;
  default:
    expectTypeOf<'a later state'>().toExtend<typeof payin.status>();
}

// Every call returns a promise with a method that also returns the response.
const created = client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
expectTypeOf(created).toEqualTypeOf<CallPromise<Payin>>();
expectTypeOf(created).toExtend<Promise<Payin>>();
expectTypeOf<Awaited<typeof created>>().toEqualTypeOf<Payin>();
const { data, response } = await created.withResponse();
expectTypeOf(data).toEqualTypeOf<Payin>();
expectTypeOf(response).toEqualTypeOf<CallResponse>();
expectTypeOf(response.attempts[0]?.outcome).toEqualTypeOf<'ok' | Outcome | undefined>();

// Each kind of destination has its own type.
expectTypeOf<NonNullable<PayoutCreateParams['payType']>>().toEqualTypeOf<PayType>();

// Only a payout accepts the option to query before a retry.
const withdrawal = { mchOrderNo: 'W-1', amount: '500.00', upiId: 'asha@okhdfcbank' };
void client.payouts.create(withdrawal, { onUnknown: 'query' });
// @ts-expect-error neither retry nor query
void client.payouts.create(withdrawal, { onUnknown: 'guess' });
// @ts-expect-error not for pay-ins
void client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' }, { onUnknown: 'query' });

// The value of `next` shows whether the order exists.
const recovery = await client.payouts.recover('W-1');
if (recovery.next === 'create') expectTypeOf(recovery.order).toEqualTypeOf<null>();
else expectTypeOf(recovery.order).toEqualTypeOf<Payout>();
if (recovery.exists) expectTypeOf(recovery.next).toEqualTypeOf<'done' | 'wait'>();
// @ts-expect-error by the merchant's number
void client.payins.recover({ mchOrderNo: 'ORDER-1' });

const keys = { mchId: 'DEMO1001', mchKey: process.env['KEY'], mchSecret: process.env['SECRET'] };
createCallbackHandler({ ...keys, onPayin: () => {}, onPayout: () => {}, onLink: () => {} });
createCallbackHandler({ mchId: 'DEMO1001', mchSecret: 's', onLink: () => {} });
// @ts-expect-error onPayin without the key that verifies pay-ins
createCallbackHandler({ mchId: 'DEMO1001', mchSecret: 's', onPayin: () => {} });
// @ts-expect-error onPayout without the key that verifies payouts
createCallbackHandler({ mchId: 'DEMO1001', mchKey: 'k', onPayout: () => {} });
// @ts-expect-error onLink without the key that verifies links
callbackMiddleware({ mchId: 'DEMO1001', mchKey: 'k', onLink: () => {} });

// A duration contains units, the longest unit first.
expectTypeOf<'90s' | '31m' | '6h' | '1d' | '1h30m' | '1d2h3m4s' | `${number}s`>().toExtend<Duration>();
for (const word of ['31 minutes', '31', '', 'm', '30m1h', '31M', '250ms', '1w'] as const) {
  expectTypeOf(word).not.toExtend<Duration>();
}

// `type` distinguishes orders, and `kind` distinguishes callbacks.
const either = [payin, payout] as const;
for (const order of either) {
  if (order.type === 'payout') expectTypeOf(order).toEqualTypeOf<Payout>();
}
switch (callback.kind) {
  case 'payin':
    expectTypeOf(callback.paidAmount).toEqualTypeOf<string | null>();
    expectTypeOf<string>().toExtend<typeof callback.status>();
    break;
  case 'payout':
    expectTypeOf(callback.totalDebit).toEqualTypeOf<string | null>();
    break;
  case 'link':
    expectTypeOf(callback.linkCode).toEqualTypeOf<string>();
    break;
  default:
    expectTypeOf(callback).toBeNever();
}
expectTypeOf<ReturnType<typeof verifyCallback>>().toEqualTypeOf<Callback>();

// Known codes are suggested, and other codes are allowed.
if (isApiError(error)) {
  expectTypeOf(error.outcome).toEqualTypeOf<Outcome>();
  expectTypeOf<'insufficient_balance'>().toExtend<typeof error.code>();
  expectTypeOf<string>().toExtend<typeof error.code>();
}

// `confirm` accepts the client, `fetch` accepts the global fetch and a gateway's fetch, and Express accepts the
// middleware.
createCallbackHandler({ mchId: 'DEMO1001', mchKey: 'demo-mch-key', confirm: client });
const handle = callbackMiddleware({ mchId: 'DEMO1001', mchKey: 'demo-mch-key' });
express().post('/callbacks', handle);
expectTypeOf(globalThis.fetch).toExtend<import('../src/index.ts').Fetch>();
expectTypeOf<(request: Request) => Promise<Response>>().toExtend<import('../src/index.ts').Fetch>();
