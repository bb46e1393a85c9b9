import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import type { Merchant } from '../domain/merchant.ts';
import { type Draw, drawOf } from '../operations/seeded-draws.ts';
import { depositEndings, payoutEndings } from './outcomes.ts';

/** The start of a simulated day, an action of a merchant's server, or a top-up by the operator, at an instant. */
export interface DayStep {
  /** Instant in epoch milliseconds. */
  readonly at: number;
  readonly call: 'begin' | 'payin' | 'payout' | 'create-link' | 'top-up';
  /** Parameters of the request, without the parameters that every request of the merchant contains. */
  readonly params: Readonly<Record<string, string>>;
}

export interface DayOptions {
  readonly seed: number;
  /** IST calendar day: `2026-11-20`. */
  readonly date: string;
  /** Start of the day in epoch milliseconds. */
  readonly from: number;
  /** Number of pay-ins, links and payouts. */
  readonly orders: number;
  readonly merchant: Pick<Merchant, 'limits' | 'ipAllowList' | 'usdtEnabled'>;
  /** False if no USDT rate is set. */
  readonly hasUsdt: boolean;
}

const hourMs = 3_600_000;

/**
 * Relative number of orders in each hour of the day in IST. Most orders are created in the evening. All customers act
 * before midnight.
 */
const hours = [0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 8, 9, 8, 7, 6, 6, 7, 9, 11, 12, 10, 7, 4, 0];
const prices = [
  249, 299, 349, 399, 499, 599, 699, 799, 899, 999, 1199, 1299, 1499, 1799, 1999, 2499, 3499, 4999, 7999,
];
const paise = ['00', '00', '00', '00', '00', '50', '99', '25'];
const payoutPrices = [500, 600, 750, 900, 1000, 1200, 1500];
const vendors = ['asha.rao', 'ravi.k', 'meena.shah', 'imran.ali', 'joseph.p', 'kavya.nair', 'harpreet.s'];
const holders = ['Asha Rao', 'Ravi Kumar', 'Meena Shah', 'Imran Ali', 'Joseph Pinto', 'Kavya Nair'];

/** Share of orders with an unusual ending. */
const special = 0.3;
const share = { payout: 0.08, link: 0.04, usdt: 0.03 } as const;
/** Maximum sum of a day's payouts in paise: 9/10 of the merchant's daily limit. */
const ofDailyLimit = (limit: Paise) => (limit * 9n) / 10n;

/** The orders of a merchant's realistic day, oldest first. The same seed and day result in the same orders. */
export function merchantDay({ seed, date, from, orders, merchant, hasUsdt }: DayOptions): readonly DayStep[] {
  const draw = drawOf(`${seed} ${date}`);
  const day = new Day(draw, date.replaceAll('-', ''), merchant, hasUsdt && merchant.usdtEnabled);
  const instants = Array.from({ length: orders }, () => from + instantOf(draw)).toSorted((a, b) => a - b);
  const steps = instants.map((at, index) => ({ at, ...day.order(index + 1) }));
  const topUp = day.payoutsInAll * 2n;
  // The top-up precedes the first order, so the balance covers all payouts.
  return topUp === 0n
    ? steps
    : [{ at: from, call: 'top-up', params: { amount: formatAmount(topUp) } }, ...steps];
}

/** Milliseconds since the beginning of the day, rounded down to whole seconds. */
function instantOf(draw: Draw): number {
  const all = hours.reduce((sum, weight) => sum + weight, 0);
  let left = draw() * all;
  const hour = hours.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return Math.floor(((hour + draw()) * hourMs) / 1000) * 1000;
}

class Day {
  readonly #draw: Draw;
  readonly #label: string;
  readonly #merchant: DayOptions['merchant'];
  readonly #hasUsdt: boolean;
  payoutsInAll: Paise = 0n;

  constructor(draw: Draw, label: string, merchant: DayOptions['merchant'], hasUsdt: boolean) {
    this.#draw = draw;
    this.#label = label;
    this.#merchant = merchant;
    this.#hasUsdt = hasUsdt;
  }

  order(number: number): Omit<DayStep, 'at'> {
    const drawn = this.#draw();
    const tail = `${this.#label}-${String(number).padStart(5, '0')}`;
    const payout = drawn < share.payout ? this.#payout(`OUT-${tail}`) : null;
    if (payout !== null) return payout;
    const amount = this.#amount();
    if (drawn > 1 - share.link)
      return { call: 'create-link', params: { client_ref: `BILL-${tail}`, amount } };
    const usdt = this.#hasUsdt && this.#draw() < share.usdt ? { tradeType: 'usdt' } : {};
    return { call: 'payin', params: { mchOrderNo: `INV-${tail}`, amount, ...usdt } };
  }

  /** A payout. Null if it would exceed the daily limit, or if the merchant lacks the required allow-list. */
  #payout(mchOrderNo: string): Omit<DayStep, 'at'> | null {
    const { limits, ipAllowList } = this.#merchant;
    const amount = within(rupees(this.#pick(payoutPrices)), { min: limits.payoutMin, max: limits.payoutMax });
    const sum = this.payoutsInAll + amount;
    if (ipAllowList.length === 0 || sum > ofDailyLimit(limits.payoutDaily)) return null;
    this.payoutsInAll = sum;
    const word = this.#draw() < special ? this.#pick([...payoutEndings.keys()]) : null;
    return {
      call: 'payout',
      params: { mchOrderNo, amount: formatAmount(amount), ...this.#destination(word) },
    };
  }

  #destination(word: string | null): Readonly<Record<string, string>> {
    if (this.#draw() < 0.7) {
      const name = this.#pick(vendors);
      return { payType: 'upi', upiId: `${word === null ? '' : `${word}.`}${name}@okhdfcbank` };
    }
    const name = this.#pick(holders);
    return {
      payType: 'bank',
      bankCode: 'HDFC Bank',
      accountName: word === null ? name : `${word} ${name}`,
      accountNumber: String(Math.floor(this.#draw() * 1e12)).padStart(12, '0'),
      ifsc: 'HDFC0001234',
    };
  }

  #amount(): string {
    const digits = this.#draw() < special ? this.#pick([...depositEndings.keys()]) : this.#pick(paise);
    const { payinMin: min, payinMax: max } = this.#merchant.limits;
    // Leave a margin for a customer who pays one rupee more.
    return formatAmount(within(rupees(this.#pick(prices)) + BigInt(digits), { min, max }));
  }

  #pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    return items[Math.floor(this.#draw() * items.length)] as Item;
  }
}

function rupees(whole: number): Paise {
  return BigInt(whole) * 100n;
}

/** Moves an amount into the limits. Keeps the last two digits if the limits allow it. */
function within(amount: Paise, { min, max }: { readonly min: Paise; readonly max: Paise }): Paise {
  const ending = amount % 100n;
  const least = min - (min % 100n) + ending;
  const most = max - (max % 100n) + ending;
  const fits = [amount, least, least + 100n, most, most - 100n];
  return fits.find((one) => one >= min && one <= max) ?? min;
}
