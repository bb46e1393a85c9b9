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
} from '../domain/deposit.ts';
import type { Moved } from '../operations/moved.ts';
import { failOrder, payOrder } from '../operations/settle-deposit.ts';
import type { ControlGateway } from './control-gateway.ts';
import { amountInput, callbackText, orderFilter, parseInput } from './input.ts';
import { depositLookup, findOrder, nouns, type OwnerInput } from './named-order.ts';
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

type Move = (order: Deposit) => Moved<Deposit, DepositStatus>;

/**
 * Calls on pay-ins or on links, which behave in the same way. Identify an order by its gateway order number, or by the
 * merchant's order number if it is unique.
 */
export function depositControls<K extends DepositKind>(gateway: ControlGateway, kind: K) {
  const { store, clock } = gateway;
  const find = (number: string, owner: OwnerInput) => findOrder(depositLookup(store, kind), number, owner);
  const view = (deposit: Deposit) => ({
    // All orders of these calls are of this kind, so the fields match.
    ...(naming(deposit) as Naming[K]),
    ...depositView(gateway, deposit),
  });

  async function move(number: string, owner: OwnerInput, make: Move) {
    const order = find(number, owner);
    const after = moved(make(order), {
      order: `The ${nouns[kind]} ${order.orderNo}`,
      legal: () => legalMovesOf(gateway, order),
      unless: (status) => (status === 'success' ? null : 'and late payments are rejected'),
    });
    const shown = view(after);
    await store.onDisk();
    return shown;
  }

  return {
    /** Lists orders, newest first. */
    async list(filter: DepositFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(depositFilter, filter);
      // The list shows an order as expired even before the store records the expiry.
      const wanted = { kind, reference, now: clock.now(), ...rest };
      return pageOf(() => store.deposits.list(wanted, { limit, cursor }), view);
    },

    /** Returns an order with its timeline. */
    async get(number: string, owner: OwnerInput = {}) {
      const deposit = find(number, owner);
      return {
        ...view(deposit),
        simulated: simulatedDeposit(deposit, store.settings, clock.now()),
        timeline: timelineOf(gateway, deposit),
      };
    },

    /** Pays the order as the customer. `paidAmount` is a decimal string. Its default is the order's amount. */
    async pay(number: string, input: PayInput = {}, owner: OwnerInput = {}) {
      const { paidAmount, utr } = parseInput(payInput, input);
      return move(number, owner, (order) => payOrder(gateway, { order, paidAmount, utr, by: 'customer' }));
    },

    /** Fails the payment. */
    async fail(number: string, owner: OwnerInput = {}) {
      return move(number, owner, (order) => failOrder(gateway, { order, by: 'customer' }));
    },

    /** Re-sends the order's latest callback to the order's current URL, or to `to` (spec: Delivery rules 4). */
    async resend(number: string, input: ResendInput = {}, owner: OwnerInput = {}) {
      const deposit = find(number, owner);
      return resendLatest(gateway, deposit, {
        input,
        target: (merchant) => depositTarget(deposit, merchant),
      });
    },
  };
}

/** Converts an order to its wire fields in camelCase, and adds its URLs. */
function depositView(gateway: ControlGateway, deposit: Deposit): Omit<Order<'payin'>, keyof Naming['payin']> {
  const state = depositStateAt(deposit, gateway.clock.now());
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
    moves: legalMovesOf(gateway, deposit),
    utr: paid?.utr ?? null,
    payUrl: gateway.payUrl(deposit.payToken),
    notifyUrl: deposit.notifyUrl,
    returnUrl: deposit.returnUrl,
    createdAt: formatIst(deposit.createdAt),
    expiresAt: formatIst(deposit.expiresAt),
    paidAt: paid === null ? null : formatIst(paid.paidAt),
  };
}

function legalMovesOf({ store, clock }: ControlGateway, deposit: Deposit) {
  return legalDepositMoves(deposit, { now: clock.now(), latePayments: store.settings.latePayments });
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
