import { type Currency, outsideLimits, type TradeType, usdtForPaise } from '@inrgate/sdk/internal';
import { formatAmount, type Paise, payinFee } from '@inrgate/sdk/protocol';
import { type Deposit, type Link, merchantReference, type Payin, type UsdtQuote } from '../domain/deposit.ts';
import { type PayinRefusal, refusePayin } from '../domain/eligibility.ts';
import type { Merchant } from '../domain/merchant.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Settings } from '../domain/settings.ts';
import { type Created, usedBefore } from './created.ts';
import { commit, type Ports, tryAgain, untilCommitted } from './ports.ts';

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

type Creation<D extends Deposit> = Promise<Result<Created<D>, PayinRefusal | 'duplicate_order'>>;

/** spec: POST payin. */
export function createPayin(ports: Ports, merchant: Merchant, command: CreatePayin): Creation<Payin> {
  return createDeposit(ports, merchant, (settings) => {
    const terms = newTerms(ports, command, settings);
    const orderNo = ports.ids.payinOrderNo(terms.createdAt);
    return { kind: 'payin', ...command, orderNo, mchId: merchant.mchId, ...terms };
  });
}

/** Creates a link (spec: Legacy v1, create-link.php). A link behaves like a pay-in (reading: States). */
export function createLink(ports: Ports, merchant: Merchant, command: CreateLink): Creation<Link> {
  return createDeposit(ports, merchant, (settings) => {
    const orderNo = ports.ids.linkCode();
    const terms = newTerms(ports, command, settings);
    return { kind: 'link', ...command, orderNo, mchId: merchant.mchId, ...terms };
  });
}

/**
 * Creates an order. For a repeated order number, returns the existing order before it checks any business rule. A
 * rejection stores nothing (reading: order of checks 11, 12).
 */
function createDeposit<D extends Deposit>(
  ports: Ports,
  merchant: Merchant,
  draft: (settings: Settings) => D,
): Creation<D> {
  return untilCommitted(async () => {
    const settings = await ports.settings();
    const order = draft(settings);
    const refusal = refusePayin(order, merchant, settings);
    // Most orders are new, so the insert detects a repeated order number. Only then is the existing order read.
    const result =
      refusal === null ? await commit(ports, [{ write: 'insert_deposit', deposit: order }]) : null;
    if (result?.committed) return done({ order, duplicate: false });
    const existing = await findRepeated(ports, order);
    if (existing !== null) return repeat(existing, order);
    return refusal === null ? tryAgain : refused(refusal, messageOf(refusal, order, merchant));
  });
}

async function findRepeated<D extends Deposit>(ports: Ports, order: D): Promise<D | null> {
  const reference = merchantReference(order);
  if (reference === null) return null;
  // A lookup by kind returns only orders of this kind.
  return (await ports.store.deposits.byReference(order.mchId, order.kind, reference)) as D | null;
}

function repeat<D extends Deposit>(order: D, wanted: D): Result<Created<D>, 'duplicate_order'> {
  const same = order.amount === wanted.amount && order.tradeType === wanted.tradeType;
  return same ? done({ order, duplicate: true }) : refused('duplicate_order', conflictOf(order, wanted));
}

function conflictOf(order: Deposit, wanted: Deposit): string {
  const isLink = order.kind === 'link';
  return usedBefore(isLink ? 'client_ref' : 'mchOrderNo', [
    ['amount', formatAmount(order.amount), formatAmount(wanted.amount)],
    isLink
      ? ['currency', currencyOf(order), currencyOf(wanted)]
      : ['tradeType', order.tradeType, wanted.tradeType],
  ]);
}

function currencyOf({ tradeType }: Deposit): Currency {
  return tradeType === 'usdt' ? 'USDT' : 'INR';
}

function messageOf(refusal: PayinRefusal, { amount }: Deposit, { limits }: Merchant): string | undefined {
  if (refusal !== 'amount_range') return undefined;
  return outsideLimits('pay-in', amount, { min: limits.payinMin, max: limits.payinMax });
}

/** Generates the values of a new deposit: fee, quote, checkout token and expiry. */
function newTerms(
  ports: Ports,
  { amount, tradeType }: CreateDeposit,
  { usdtRate, orderValidityMinutes }: Settings,
) {
  const fee = payinFee(amount);
  const createdAt = ports.clock.now();
  return {
    fee,
    netAmount: amount - fee,
    usdt: tradeType === 'usdt' && usdtRate !== null ? quote(amount, usdtRate, ports.ids.usdtAddress()) : null,
    payToken: ports.ids.payToken(),
    createdAt,
    expiresAt: createdAt + orderValidityMinutes * 60_000,
    state: { status: 'pending' },
    version: 1,
  } as const;
}

function quote(amount: Paise, rate: bigint, address: string): UsdtQuote {
  return { amount: usdtForPaise(amount, rate), rate, address };
}
