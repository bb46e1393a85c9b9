import { hash } from 'node:crypto';
import {
  type CallbackFields,
  type CallbackFormat,
  encodeCallback,
  type KeyName,
  linkCallbackFields,
  orderNumbers,
  payinCallbackFields,
  payoutCallbackFields,
} from '@inrgate/sdk/internal';
import { formatAmount, type Paise, payinFee, payoutFee } from '@inrgate/sdk/protocol';
import type { CallbackKind } from '../delivery/acknowledgement.ts';

/** The kind of order in a callback. A test callback counts as a pay-in, because mchKey signs it. */
export type CheckedKind = Exclude<CallbackKind, 'test'>;

/** The key that signs the callbacks of each kind (spec: Authentication 2; Legacy webhook). */
export const keyOfKind: Readonly<Record<CheckedKind, KeyName>> = {
  payin: 'mchKey',
  payout: 'mchSecret',
  link: 'mchSecret',
};

/** Every kind, in the order of the checks. */
export const checkedKinds = Object.keys(keyOfKind) as readonly CheckedKind[];

/** Name of a paid order of each kind, with the article. */
export const kindNames: Readonly<Record<CheckedKind, string>> = {
  payin: 'a paid pay-in',
  payout: 'a paid payout',
  link: 'a paid link',
};

export interface CheckedOrder {
  readonly kind: CheckedKind;
  /** The order number, or `client_ref` of a link. */
  readonly mchOrderNo: string;
  /** The gateway order number, or `link_code` of a link. */
  readonly orderNo: string;
  readonly amount: Paise;
}

/** The formats in which the gateway sends callbacks of a kind (spec: Events; Legacy webhook). */
export function formatsOfKind(kind: CallbackKind): readonly CallbackFormat[] {
  return kind === 'link' ? ['json'] : ['json', 'form'];
}

export const formatNames: Readonly<Record<CallbackFormat, string>> = { json: 'JSON', form: 'a form' };

/** A string that changes if JSON is encoded twice or a form is decoded twice. */
export const unusualText = 'नीली शर्ट "L" 50% + 1/2 \\ é 😀';

/**
 * The same fields in another valid encoding: white space and escapes in JSON, `%20` and lower-case hexadecimal in a
 * form.
 */
export function reencoded(body: string, format: CallbackFormat): string {
  if (format === 'form') {
    return body.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
  }
  return JSON.stringify(JSON.parse(body), null, '\t')
    .replaceAll('\n', '\r\n')
    .replaceAll('/', '\\/')
    .replaceAll('é', '\\u00e9');
}

interface PayinFacts {
  readonly status?: 'success' | 'failed';
  /** Paid amount in paise, by default the order's amount. */
  readonly paidAmount?: Paise;
  /** Epoch milliseconds of the payment, by default now. */
  readonly paidAt?: number;
  readonly extra?: string;
  /** The bank reference, by default a generated one. Null if it is not known. */
  readonly utr?: string | null;
  /** Amount in micro-USDT of an order in USDT. Null for an order in INR. */
  readonly usdt?: bigint | null;
}

/** The merchant of the callbacks, and the clock. */
interface WriterSetup extends Readonly<Partial<Record<KeyName, string | undefined>>> {
  readonly mchId: string;
  readonly now: () => number;
}

/** Writes callbacks with the same fields, encoding and signature as the gateway. */
export class CallbackWriter {
  readonly #setup: WriterSetup;
  readonly #format: CallbackFormat;

  constructor(setup: WriterSetup, format: CallbackFormat) {
    this.#setup = setup;
    this.#format = format;
  }

  /** Returns the fields of a pay-in callback, without `sign`. */
  payin(order: CheckedOrder, facts: PayinFacts = {}): CallbackFields {
    const { mchOrderNo, orderNo, amount } = order;
    const { status = 'success', paidAmount = amount, paidAt = this.#setup.now(), extra = '' } = facts;
    const { utr = orderNumbers.utr(), usdt = null } = facts;
    const fee = payinFee(amount);
    return payinCallbackFields({
      ...{ mchId: this.#setup.mchId, mchOrderNo, orderNo, amount, fee, netAmount: amount - fee, extra },
      tradeType: usdt === null ? 'INRUPI' : 'usdt',
      usdt: usdt === null ? null : { amount: usdt },
      state: status === 'success' ? { status, paidAmount, utr, paidAt } : { status },
    });
  }

  payout(
    order: CheckedOrder,
    status: 'processing' | 'success' | 'failed' = 'success',
    paidAt: number = this.#setup.now(),
  ): CallbackFields {
    const { mchOrderNo, orderNo, amount } = order;
    const fee = payoutFee(amount);
    return payoutCallbackFields({
      ...{ mchId: this.#setup.mchId, mchOrderNo, orderNo, amount, fee, totalDebit: amount + fee },
      state: this.#payoutState(status, paidAt),
    });
  }

  link({ mchOrderNo, orderNo, amount }: CheckedOrder, paidAt: number = this.#setup.now()): CallbackFields {
    return linkCallbackFields({
      ...{ orderNo, clientRef: mchOrderNo, amount },
      tradeType: 'INRUPI',
      state: { status: 'success', paidAmount: amount, utr: orderNumbers.utr(), paidAt },
    });
  }

  /** Returns a new gateway order number, because its form depends on the kind. */
  orderNo(kind: CheckedKind): string {
    const now = this.#setup.now();
    if (kind === 'link') return orderNumbers.linkCode();
    return kind === 'payin' ? orderNumbers.payinOrderNo(now) : orderNumbers.payoutOrderNo(now);
  }

  plain(order: CheckedOrder): string {
    return this.signed(this[order.kind](order), keyOfKind[order.kind]);
  }

  /** A genuine callback of an unpaid order. A payout stays open, because `failed` would end it. */
  unpaid(order: CheckedOrder): string {
    const { kind } = order;
    const fields =
      kind === 'payin' ? this.payin(order, { status: 'failed' }) : this.payout(order, 'processing');
    return this.signed(fields, keyOfKind[kind]);
  }

  /** Returns the signed body. By default, signs with the key for pay-ins. */
  signed(fields: CallbackFields, key: KeyName = 'mchKey'): string {
    return encodeCallback(fields, this.#setup[key] ?? '', this.#format).body;
  }

  /**
   * Returns a body that a forger signed.
   *
   * @param end the end of the string to sign, in place of `&key=` and the key
   */
  forged(fields: CallbackFields, end: string): string {
    const names = Object.keys(fields).filter((name) => fields[name] !== '');
    const text = names.sort().map((name) => `${name}=${fields[name]}`);
    const sign = hash('md5', text.join('&') + end).toUpperCase();
    return this.altered(encodeCallback(fields, 'forger', this.#format).body, { sign });
  }

  /** Returns the fields of a body as a query. */
  query(body: string): string {
    return this.#format === 'form' ? body : new URLSearchParams(JSON.parse(body)).toString();
  }

  /** Repeats fields of a body with other values, before or after the signed values. */
  repeated(body: string, changes: Readonly<Record<string, string>>, where: 'before' | 'after'): string {
    const [open, close, separator] = this.#format === 'form' ? ['', '', '&'] : ['{', '}', ','];
    const whole = this.#format === 'form' ? new URLSearchParams(changes).toString() : JSON.stringify(changes);
    const inner = [body, whole].map((text) => text.slice(open.length, text.length - close.length));
    return open + (where === 'after' ? inner : inner.toReversed()).join(separator) + close;
  }

  isOwn(key: string): boolean {
    return key === this.#setup.mchKey || key === this.#setup.mchSecret;
  }

  /** Changes fields of a signed body. `undefined` removes a field. */
  altered(body: string, changes: Readonly<Record<string, string | undefined>>): string {
    return this.rewritten(body, (fields) =>
      Object.entries({ ...Object.fromEntries(fields), ...changes }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
  }

  rewritten(
    body: string,
    change: (fields: readonly (readonly [string, string])[]) => readonly (readonly [string, string])[],
  ): string {
    if (this.#format === 'form') {
      return new URLSearchParams(change([...new URLSearchParams(body)]).map(([...pair]) => pair)).toString();
    }
    return JSON.stringify(Object.fromEntries(change(Object.entries(JSON.parse(body)))));
  }

  now(): number {
    return this.#setup.now();
  }

  amount(paise: Paise): string {
    return formatAmount(paise);
  }

  #payoutState(
    status: 'processing' | 'success' | 'failed',
    paidAt: number,
  ): Parameters<typeof payoutCallbackFields>[0]['state'] {
    switch (status) {
      case 'processing':
        return { status };
      case 'success':
        return { status, paidAt, txid: orderNumbers.utr() };
      case 'failed':
        return { status, message: 'account closed' };
    }
  }
}
