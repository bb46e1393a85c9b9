import { type Currency, outsideLimits, type TradeType, usdtForPaise } from '@inrgate/sdk/internal';
import { formatAmount, type Paise, payinFee } from '@inrgate/sdk/protocol';
import type { Deposit, Link, Payin, UsdtQuote } from '../domain/deposit.ts';
import { type PayinRefusal, refusePayin } from '../domain/eligibility.ts';
import type { Merchant } from '../domain/merchant.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Core } from './core.ts';
import { type Created, unusedNumber, usedBefore } from './created.ts';

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
 * nothing (reading: order of checks 11, 12).
 */
function createDeposit<D extends Deposit>(
  core: Core,
  { merchant, command, existing }: Creating<D>,
  draft: (terms: Terms) => D,
): Creation<D> {
  if (existing !== null) return repeat(existing, command);
  const { store } = core;
  const refusal = refusePayin(command, merchant, store.settings);
  if (refusal !== null) return refused(refusal, messageOf(refusal, command, merchant));
  const order = draft(newTerms(core, command));
  store.write(() => store.deposits.insert(order));
  return done({ order, duplicate: false });
}

function repeat<D extends Deposit>(order: D, wanted: CreateDeposit): Result<Created<D>, 'duplicate_order'> {
  const same = order.amount === wanted.amount && order.tradeType === wanted.tradeType;
  return same ? done({ order, duplicate: true }) : refused('duplicate_order', conflictOf(order, wanted));
}

function conflictOf(order: Deposit, wanted: CreateDeposit): string {
  const isLink = order.kind === 'link';
  return usedBefore(isLink ? 'client_ref' : 'mchOrderNo', [
    ['amount', formatAmount(order.amount), formatAmount(wanted.amount)],
    isLink
      ? ['currency', currencyOf(order), currencyOf(wanted)]
      : ['tradeType', order.tradeType, wanted.tradeType],
  ]);
}

function currencyOf({ tradeType }: CreateDeposit): Currency {
  return tradeType === 'usdt' ? 'USDT' : 'INR';
}

function messageOf(
  refusal: PayinRefusal,
  { amount }: CreateDeposit,
  { limits }: Merchant,
): string | undefined {
  if (refusal !== 'amount_range') return undefined;
  return outsideLimits('pay-in', amount, { min: limits.payinMin, max: limits.payinMax });
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
