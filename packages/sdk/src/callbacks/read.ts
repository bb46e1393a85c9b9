import type * as z from 'zod/mini';
import { amountPattern } from '../protocol/money.ts';
import { linkCallbackReceived } from '../protocol/schemas/link-received.ts';
import { payinCallbackReceived } from '../protocol/schemas/payin-received.ts';
import { payoutCallbackReceived } from '../protocol/schemas/payout-received.ts';
import type { Callback, CallbackKind, LinkCallback, PayinCallback, PayoutCallback } from './callback.ts';
import { CallbackVerificationError } from './verification-error.ts';

/** The signed fields that have a value, by the names received. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Gives verified fields their types.
 *
 * @throws {CallbackVerificationError} `missing_field`, `invalid_field`, `conflicting_alias`, `wrong_merchant`
 */
export function readCallback(kind: CallbackKind, fields: Fields, mchId: string): Callback {
  checkTest(fields.get('test'));
  const callback = readers[kind](fields);
  if (callback.kind !== 'link' && callback.mchId !== mchId) {
    throw new CallbackVerificationError('wrong_merchant');
  }
  return callback;
}

const readers = { payin: readPayin, payout: readPayout, link: readLink } as const satisfies Record<
  CallbackKind,
  (fields: Fields) => Callback
>;

function readPayin(fields: Fields): PayinCallback {
  const data = parsed(payinCallbackReceived, fields);
  return {
    kind: 'payin',
    test: data.test,
    mchId: data.mchId,
    mchOrderNo: data.mchOrderNo,
    orderNo: data.orderNo,
    amount: money(data.amount, 'amount'),
    paidAmount: data.paidAmount === null ? null : money(data.paidAmount, 'paidAmount'),
    fee: data.fee ?? null,
    netAmount: data.netAmount ?? null,
    tradeType: data.tradeType ?? null,
    status: data.status,
    utr: data.utr,
    payTime: data.payTime,
    extra: data.extra,
    usdtAmount: data.usdtAmount ?? null,
  };
}

function readPayout(fields: Fields): PayoutCallback {
  const data = parsed(payoutCallbackReceived, fields);
  return {
    kind: 'payout',
    test: data.test,
    mchId: data.mchId,
    mchOrderNo: data.mchOrderNo,
    orderNo: data.orderNo,
    amount: money(data.amount, 'amount'),
    fee: data.fee ?? null,
    totalDebit: data.totalDebit ?? null,
    status: data.status,
    txid: data.txid,
    payTime: data.payTime,
    message: data.message,
  };
}

function readLink(fields: Fields): LinkCallback {
  const data = parsed(linkCallbackReceived, fields);
  return {
    kind: 'link',
    test: data.test,
    linkCode: data.link_code,
    clientRef: data.client_ref,
    amount: money(data.amount, 'amount'),
    currency: data.currency ?? null,
    status: data.status,
    paidAt: data.paid_at,
  };
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, fields: Fields): z.output<Schema> {
  const result = schema.safeParse(Object.fromEntries(fields));
  if (result.success) return result.data;
  // Every value is text, so what does not fit is either absent or at odds with its alias.
  const [issue] = result.error.issues;
  const [field] = issue?.path ?? [];
  throw field === undefined
    ? new CallbackVerificationError('conflicting_alias')
    : new CallbackVerificationError('missing_field', { field: String(field) });
}

/** spec: Conventions, "Amounts are strings with two decimals". */
function money(text: string, field: string): string {
  if (!amountPattern.test(text)) throw new CallbackVerificationError('invalid_field', { field });
  return text;
}

/** What is neither yes nor no must not be credited on a guess. */
function checkTest(value: string | undefined): void {
  if (value !== undefined && !['true', '1', 'false', '0'].includes(value)) {
    throw new CallbackVerificationError('invalid_field', { field: 'test' });
  }
}
