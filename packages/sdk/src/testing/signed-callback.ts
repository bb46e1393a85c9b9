import type { CallbackKind } from '../callbacks/callback.ts';
import { type CallbackKeys, checkCredentials, keyList } from '../callbacks/verify.ts';
import { ConfigurationError } from '../errors/errors.ts';
import { checkOptions } from '../options/options.ts';
import { type EncodedCallback, encodeCallback } from '../protocol/callback-body.ts';
import { payinCallbackFields, payoutCallbackFields } from '../protocol/callback-fields.ts';
import {
  amountPattern,
  parseAmount,
  parseRate,
  payinFee,
  payoutFee,
  usdtForPaise,
  writtenDecimal,
} from '../protocol/money.ts';
import { formatIst, parseIst } from '../protocol/time.ts';

/**
 * Credentials of the merchant that receives the callback. The key for the callback's kind is required. If you pass
 * several keys, the first one signs.
 */
export interface SigningCredentials {
  /** The Merchant ID in a pay-in or payout callback. A link callback contains no Merchant ID. */
  readonly mchId: string;
  /** The API Key. It signs pay-in callbacks. */
  readonly mchKey?: CallbackKeys | undefined;
  /** The API Secret. It signs payout and link callbacks. */
  readonly mchSecret?: CallbackKeys | undefined;
}

/** Fields by wire name that replace the generated fields. The value undefined removes a field. */
export type CallbackFields = Readonly<Record<string, string | boolean | undefined>>;

export interface SignedCallbackOptions {
  /** Format of the body. Default `json`. */
  readonly format?: 'json' | 'form' | undefined;
}

/**
 * Creates a signed callback in the gateway's format, for unit tests of your own handler.
 *
 * The function generates consistent values for omitted fields. An alias equals its main name, and the fee matches the
 * amount. `paidAmount`, `utr` and `payTime` match the status, and `usdtAmount` matches the trade type.
 *
 * ```ts
 * const { body, contentType } = signedCallback('payin', credentials, { mchOrderNo: 'ORDER-1', amount: '500.00' });
 * signedCallback('payin', credentials, { status: 'failed' });
 * signedCallback('payin', credentials, { paidAmount: '499.00' }); // paid less than the amount
 * signedCallback('payin', credentials, { tradeType: 'usdt' });
 * signedCallback('payin', credentials, { test: true }); // the merchant dashboard's "Test endpoint"
 * signedCallback('payout', credentials, { status: 'processing' }, { format: 'form' });
 * signedCallback('payout', credentials, { status: 'failed', message: 'account closed' });
 * signedCallback('link', credentials, { client_ref: 'INV-42' });
 * ```
 *
 * @throws {ConfigurationError} for missing credentials, white space around a credential, or an unknown kind
 */
export function signedCallback(
  kind: CallbackKind,
  credentials: SigningCredentials,
  fields: CallbackFields = {},
  options: SignedCallbackOptions = {},
): EncodedCallback {
  checkCredentials(credentials);
  if (!Object.hasOwn(makers, kind)) throw new ConfigurationError('kind must be payin, payout or link');
  checkOptions('signedCallback', options, { format: true });
  const { format = 'json' } = options;
  if (format !== 'json' && format !== 'form') throw new ConfigurationError('format must be json or form');
  const keyName = kind === 'payin' ? 'mchKey' : 'mchSecret';
  const [key] = keyList(credentials[keyName]);
  if (!key) throw new ConfigurationError(`${keyName} is missing; it signs ${kind} callbacks`);
  const all = { ...makers[kind](credentials.mchId, fields), ...fields };
  const given = Object.entries(all).filter(
    (entry): entry is [string, string | boolean] => entry[1] !== undefined,
  );
  return encodeCallback(Object.fromEntries(given), key, format);
}

type Maker = (mchId: string, fields: CallbackFields) => CallbackFields;

const makers: Readonly<Record<CallbackKind, Maker>> = { payin, payout, link };

const someTime = parseIst('2026-11-20T15:04:05+05:30');
const someRate = parseRate('90.0000');

function payin(mchId: string, fields: CallbackFields): CallbackFields {
  const { amount, paise, status } = basics(fields);
  const tradeType = given(fields, 'tradeType', 'INRUPI') as 'INRUPI' | 'usdt';
  const isUsdt = tradeType === 'usdt';
  const utr = isUsdt ? null : '412345678901';
  const written = payinCallbackFields({
    ...identity(mchId, fields, 'PI2026112015040512345678'),
    ...{ amount: paise, fee: payinFee(paise), netAmount: paise - payinFee(paise), tradeType, extra: '' },
    usdt: isUsdt ? { amount: usdtForPaise(paise, someRate) } : null,
    state:
      status === 'success'
        ? { status, paidAmount: paise, utr, paidAt: someTime }
        : { status: status as 'failed' },
  });
  return { ...written, amount, ...(status === 'success' ? { paidAmount: amount } : {}) };
}

function payout(mchId: string, fields: CallbackFields): CallbackFields {
  const { amount, paise, status } = basics(fields);
  const fee = payoutFee(paise);
  const written = payoutCallbackFields({
    ...identity(mchId, fields, 'WD20261120150405000001'),
    ...{ amount: paise, fee, totalDebit: paise + fee },
    state:
      status === 'success'
        ? { status, paidAt: someTime, txid: null }
        : { status: status as 'failed', message: '' },
  });
  return { ...written, amount };
}

/** spec: Legacy webhook. The callback does not contain the Merchant ID. */
function link(_mchId: string, fields: CallbackFields): CallbackFields {
  const { amount, status } = basics(fields);
  const names = { link_code: 'L7f3kQ2m9', client_ref: 'INV-42' };
  return { ...names, amount, currency: 'INR', status, paid_at: formatIst(someTime) };
}

function basics(fields: CallbackFields) {
  const amount = given(fields, 'amount', '500.00');
  const written = writtenDecimal(amount, 2) ?? '';
  const paise = amountPattern.test(written) ? parseAmount(written) : 0n;
  return { amount, paise, status: given(fields, 'status', 'success') };
}

function identity(mchId: string, fields: CallbackFields, orderNo: string) {
  return {
    mchId: given(fields, 'mchId', mchId),
    mchOrderNo: given(fields, 'mchOrderNo', 'ORDER-1'),
    orderNo: given(fields, 'orderNo', orderNo),
  };
}

function given(fields: CallbackFields, name: string, otherwise: string): string {
  return String(fields[name] ?? otherwise);
}
