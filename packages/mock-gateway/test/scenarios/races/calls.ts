import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { ControlError, type MockGateway } from '../../../src/index.ts';
import type { Answer, Keys } from '../../client.ts';
import { callerOf, orderNoOf } from '../harness.ts';
import * as sequential from './sequential.ts';

/** A merchant in the middle of its day, and the service's numbers of the orders that it has. */
export interface Shop {
  readonly gateway: MockGateway;
  readonly keys: Keys;
  readonly orderNos: Readonly<Record<string, string>>;
}

/** One thing that somebody does: for real, and as it would be done alone. */
export interface Call {
  readonly name: string;
  readonly run: (shop: Shop) => Promise<string>;
  readonly alone: (state: sequential.State) => sequential.Did;
}

async function answered(call: Promise<Answer>): Promise<string> {
  const { status, error } = await call;
  return error === undefined ? String(status) : `${status} ${error}`;
}

async function moved(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return '200';
  } catch (error) {
    if (error instanceof ControlError) return String(error.status);
    throw error;
  }
}

function createPayin(mchOrderNo: string, amount: string): Call {
  return {
    name: `create pay-in ${mchOrderNo} ${amount}`,
    run: ({ gateway, keys }) => answered(callerOf(gateway, keys).payin({ mchOrderNo, amount })),
    alone: (state) => sequential.createPayin(state, mchOrderNo, parseAmount(amount)),
  };
}

function createPayout(mchOrderNo: string, amount: string): Call {
  return {
    name: `create withdrawal ${mchOrderNo} ${amount}`,
    run: ({ gateway, keys }) => answered(callerOf(gateway, keys).payout({ mchOrderNo, amount })),
    alone: (state) => sequential.createPayout(state, mchOrderNo, parseAmount(amount)),
  };
}

function movePayin(number: string, move: 'pay' | 'fail'): Call {
  return {
    name: `${move} ${number}`,
    run: ({ gateway, orderNos }) => moved(gateway.payins[move](orderNos[number] ?? '')),
    alone: (state) => sequential.movePayin(state, number, move),
  };
}

function movePayout(number: string, move: 'approve' | 'complete' | 'reject' | 'cancel'): Call {
  return {
    name: `${move} ${number}`,
    run: ({ gateway, orderNos }) => moved(gateway.payouts[move](orderNos[number] ?? '')),
    alone: (state) => sequential.movePayout(state, number, move),
  };
}

const credit: Call = {
  name: 'credit 100.00',
  run: ({ gateway, keys }) => moved(gateway.merchants.credit(keys.mchId, { amount: '100.00' })),
  alone: (state) => sequential.credit(state, 10_000n),
};

const outlive: Call = {
  name: 'advance 31m',
  run: ({ gateway }) => moved(gateway.clock.advance('31m')),
  alone: sequential.outlive,
};

/**
 * What happens at the same time is drawn from these. Of the new withdrawals W-NEW and W-OTHER are more than the wallet has, W-NEW
 * and W-THIRD more than the day's limit.
 */
export const calls: readonly Call[] = [
  createPayin('NEW', '500.00'),
  createPayin('NEW', '500.00'),
  createPayin('NEW', '600.00'),
  createPayout('W-NEW', '4000.00'),
  createPayout('W-NEW', '4000.00'),
  createPayout('W-OTHER', '2500.00'),
  createPayout('W-THIRD', '4000.00'),
  movePayin('OPEN', 'pay'),
  movePayin('OPEN', 'pay'),
  movePayin('OPEN', 'fail'),
  movePayout('W-OPEN', 'approve'),
  movePayout('W-OPEN', 'reject'),
  movePayout('W-OPEN', 'cancel'),
  movePayout('W-APPROVED', 'complete'),
  movePayout('W-APPROVED', 'reject'),
  movePayout('W-APPROVED', 'cancel'),
  credit,
  outlive,
];

/** A merchant of its own, with a pay-in that is open, and two withdrawals, one of them approved. */
export async function openShop(gateway: MockGateway): Promise<readonly [Shop, sequential.State]> {
  const limits = { payoutDaily: formatAmount(sequential.dailyLimit) };
  const keys = await gateway.createMerchant({
    callbackUrl: 'http://merchant.example/callbacks',
    balance: '10000.00',
    limits,
  });
  const caller = callerOf(gateway, keys);
  const orderNos = {
    OPEN: orderNoOf(await caller.payin({ mchOrderNo: 'OPEN', amount: '1000.00' })),
    'W-OPEN': orderNoOf(await caller.payout({ mchOrderNo: 'W-OPEN', amount: '1000.00' })),
    'W-APPROVED': orderNoOf(await caller.payout({ mchOrderNo: 'W-APPROVED', amount: '2000.00' })),
  };
  await gateway.payouts.approve(orderNos['W-APPROVED']);
  return [{ gateway, keys, orderNos }, await stateOf({ gateway, keys, orderNos })];
}

/** What there is, in the words of `sequential.ts`. */
export async function stateOf({ gateway, keys: { mchId } }: Shop): Promise<sequential.State> {
  const wallet = await gateway.merchants.wallet(mchId);
  const payins = (await gateway.payins.list({ mchId })).items;
  const payouts = (await gateway.payouts.list({ mchId })).items;
  const counted = payouts.filter(({ status }) => status !== 'failed');
  return {
    available: parseAmount(wallet.available),
    held: parseAmount(wallet.frozen),
    withdrawnToday: counted.reduce((sum, { amount }) => sum + parseAmount(amount), 0n),
    payins: byNumber(payins),
    payouts: byNumber(payouts),
  };
}

function byNumber<Status>(
  orders: readonly { readonly mchOrderNo: string; readonly amount: string; readonly status: Status }[],
) {
  return Object.fromEntries(
    orders.map(({ mchOrderNo, amount, status }) => [mchOrderNo, { amount: parseAmount(amount), status }]),
  );
}
