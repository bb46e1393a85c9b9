import { type Destination, destinations, formatIst, payoutStatus } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { payoutTarget } from '../domain/callback-target.ts';
import { legalPayoutMoves, type Payout, type PayoutStatus } from '../domain/payout.ts';
import type { Moved } from '../operations/moved.ts';
import { approveWithdrawal, completeWithdrawal, failWithdrawal } from '../operations/settle-payout.ts';
import type { ControlGateway } from './control-gateway.ts';
import { callbackText, orderFilter, parseInput } from './input.ts';
import { findOrder, type OwnerInput, payoutLookup } from './named-order.ts';
import { pageOf } from './paging.ts';
import { type ResendInput, resendLatest } from './resend.ts';
import type { DestinationView } from './responses/orders.ts';
import type { ControlResponse } from './responses/responses.ts';
import { simulatedPayout } from './simulated.ts';
import { timelineOf } from './timeline.ts';
import { moved } from './transition.ts';

/** Reference of the transfer. The gateway generates a missing reference for USDT. */
export const completeInput = z.strictObject({ txid: callbackText('txid', { min: 1, max: 128 }).optional() });
/** Reason for the rejection. The callback contains it. */
export const rejectInput = z.strictObject({
  message: callbackText('message', { min: 0, max: 255 }).optional(),
});
/** Filters and page of a list of payouts. */
export const payoutFilter = orderFilter(payoutStatus);

export type CompleteInput = z.input<typeof completeInput>;
export type RejectInput = z.input<typeof rejectInput>;
export type PayoutFilter = z.input<typeof payoutFilter>;

/**
 * Calls on payouts (spec: States and transitions, Withdrawal). Identify a payout by its gateway order number, or by the
 * merchant's order number if it is unique.
 */
export function payoutControls(gateway: ControlGateway) {
  const { store } = gateway;

  const find = (number: string, owner: OwnerInput) => findOrder(payoutLookup(store), number, owner);

  type Move = (order: Payout) => Moved<Payout, PayoutStatus>;

  async function move(number: string, owner: OwnerInput, make: Move) {
    const order = find(number, owner);
    const after = moved(make(order), { order: `The payout ${order.orderNo}`, legal: legalPayoutMoves });
    await store.onDisk();
    return payoutView(after);
  }

  async function fail(number: string, owner: OwnerInput, { message }: { readonly message: string }) {
    return move(number, owner, (order) => failWithdrawal(gateway, { order, message }));
  }

  return {
    /** Lists payouts, newest first. */
    async list(filter: PayoutFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(payoutFilter, filter);
      return pageOf(() => store.payouts.list({ reference, ...rest }, { limit, cursor }), payoutView);
    },

    /** Returns a payout with its timeline. */
    async get(number: string, owner: OwnerInput = {}) {
      const payout = find(number, owner);
      return {
        ...payoutView(payout),
        simulated: simulatedPayout(payout, store.settings),
        timeline: timelineOf(gateway, payout),
      };
    },

    /** Moves a payout from pending to processing. The amount stays held. */
    async approve(number: string, owner: OwnerInput = {}) {
      return move(number, owner, (order) => approveWithdrawal(gateway, order));
    },

    /**
     * Moves a payout from processing to success and debits the held amount. The gateway generates a missing `txid` for
     * USDT.
     */
    async complete(number: string, input: CompleteInput = {}, owner: OwnerInput = {}) {
      const { txid } = parseInput(completeInput, input);
      return move(number, owner, (order) => completeWithdrawal(gateway, { order, txid }));
    },

    /** Fails the payout and returns amount and fee to the wallet. The callback contains `message`. */
    async reject(number: string, input: RejectInput = {}, owner: OwnerInput = {}) {
      const { message = 'Rejected by the operator' } = parseInput(rejectInput, input);
      return fail(number, owner, { message });
    },

    /** Fails the payout like `reject`, with another default `message`. */
    async cancel(number: string, input: RejectInput = {}, owner: OwnerInput = {}) {
      const { message = 'Cancelled' } = parseInput(rejectInput, input);
      return fail(number, owner, { message });
    },

    /** Re-sends the payout's latest callback to the saved URL, or to `to` (spec: Delivery rules 4). */
    async resend(number: string, input: ResendInput = {}, owner: OwnerInput = {}) {
      return resendLatest(gateway, find(number, owner), { input, target: payoutTarget });
    },
  };
}

/** Converts a payout. The beneficiary's numbers show only their last four characters. */
function payoutView(payout: Payout): ControlResponse<'Payout'> {
  const { state } = payout;
  return {
    orderNo: payout.orderNo,
    mchOrderNo: payout.mchOrderNo,
    mchId: payout.mchId,
    amount: formatAmount(payout.amount),
    fee: formatAmount(payout.fee),
    totalDebit: formatAmount(payout.totalDebit),
    status: state.status,
    moves: legalPayoutMoves(state.status),
    payType: payout.destination.payType,
    destination: destinationView(payout.destination),
    txid: state.status === 'success' ? state.txid : null,
    message: state.status === 'failed' ? state.message : null,
    createdAt: formatIst(payout.createdAt),
    paidAt: state.status === 'success' ? formatIst(state.paidAt) : null,
  };
}

/** The visible fields of a destination. Masks the first characters of some fields. */
function destinationView(destination: Destination): DestinationView {
  const values: Readonly<Record<string, string>> = destination;
  const visible = destinations[destination.payType].flatMap(({ name, personal }) => {
    const value = values[name] ?? '';
    return personal === 'all' ? [] : [[name, personal === 'none' ? value : masked(value)]];
  });
  return Object.fromEntries(visible) as DestinationView;
}

function masked(text: string): string {
  return `••••${text.slice(-4)}`;
}
