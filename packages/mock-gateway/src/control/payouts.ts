import { formatAmount, formatIst } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { payoutTarget } from '../domain/callback-target.ts';
import type { Destination, Payout } from '../domain/payout.ts';
import { approveWithdrawal, completeWithdrawal, failWithdrawal } from '../operations/settle-payout.ts';
import { ControlError } from './control-error.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput, searchInput } from './input.ts';
import { pageOf } from './paging.ts';
import { type ResendInput, resendLatest } from './resend.ts';
import { timelineOf } from './timeline.ts';
import { moved } from './transition.ts';

export const completeInput = z.strictObject({ txid: z.string().min(1).max(128).optional() });
export const rejectInput = z.strictObject({ message: z.string().max(255).optional() });
export const payoutFilter = z.strictObject({
  mchId: z.string().optional(),
  status: z.enum(['pending', 'processing', 'success', 'failed']).optional(),
  mchOrderNo: z.string().optional(),
  ...searchInput,
  ...pageInput,
});

export type CompleteInput = z.input<typeof completeInput>;
export type RejectInput = z.input<typeof rejectInput>;
export type PayoutFilter = z.input<typeof payoutFilter>;

/** The operator's moves on withdrawals (spec: States and transitions, Withdrawal). */
export function payoutControls(deps: ControlDeps) {
  const { ports } = deps;

  async function fail(orderNo: string, input: RejectInput, otherwise: string) {
    const { message = otherwise } = parseInput(rejectInput, input);
    return payoutView(moved(await failWithdrawal(ports, { orderNo, message })));
  }

  return {
    /** Newest first. */
    async list(filter: PayoutFilter = {}) {
      const { limit, cursor, mchOrderNo: reference, ...rest } = parseInput(payoutFilter, filter);
      return pageOf(ports.store.payouts.list({ reference, ...rest }, { limit, cursor }), payoutView);
    },

    /** One, with its timeline. */
    async get(orderNo: string) {
      const payout = await find(deps, orderNo);
      return { ...payoutView(payout), timeline: await timelineOf(deps, payout) };
    },

    /** From pending to processing; the money stays held. */
    async approve(orderNo: string) {
      return payoutView(moved(await approveWithdrawal(ports, orderNo)));
    },

    /** From processing to success: the money leaves. `txid` defaults to a made-up one for USDT, to none otherwise. */
    async complete(orderNo: string, input: CompleteInput = {}) {
      const { txid } = parseInput(completeInput, input);
      return payoutView(moved(await completeWithdrawal(ports, { orderNo, txid })));
    },

    /** To failed: amount and fee go back. `message` is in the callback. */
    reject: (orderNo: string, input: RejectInput = {}) => fail(orderNo, input, 'Rejected by the operator'),
    /** As `reject`, with another `message` when none is given. */
    cancel: (orderNo: string, input: RejectInput = {}) => fail(orderNo, input, 'Cancelled'),

    /** Sends the order's latest callback once more: to the saved URL, or to `to` (spec: Delivery rules 4). */
    async resend(orderNo: string, input: ResendInput = {}) {
      return resendLatest(deps, await find(deps, orderNo), { input, target: payoutTarget });
    },
  };
}

async function find({ ports }: ControlDeps, orderNo: string): Promise<Payout> {
  const payout = await ports.store.payouts.get(orderNo);
  if (payout === null) throw new ControlError('not_found', 'There is no withdrawal with that number.');
  return payout;
}

/** The withdrawal as the operator sees it; the beneficiary's numbers show their last four characters only. */
function payoutView(payout: Payout) {
  const { state } = payout;
  return {
    orderNo: payout.orderNo,
    mchOrderNo: payout.mchOrderNo,
    mchId: payout.mchId,
    amount: formatAmount(payout.amount),
    fee: formatAmount(payout.fee),
    totalDebit: formatAmount(payout.totalDebit),
    status: state.status,
    payType: payout.destination.payType,
    destination: destinationView(payout.destination),
    txid: state.status === 'success' ? state.txid : null,
    message: state.status === 'failed' ? state.message : null,
    createdAt: formatIst(payout.createdAt),
    paidAt: state.status === 'success' ? formatIst(state.paidAt) : null,
  };
}

function destinationView(destination: Destination) {
  switch (destination.payType) {
    case 'bank':
      return {
        bankCode: destination.bankCode,
        accountNumber: masked(destination.accountNumber),
        ifsc: destination.ifsc,
      };
    case 'upi':
      return { upiId: masked(destination.upiId) };
    case 'usdt':
      return { usdtAddress: masked(destination.usdtAddress) };
  }
}

function masked(text: string): string {
  return `••••${text.slice(-4)}`;
}
