import { type Destination, destinations, formatIst, payoutStatus } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { payoutTarget } from '../domain/callback-target.ts';
import { legalPayoutMoves, type Payout, type PayoutStatus } from '../domain/payout.ts';
import type { Moved } from '../operations/moved.ts';
import { approveWithdrawal, completeWithdrawal, failWithdrawal } from '../operations/settle-payout.ts';
import type { ControlDeps } from './deps.ts';
import { callbackText, pageInput, parseInput, searchInput } from './input.ts';
import { findOrder, found, nouns, type OwnerInput, payoutShelf } from './named-order.ts';
import { pageOf } from './paging.ts';
import { type ResendInput, resendLatest } from './resend.ts';
import type { DestinationView } from './responses/orders.ts';
import type { ControlResponse } from './responses/responses.ts';
import { timelineOf } from './timeline.ts';
import { moved } from './transition.ts';

/** The transfer's reference; for USDT made up when it is left out. */
export const completeInput = z.strictObject({ txid: callbackText('txid', { min: 1, max: 128 }).optional() });
/** Why; the merchant reads it in the callback. */
export const rejectInput = z.strictObject({
  message: callbackText('message', { min: 0, max: 255 }).optional(),
});
/** What a list of withdrawals is narrowed by, and which page of it. */
export const payoutFilter = z.strictObject({
  mchId: z.string().optional(),
  status: payoutStatus.optional(),
  mchOrderNo: z.string().optional(),
  ...searchInput,
  ...pageInput,
});

export type CompleteInput = z.input<typeof completeInput>;
export type RejectInput = z.input<typeof rejectInput>;
export type PayoutFilter = z.input<typeof payoutFilter>;

/**
 * The operator's moves on withdrawals (spec: States and transitions, Withdrawal), each named by the gateway's number, or by
 * the merchant's own where that is one withdrawal's alone.
 */
export function payoutControls(deps: ControlDeps) {
  const { ports } = deps;

  const find = (number: string, owner: OwnerInput) => findOrder(payoutShelf(ports), number, owner);

  type Move = (order: Payout) => Promise<Moved<Payout, PayoutStatus>>;

  async function move(number: string, owner: OwnerInput, make: Move) {
    const order = await find(number, owner);
    return payoutView(
      moved(await make(order), { order: `The payout ${order.orderNo}`, legal: legalPayoutMoves }),
    );
  }

  async function fail(number: string, owner: OwnerInput, { message }: { readonly message: string }) {
    return move(number, owner, (order) => failWithdrawal(ports, { order, message }));
  }

  return {
    /** Newest first. */
    async list(filter: PayoutFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(payoutFilter, filter);
      return pageOf(ports.store.payouts.list({ reference, ...rest }, { limit, cursor }), payoutView);
    },

    /** One, with its timeline. */
    async get(number: string, owner: OwnerInput = {}) {
      const { orderNo } = await find(number, owner);
      const history = found(await ports.store.payouts.history(orderNo), nouns.payout);
      return { ...payoutView(history.order), timeline: timelineOf(history, deps.log.hideKeys) };
    },

    /** From pending to processing; the money stays held. */
    async approve(number: string, owner: OwnerInput = {}) {
      return move(number, owner, (order) => approveWithdrawal(ports, order));
    },

    /** From processing to success: the money leaves. `txid` defaults to a made-up one for USDT, to none otherwise. */
    async complete(number: string, input: CompleteInput = {}, owner: OwnerInput = {}) {
      const { txid } = parseInput(completeInput, input);
      return move(number, owner, (order) => completeWithdrawal(ports, { order, txid }));
    },

    /** To failed: amount and fee go back. `message` is in the callback. */
    async reject(number: string, input: RejectInput = {}, owner: OwnerInput = {}) {
      const { message = 'Rejected by the operator' } = parseInput(rejectInput, input);
      return fail(number, owner, { message });
    },

    /** As `reject`, with another `message` when none is given. */
    async cancel(number: string, input: RejectInput = {}, owner: OwnerInput = {}) {
      const { message = 'Cancelled' } = parseInput(rejectInput, input);
      return fail(number, owner, { message });
    },

    /** Sends the order's latest callback once more: to the saved URL, or to `to` (spec: Delivery rules 4). */
    async resend(number: string, input: ResendInput = {}, owner: OwnerInput = {}) {
      return resendLatest(deps, await find(number, owner), { input, target: payoutTarget });
    },
  };
}

/** The withdrawal as the operator sees it; the beneficiary's numbers show their last four characters only. */
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

/** The fields that are told, some of them but for their last characters. */
function destinationView(destination: Destination): DestinationView {
  const values: Readonly<Record<string, string>> = destination;
  const told = destinations[destination.payType].flatMap(({ name, personal }) => {
    const value = values[name] ?? '';
    return personal === 'all' ? [] : [[name, personal === 'none' ? value : masked(value)]];
  });
  return Object.fromEntries(told) as DestinationView;
}

function masked(text: string): string {
  return `••••${text.slice(-4)}`;
}
