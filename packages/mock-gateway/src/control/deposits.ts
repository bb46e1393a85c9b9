import { formatIst, payinStatus } from '@inrgate/sdk/internal';
import { formatAmount, formatUsdt } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { depositTarget } from '../domain/callback-target.ts';
import {
  type Deposit,
  type DepositKind,
  type DepositStatus,
  depositStateAt,
  legalDepositMoves,
  type PaymentRules,
} from '../domain/deposit.ts';
import type { Moved } from '../operations/moved.ts';
import { failOrder, payOrder } from '../operations/settle-deposit.ts';
import type { ControlDeps } from './deps.ts';
import { amountInput, callbackText, pageInput, parseInput, searchInput } from './input.ts';
import { depositShelf, findOrder, found, nouns, type OwnerInput } from './named-order.ts';
import { pageOf } from './paging.ts';
import { type ResendInput, resendLatest } from './resend.ts';
import type { ControlResponse } from './responses/responses.ts';
import { timelineOf } from './timeline.ts';
import { moved } from './transition.ts';

/** What the customer pays, and with which bank reference; the amount and a made-up one when they are left out. */
export const payInput = z.strictObject({
  paidAmount: amountInput.optional(),
  utr: callbackText('utr', { min: 1, max: 64 }).optional(),
});

/** What a list of pay-ins or links is narrowed by, and which page of it; `mchOrderNo` is a link's `client_ref`. */
export const depositFilter = z.strictObject({
  mchId: z.string().optional(),
  status: payinStatus.optional(),
  mchOrderNo: z.string().optional(),
  ...searchInput,
  ...pageInput,
});

export type PayInput = z.input<typeof payInput>;
export type DepositFilter = z.input<typeof depositFilter>;

type Move = (order: Deposit) => Promise<Moved<Deposit, DepositStatus>>;

/**
 * Pay-ins and links behave alike: the customer pays or fails, the operator looks and sends again. An order is named by the
 * gateway's number, or by the merchant's own where that is one order's alone.
 */
export function depositControls<K extends DepositKind>(deps: ControlDeps, kind: K) {
  const { ports } = deps;
  const find = (number: string, owner: OwnerInput) => findOrder(depositShelf(ports, kind), number, owner);
  const view = (deposit: Deposit, rules: PaymentRules) => ({
    // What is found and listed here is of this kind alone.
    ...(naming(deposit) as Naming[K]),
    ...depositView(deps, deposit, rules),
  });

  async function move(number: string, owner: OwnerInput, make: Move) {
    const order = await find(number, owner);
    const outcome = await make(order);
    const rules = await ports.settings();
    const after = moved(outcome, {
      order: `The ${nouns[kind]} ${order.orderNo}`,
      legal: (status) => legalDepositMoves(status, rules),
      unless: (status) => (status === 'expired' ? 'and late payments are refused' : null),
    });
    return view(after, rules);
  }

  return {
    /** Newest first. */
    async list(filter: DepositFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(depositFilter, filter);
      const rules = await ports.settings();
      // An order that the clock has just expired is listed as expired, also before that is written down.
      const now = ports.clock.now();
      const page = ports.store.deposits.list({ kind, reference, now, ...rest }, { limit, cursor });
      return pageOf(page, (deposit) => view(deposit, rules));
    },

    /** One, with its timeline. */
    async get(number: string, owner: OwnerInput = {}) {
      const { orderNo } = await find(number, owner);
      const history = found(await ports.store.deposits.history(orderNo), nouns[kind]);
      return {
        ...view(history.order, await ports.settings()),
        timeline: timelineOf(history, deps.log.hideKeys),
      };
    },

    /** The customer pays; `paidAmount` defaults to the amount (decimal string). */
    async pay(number: string, input: PayInput = {}, owner: OwnerInput = {}) {
      const { paidAmount, utr } = parseInput(payInput, input);
      return move(number, owner, (order) => payOrder(ports, { order, paidAmount, utr, by: 'customer' }));
    },

    /** The payment fails. */
    async fail(number: string, owner: OwnerInput = {}) {
      return move(number, owner, (order) => failOrder(ports, { order, by: 'customer' }));
    },

    /** Sends the order's latest callback once more: to where its callbacks go now, or to `to` (spec: Delivery rules 4). */
    async resend(number: string, input: ResendInput = {}, owner: OwnerInput = {}) {
      const deposit = await find(number, owner);
      return resendLatest(deps, deposit, { input, target: (merchant) => depositTarget(deposit, merchant) });
    },
  };
}

/** The order as the operator sees it: the wire's fields in camelCase, and where it reports to. */
function depositView(
  { ports, payUrl }: ControlDeps,
  deposit: Deposit,
  rules: PaymentRules,
): Omit<Order<'payin'>, keyof Naming['payin']> {
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
    moves: legalDepositMoves(state.status, rules),
    utr: paid?.utr ?? null,
    payUrl: payUrl(deposit.payToken),
    notifyUrl: deposit.notifyUrl,
    returnUrl: deposit.returnUrl,
    createdAt: formatIst(deposit.createdAt),
    expiresAt: formatIst(deposit.expiresAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
  };
}

type Order<K extends DepositKind> = ControlResponse<K extends 'payin' ? 'Payin' : 'Link'>;

/** What the two kinds call the same things. */
interface Naming {
  readonly payin: Pick<Order<'payin'>, 'orderNo' | 'mchOrderNo' | 'extra'>;
  readonly link: Pick<Order<'link'>, 'linkCode' | 'clientRef' | 'note'>;
}

function naming(deposit: Deposit): Naming[DepositKind] {
  return deposit.kind === 'payin'
    ? { orderNo: deposit.orderNo, mchOrderNo: deposit.mchOrderNo, extra: deposit.extra }
    : { linkCode: deposit.orderNo, clientRef: deposit.clientRef, note: deposit.note };
}
