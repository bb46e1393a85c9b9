import {
  type Currency,
  istDay,
  outsideLimits,
  type TradeType,
  usdtForPaise,
  type WantedPayout,
} from '@inrgate/sdk/internal';
import { formatAmount, type Paise, payinFee, payoutFee } from '@inrgate/sdk/protocol';
import type { Deposit, Link, Payin, UsdtQuote } from '../domain/deposit.ts';
import { type PayinRefusal, type PayoutRefusal, refusePayin, refusePayout } from '../domain/eligibility.ts';
import { holdPayout } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Core } from './core.ts';

/** A new order, or the existing order if the order number was repeated (spec: POST payin, rules 1 and 2). */
export interface Created<Order> {
  readonly order: Order;
  readonly duplicate: boolean;
}

interface CreateDeposit {
  readonly amount: Paise;
  readonly tradeType: TradeType;
  readonly notifyUrl: string | null;
  readonly returnUrl: string | null;
}

export interface CreatePayin extends CreateDeposit {
  readonly mchOrderNo: string;
  readonly extra: string;
}

export interface CreateLink extends CreateDeposit {
  /** The merchant's own identifier. If it is null, each call creates a link. */
  readonly clientRef: string | null;
  readonly note: string;
}

type Creation<D extends Deposit> = Result<Created<D>, PayinRefusal | 'duplicate_order'>;

/** spec: POST payin. */
export function createPayin(core: Core, merchant: Merchant, command: CreatePayin): Creation<Payin> {
  const existing = core.store.deposits.byReference(merchant.mchId, 'payin', command.mchOrderNo);
  return createDeposit(core, { merchant, command, existing: existing as Payin | null }, (terms) => {
    const orderNo = newNumber(core, () => core.ids.payinOrderNo(terms.createdAt));
    return { kind: 'payin', ...command, orderNo, mchId: merchant.mchId, ...terms };
  });
}

/** Creates a link (spec: Legacy v1, create-link.php). A link behaves like a pay-in (reading: States). */
export function createLink(core: Core, merchant: Merchant, command: CreateLink): Creation<Link> {
  const { clientRef } = command;
  const existing =
    clientRef === null ? null : core.store.deposits.byReference(merchant.mchId, 'link', clientRef);
  return createDeposit(core, { merchant, command, existing: existing as Link | null }, (terms) => {
    const orderNo = newNumber(core, () => core.ids.linkCode());
    return { kind: 'link', ...command, orderNo, mchId: merchant.mchId, ...terms };
  });
}

function newNumber({ store }: Core, generate: () => string): string {
  return unusedNumber(generate, (orderNo) => store.deposits.get(orderNo) !== null);
}

interface Creating<D extends Deposit> {
  readonly merchant: Merchant;
  readonly command: CreateDeposit;
  /** The order with the same order number. A lookup by kind returns only orders of this kind. */
  readonly existing: D | null;
}

/**
 * Returns the existing order if the order number was repeated, before it checks any business rule. A rejection stores
 * nothing (reading:order.11, reading:order.12).
 */
function createDeposit<D extends Deposit>(
  core: Core,
  { merchant, command, existing }: Creating<D>,
  draft: (terms: Terms) => D,
): Creation<D> {
  if (existing !== null) return repeatDeposit(existing, command);
  const { store } = core;
  const refusal = refusePayin(command, merchant, store.settings);
  const { payinMin: min, payinMax: max } = merchant.limits;
  if (refusal === 'amount_range')
    return refused(refusal, outsideLimits('pay-in', command.amount, { min, max }));
  if (refusal !== null) return refused(refusal);
  const order = draft(newTerms(core, command));
  store.write(() => store.deposits.insert(order));
  return done({ order, duplicate: false });
}

function repeatDeposit<D extends Deposit>(order: D, command: CreateDeposit) {
  const isLink = order.kind === 'link';
  return repeat(order, isLink ? 'client_ref' : 'mchOrderNo', [
    ['amount', formatAmount(order.amount), formatAmount(command.amount)],
    isLink
      ? ['currency', currencyOf(order), currencyOf(command)]
      : ['tradeType', order.tradeType, command.tradeType],
  ]);
}

function currencyOf({ tradeType }: CreateDeposit): Currency {
  return tradeType === 'usdt' ? 'USDT' : 'INR';
}

type Terms = ReturnType<typeof newTerms>;

/** Generates the values of a new deposit: fee, quote, checkout token and expiry. */
function newTerms({ store, clock, ids }: Core, { amount, tradeType }: CreateDeposit) {
  const { usdtRate, orderValidityMinutes } = store.settings;
  const fee = payinFee(amount);
  const createdAt = clock.now();
  return {
    fee,
    netAmount: amount - fee,
    usdt: tradeType === 'usdt' && usdtRate !== null ? quote(amount, usdtRate, ids.usdtAddress()) : null,
    payToken: ids.payToken(),
    createdAt,
    expiresAt: createdAt + orderValidityMinutes * 60_000,
    state: { status: 'pending' },
  } as const;
}

function quote(amount: Paise, rate: bigint, address: string): UsdtQuote {
  return { amount: usdtForPaise(amount, rate), rate, address };
}

export type CreatePayoutRefusal = PayoutRefusal | 'duplicate_order' | 'daily_limit' | 'insufficient_balance';

/** Creates a payout. Holds amount and fee in the same turn (spec: POST payout, Rules). */
export function createPayout(
  core: Core,
  merchant: Merchant,
  command: WantedPayout,
): Result<Created<Payout>, CreatePayoutRefusal> {
  const { store } = core;
  const existing = store.payouts.byReference(merchant.mchId, command.mchOrderNo);
  if (existing !== null)
    return repeat(existing, 'mchOrderNo', [
      ['amount', formatAmount(existing.amount), formatAmount(command.amount)],
      ['payType', existing.destination.payType, command.destination.payType],
    ]);
  const refusal = refusePayout(command, merchant);
  const { payoutMin: min, payoutMax: max } = merchant.limits;
  if (refusal === 'amount_range')
    return refused(refusal, outsideLimits('payout', command.amount, { min, max }));
  if (refusal !== null) return refused(refusal);
  const order = newPayout(core, merchant.mchId, command);
  const day = istDay(order.createdAt);
  if (store.payouts.dailyTotal(order.mchId, day) + order.amount > merchant.limits.payoutDaily)
    return refused('daily_limit');
  if (store.ledger.wallet(order.mchId).available < order.totalDebit) return refused('insufficient_balance');
  const hold = holdPayout(order, { id: core.ids.id('tx'), at: order.createdAt });
  store.write(() => {
    store.payouts.insert(order);
    store.payouts.addDaily(order.mchId, day, order.amount);
    store.ledger.post(hold);
  });
  return done({ order, duplicate: false });
}

function newPayout({ store, clock, ids }: Core, mchId: string, command: WantedPayout): Payout {
  const now = clock.now();
  const fee = payoutFee(command.amount);
  return {
    ...command,
    orderNo: unusedNumber(
      () => ids.payoutOrderNo(now),
      (orderNo) => store.payouts.get(orderNo) !== null,
    ),
    mchId,
    fee,
    totalDebit: command.amount + fee,
    createdAt: now,
    state: { status: 'pending' },
  };
}

/** Field of an order with its stored and its sent value. */
type Compared = readonly [field: string, stored: string, sent: string];

/** Returns the order if the request repeats it, or the message with each field that differs. */
function repeat<Order>(
  order: Order,
  name: 'mchOrderNo' | 'client_ref',
  fields: readonly Compared[],
): Result<Created<Order>, 'duplicate_order'> {
  const different = fields.filter(([, stored, sent]) => stored !== sent);
  if (different.length === 0) return done({ order, duplicate: true });
  const differences = different.map(([field, stored, sent]) => `${field} ${stored}, not ${sent}`);
  return refused('duplicate_order', `${name} was used before with ${differences.join(' and ')}.`);
}

const maxTries = 20;

/**
 * Generates the number of a new order. Among 10,000 orders of one second, two often get the same eight random digits, so
 * a number that is taken is generated again.
 */
export function unusedNumber(generate: () => string, isTaken: (orderNo: string) => boolean): string {
  for (let tries = 0; tries < maxTries; tries++) {
    const orderNo = generate();
    if (!isTaken(orderNo)) return orderNo;
  }
  throw new Error(`${maxTries} generated order numbers are taken`);
}
