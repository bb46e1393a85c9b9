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
import type { CheckSetup } from './options.ts';
import { type CheckedOrder, keyOfKind } from './order.ts';

interface PayinFacts {
  readonly status?: 'success' | 'failed';
  /** Paid amount in paise, by default the order's amount. */
  readonly paidAmount?: Paise;
  /** Epoch milliseconds of the payment, by default now. */
  readonly paidAt?: number;
  readonly extra?: string;
}

/** Writes callbacks with the same fields, encoding and signature as the gateway. */
export class CallbackWriter {
  readonly #setup: CheckSetup;
  readonly #format: CallbackFormat;

  constructor(setup: CheckSetup, format: CallbackFormat) {
    this.#setup = setup;
    this.#format = format;
  }

  /** Returns the fields of a pay-in callback, without `sign`. */
  payin(order: CheckedOrder, facts: PayinFacts = {}): CallbackFields {
    const { mchOrderNo, orderNo, amount } = order;
    const { status = 'success', paidAmount = amount, paidAt = this.#setup.now(), extra = '' } = facts;
    const fee = payinFee(amount);
    return payinCallbackFields({
      ...{ mchId: this.#setup.mchId, mchOrderNo, orderNo, amount, fee, netAmount: amount - fee, extra },
      tradeType: 'INRUPI',
      usdt: null,
      state: status === 'success' ? { status, paidAmount, utr: orderNumbers.utr(), paidAt } : { status },
    });
  }

  payout(order: CheckedOrder, status: 'processing' | 'success' | 'failed' = 'success'): CallbackFields {
    const { mchOrderNo, orderNo, amount } = order;
    const fee = payoutFee(amount);
    return payoutCallbackFields({
      ...{ mchId: this.#setup.mchId, mchOrderNo, orderNo, amount, fee, totalDebit: amount + fee },
      state: this.#payoutState(status),
    });
  }

  link({ mchOrderNo, orderNo, amount }: CheckedOrder): CallbackFields {
    return linkCallbackFields({
      ...{ orderNo, clientRef: mchOrderNo, amount },
      tradeType: 'INRUPI',
      state: { status: 'success', paidAmount: amount, utr: orderNumbers.utr(), paidAt: this.#setup.now() },
    });
  }

  plain(order: CheckedOrder): string {
    return this.signed(this[order.kind](order), keyOfKind[order.kind]);
  }

  /** Returns the signed body. By default, signs with the key for pay-ins. */
  signed(fields: CallbackFields, key: KeyName = 'mchKey'): string {
    return encodeCallback(fields, this.#setup[key] ?? '', this.#format).body;
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
  ): Parameters<typeof payoutCallbackFields>[0]['state'] {
    const now = this.#setup.now();
    switch (status) {
      case 'processing':
        return { status };
      case 'success':
        return { status, paidAt: now, txid: orderNumbers.utr() };
      case 'failed':
        return { status, message: 'account closed' };
    }
  }
}
