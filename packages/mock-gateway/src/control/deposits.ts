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
import { amountInput, callbackText, orderFilter, parseInput } from './input.ts';
import { depositShelf, findOrder, found, nouns, type OwnerInput } from './named-order.ts';
import { pageOf } from './paging.ts';
import { type ResendInput, resendLatest } from './resend.ts';
import type { ControlResponse } from './responses/responses.ts';
import { simulatedDeposit } from './simulated.ts';
import { timelineOf } from './timeline.ts';
import { moved } from './transition.ts';

/** Paid amount and bank reference. The default is the amount of the order and a generated reference. */
export const payInput = z.strictObject({
  paidAmount: amountInput.optional(),
  utr: callbackText('utr', { min: 1, max: 64 }).optional(),
});

/** Filters and page of a list of pay-ins or links. */
export const depositFilter = orderFilter(payinStatus);

export type PayInput = z.input<typeof payInput>;
export type DepositFilter = z.input<typeof depositFilter>;

type Move = (order: Deposit) => Promise<Moved<Deposit, DepositStatus>>;

/**
 * Calls on pay-ins or on links, which behave in the same way. Identify an order by its gateway order number, or by the
 * merchant's order number if it is unique.
 */
export function depositControls<K extends DepositKind>(deps: ControlDeps, kind: K) {
  const { ports } = deps;
  const find = (number: string, owner: OwnerInput) => findOrder(depositShelf(ports, kind), number, owner);
  const view = (deposit: Deposit, rules: PaymentRules) => ({
    // All orders of these calls are of this kind, so the fields match.
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
      unless: (status) => (status === 'expired' ? 'and late payments are rejected' : null),
    });
    return view(after, rules);
  }

  return {
    /** Lists orders, newest first. */
    async list(filter: DepositFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(depositFilter, filter);
      const rules = await ports.settings();
      // The list shows an order as expired even before the store records the expiry.
      const now = ports.clock.now();
      const page = ports.store.deposits.list({ kind, reference, now, ...rest }, { limit, cursor });
      return pageOf(page, (deposit) => view(deposit, rules));
    },

    /** Returns an order with its timeline. */
    async get(number: string, owner: OwnerInput = {}) {
      const { orderNo } = await find(number, owner);
      const history = found(await ports.store.deposits.history(orderNo), nouns[kind]);
      const settings = await ports.settings();
      return {
        ...view(history.order, settings),
        simulated: simulatedDeposit(history.order, settings, ports.clock.now()),
        timeline: timelineOf(history, deps.log.hideKeys),
      };
    },

    /** Pays the order as the customer. `paidAmount` is a decimal string. Its default is the order's amount. */
    async pay(number: string, input: PayInput = {}, owner: OwnerInput = {}) {
      const { paidAmount, utr } = parseInput(payInput, input);
      return move(number, owner, (order) => payOrder(ports, { order, paidAmount, utr, by: 'customer' }));
    },

    /** Fails the payment. */
    async fail(number: string, owner: OwnerInput = {}) {
      return move(number, owner, (order) => failOrder(ports, { order, by: 'customer' }));
    },

    /** Re-sends the order's latest callback to the order's current URL, or to `to` (spec: Delivery rules 4). */
    async resend(number: string, input: ResendInput = {}, owner: OwnerInput = {}) {
      const deposit = await find(number, owner);
      return resendLatest(deps, deposit, { input, target: (merchant) => depositTarget(deposit, merchant) });
    },
  };
}

/** Converts an order to its wire fields in camelCase, and adds its URLs. */
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

/** Fields whose names differ between pay-ins and links. */
interface Naming {
  readonly payin: Pick<Order<'payin'>, 'orderNo' | 'mchOrderNo' | 'extra'>;
  readonly link: Pick<Order<'link'>, 'linkCode' | 'clientRef' | 'note'>;
}

function naming(deposit: Deposit): Naming[DepositKind] {
  return deposit.kind === 'payin'
    ? { orderNo: deposit.orderNo, mchOrderNo: deposit.mchOrderNo, extra: deposit.extra }
    : { linkCode: deposit.orderNo, clientRef: deposit.clientRef, note: deposit.note };
}
