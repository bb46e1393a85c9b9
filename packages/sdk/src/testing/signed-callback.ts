import type { CallbackKind } from '../callbacks/callback.ts';
import { ConfigurationError } from '../client/errors/configuration-error.ts';
import { type EncodedCallback, encodeCallback } from '../protocol/callback-body.ts';
import { amountPattern, formatAmount, parseAmount, payinFee, payoutFee } from '../protocol/money.ts';

/** The merchant that the callback is for; the key of its kind is needed. */
export interface SigningCredentials {
  readonly mchId: string;
  /** Signs pay-in callbacks. */
  readonly mchKey?: string | undefined;
  /** Signs payout and link callbacks. */
  readonly mchSecret?: string | undefined;
}

/** Fields by their wire names, in the place of the made-up ones; undefined leaves a field out. */
export type CallbackFields = Readonly<Record<string, string | boolean | undefined>>;

export interface SignedCallbackOptions {
  /** Default `json`. */
  readonly format?: 'json' | 'form' | undefined;
}

/**
 * Makes a callback as the gateway would send it, for unit tests of your own handler. Everything that is not given is
 * made up and fits together: an alias follows its main name, the fee follows the amount. `{ test: true }` makes it
 * the panel's test callback.
 *
 * ```ts
 * const { body, contentType } = signedCallback('payin', credentials, { mchOrderNo: 'ORDER-1', amount: '500.00' });
 * ```
 *
 * @throws {ConfigurationError} when the key of this kind is missing
 */
export function signedCallback(
  kind: CallbackKind,
  credentials: SigningCredentials,
  fields: CallbackFields = {},
  options: SignedCallbackOptions = {},
): EncodedCallback {
  const keyName = kind === 'payin' ? 'mchKey' : 'mchSecret';
  const key = credentials[keyName];
  if (!key) throw new ConfigurationError(`a ${kind} callback is signed with ${keyName}`);
  const all = { ...madeUp(kind, credentials.mchId, fields), ...fields };
  const given = Object.entries(all).filter(
    (entry): entry is [string, string | boolean] => entry[1] !== undefined,
  );
  return encodeCallback(Object.fromEntries(given), key, options.format ?? 'json');
}

const someTime = '2026-11-20T15:04:05+05:30';

function madeUp(kind: CallbackKind, mchId: string, fields: CallbackFields): CallbackFields {
  const given = (name: string, otherwise: string) => String(fields[name] ?? otherwise);
  const status = given('status', 'success');
  const amount = given('amount', '500.00');
  if (kind === 'link') {
    const { link_code, client_ref } = { link_code: 'L7f3kQ2m9', client_ref: 'INV-42' };
    return { link_code, client_ref, amount, currency: 'INR', status, paid_at: someTime };
  }
  const merchant = given('mchId', mchId);
  const mchOrderNo = given('mchOrderNo', 'ORDER-1');
  const orderNo = given('orderNo', kind === 'payin' ? 'P20261120150405000001' : 'WD20261120150405000001');
  const identity = {
    mchId: merchant,
    merchant_id: merchant,
    mchOrderNo,
    merchant_order_no: mchOrderNo,
    orderNo,
    gateway_order_no: orderNo,
  };
  const paise = amountPattern.test(amount) ? parseAmount(amount) : 0n;
  const payTime = status === 'success' ? someTime : '';
  if (kind === 'payout') {
    const fee = payoutFee(paise);
    const debit = { fee: formatAmount(fee), totalDebit: formatAmount(paise + fee) };
    return { ...identity, amount, ...debit, status, txid: '', payTime, message: '' };
  }
  const fee = payinFee(paise);
  return {
    ...identity,
    amount,
    paidAmount: status === 'success' ? amount : '',
    fee: formatAmount(fee),
    netAmount: formatAmount(paise - fee),
    tradeType: 'INRUPI',
    status,
    utr: status === 'success' ? '412345678901' : '',
    payTime,
    extra: '',
  };
}
