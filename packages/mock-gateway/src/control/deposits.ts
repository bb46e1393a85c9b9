import { formatAmount, formatIst, formatUsdt } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { depositTarget } from '../domain/callback-target.ts';
import {
  type Deposit,
  type DepositKind,
  type DepositStatus,
  depositStateAt,
  legalDepositMoves,
} from '../domain/deposit.ts';
import { expireOrders, failOrder, payOrder } from '../operations/settle-deposit.ts';
import type { ControlDeps } from './deps.ts';
import { amountInput, pageInput, parseInput, searchInput } from './input.ts';
import { depositShelf, findOrder, nouns, type OwnerInput } from './named-order.ts';
import { pageOf } from './paging.ts';
import { type ResendInput, resendLatest } from './resend.ts';
import { timelineOf } from './timeline.ts';
import { moved, type Standing } from './transition.ts';

export const payInput = z.strictObject({
  paidAmount: amountInput.optional(),
  utr: z.string().min(1).max(64).optional(),
});

export const depositFilter = z.strictObject({
  mchId: z.string().optional(),
  status: z.enum(['pending', 'success', 'failed', 'expired']).optional(),
  mchOrderNo: z.string().optional(),
  ...searchInput,
  ...pageInput,
});

export type PayInput = z.input<typeof payInput>;
export type DepositFilter = z.input<typeof depositFilter>;

/**
 * Pay-ins and links behave alike: the customer pays or fails, the operator looks and sends again. An order is named by the
 * gateway's number, or by the merchant's own where that is one order's alone.
 */
export function depositControls<K extends DepositKind>(deps: ControlDeps, kind: K) {
  const { ports } = deps;
  const find = (number: string, owner: OwnerInput) => findOrder(depositShelf(ports, kind), number, owner);
  const standing = async ({ orderNo }: Deposit): Promise<Standing<DepositStatus>> => {
    const settings = await ports.settings();
    return {
      order: `The ${nouns[kind]} ${orderNo}`,
      legal: (status) => legalDepositMoves(status, settings),
      unless: (status) => (status === 'expired' ? 'and late payments are refused' : null),
    };
  };
  const view = (deposit: Deposit) => ({
    // What is found and listed here is of this kind alone.
    ...(naming(deposit) as Naming[K]),
    ...depositView(deps, deposit),
  });

  return {
    /** Newest first. */
    async list(filter: DepositFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(depositFilter, filter);
      // An order that the clock has just expired is listed as expired, whoever was quicker.
      await expireOrders(ports, ports.clock.now());
      return pageOf(ports.store.deposits.list({ kind, reference, ...rest }, { limit, cursor }), view);
    },

    /** One, with its timeline. */
    async get(number: string, owner: OwnerInput = {}) {
      const deposit = await find(number, owner);
      return { ...view(deposit), timeline: await timelineOf(deps, deposit) };
    },

    /** The customer pays; `paidAmount` defaults to the amount (decimal string). */
    async pay(number: string, input: PayInput = {}, owner: OwnerInput = {}) {
      const { paidAmount, utr } = parseInput(payInput, input);
      const order = await find(number, owner);
      const paid = await payOrder(ports, { order, paidAmount, utr, by: 'customer' });
      return view(moved(paid, await standing(order)));
    },

    /** The payment fails. */
    async fail(number: string, owner: OwnerInput = {}) {
      const order = await find(number, owner);
      return view(moved(await failOrder(ports, { order, by: 'customer' }), await standing(order)));
    },

    /** Sends the order's latest callback once more: to where its callbacks go now, or to `to` (spec: Delivery rules 4). */
    async resend(number: string, input: ResendInput = {}, owner: OwnerInput = {}) {
      const deposit = await find(number, owner);
      return resendLatest(deps, deposit, { input, target: (merchant) => depositTarget(deposit, merchant) });
    },
  };
}

/** The order as the operator sees it: the wire's fields in camelCase, and where it reports to. */
function depositView({ ports, payUrl }: ControlDeps, deposit: Deposit) {
  const state = depositStateAt(deposit, ports.clock.now());
  const paid = state.status === 'success' ? state : null;
  return {
    mchId: deposit.mchId,
    amount: formatAmount(deposit.amount),
    fee: formatAmount(deposit.fee),
    netAmount: formatAmount(deposit.netAmount),
    paidAmount: paid === null ? null : formatAmount(paid.paidAmount),
    tradeType: deposit.tradeType,
    usdtAmount: deposit.usdt === null ? null : formatUsdt(deposit.usdt.amount),
    address: deposit.usdt?.address ?? null,
    status: state.status,
    utr: paid?.utr ?? null,
    payUrl: payUrl(deposit.payToken),
    notifyUrl: deposit.notifyUrl,
    returnUrl: deposit.returnUrl,
    createdAt: formatIst(deposit.createdAt),
    expiresAt: formatIst(deposit.expiresAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
  };
}

/** What the two kinds call the same things. */
interface Naming {
  readonly payin: { readonly orderNo: string; readonly mchOrderNo: string; readonly extra: string };
  readonly link: { readonly linkCode: string; readonly clientRef: string | null; readonly note: string };
}

function naming(deposit: Deposit): Naming[DepositKind] {
  return deposit.kind === 'payin'
    ? { orderNo: deposit.orderNo, mchOrderNo: deposit.mchOrderNo, extra: deposit.extra }
    : { linkCode: deposit.orderNo, clientRef: deposit.clientRef, note: deposit.note };
}
