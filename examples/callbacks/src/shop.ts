import type { PayinCallback, PayoutCallback } from '@inrgate/sdk/callbacks';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

/** An order of a customer, or a payout. */
export interface Order {
  /** Kind of order, by default a pay-in. */
  readonly kind?: 'payin' | 'payout';
  readonly mchOrderNo: string;
  /** INR with two decimals. */
  readonly amount: string;
}

/** Credits of a pay-in, or the payment of a payout, and its state. */
interface Credited {
  readonly count: number;
  readonly amount: string;
  readonly status: PayoutCallback['status'] | null;
}

/** The merchant's database. */
export class Shop {
  readonly #orders = new Map<string, Order>();
  /** Paise of each credit. */
  readonly #credits = new Map<string, readonly bigint[]>();
  /** Orders whose payment failed. The customer can still pay them. */
  readonly #failed = new Set<string>();
  readonly #payouts = new Map<string, Omit<Credited, 'count'>>();

  /** Stores the order before the shop calls the gateway, so a callback always finds the order. Returns the response. */
  take({ kind = 'payin', mchOrderNo, amount }: Order): Pick<Order, 'mchOrderNo'> {
    if (kind === 'payin') this.#orders.set(mchOrderNo, { mchOrderNo, amount });
    else this.#payouts.set(mchOrderNo, { amount, status: null });
    return { mchOrderNo };
  }

  /** The stored credits, for `check webhook --probe`: at most one, for any number of callbacks. */
  credited(mchOrderNo: string): Credited {
    const payout = this.#payouts.get(mchOrderNo);
    const credits = this.#credits.get(mchOrderNo) ?? [];
    if (payout?.status === 'success') return { count: 1, ...payout };
    const amount = formatAmount(credits.reduce((sum, paise) => sum + paise, 0n));
    const status = payout?.status ?? (this.#failed.has(mchOrderNo) ? 'failed' : null);
    return { count: credits.length, amount, status: credits.length > 0 ? 'success' : status };
  }

  /** Returns true if the customer paid enough. Compares the paid amount, not the order's amount. */
  isPaid(mchOrderNo: string): boolean {
    const order = this.#orders.get(mchOrderNo);
    return order !== undefined && parseAmount(this.credited(mchOrderNo).amount) >= parseAmount(order.amount);
  }

  /** Credits a paid order. If this throws, the response is 500 and the gateway retries the callback. */
  settle({ mchOrderNo, status, paidAmount }: PayinCallback): void {
    // Do not cancel the order on `failed`, because the customer can still pay.
    if (status !== 'success') return void this.#failed.add(mchOrderNo);
    if (!this.#orders.has(mchOrderNo)) throw new Error(`there is no order ${mchOrderNo}`);
    if (paidAmount === null) throw new Error(`the callback of ${mchOrderNo} has no paidAmount`);
    const credits = this.#credits.get(mchOrderNo) ?? [];
    this.#credits.set(mchOrderNo, [...credits, parseAmount(paidAmount)]);
  }

  /** Stores the first final state of a payout, because callbacks can arrive in any order. */
  settlePayout({ mchOrderNo, status, amount }: PayoutCallback): void {
    const payout = this.#payouts.get(mchOrderNo);
    if (payout?.amount !== amount) throw new Error(`there is no payout ${mchOrderNo} of ${amount}`);
    const isFinal = payout.status === 'success' || payout.status === 'failed';
    if (!isFinal) this.#payouts.set(mchOrderNo, { amount, status });
  }
}
