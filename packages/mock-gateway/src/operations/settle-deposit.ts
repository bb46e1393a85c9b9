import type { Paise } from '@inrgate/sdk/protocol';
import {
  type Deposit,
  type DepositStatus,
  depositStateAt,
  expireDeposit,
  failDeposit,
  payDeposit,
} from '../domain/deposit.ts';
import type { Actor } from '../domain/history.ts';
import { creditDeposit } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import { done, type Result } from '../domain/result.ts';
import type { Settings } from '../domain/settings.ts';
import type { Change, Write } from '../store/store.ts';
import { announceDeposit } from './announce.ts';
import { type Moved, untilMoved } from './moved.ts';
import { commit, type Ports, tryAgain } from './ports.ts';

export interface MoveCommand {
  /** As whoever asks has loaded it; loaded again where somebody else was quicker. */
  readonly order: Deposit;
  readonly by: Actor;
}

export interface PayCommand extends MoveCommand {
  /** Defaults to the order's amount. Fee and credit follow `amount` all the same (reading: Money and time). */
  readonly paidAmount?: Paise | undefined;
  /** Defaults to a made-up bank reference; a USDT payment has none. */
  readonly utr?: string | undefined;
}

/** A customer's payment is confirmed: success, netAmount credited, callback queued, in one commit. */
export function payOrder(ports: Ports, command: PayCommand): Promise<Moved<Deposit, DepositStatus>> {
  return moveDeposit(ports, command, (deposit, now, { latePayments }) =>
    payDeposit(
      deposit,
      {
        paidAmount: command.paidAmount ?? deposit.amount,
        utr: command.utr ?? (deposit.tradeType === 'usdt' ? null : ports.ids.utr()),
      },
      { now, latePayments },
    ),
  );
}

/** The payment fails: no money moves; a failed callback unless the settings switch it off. */
export function failOrder(ports: Ports, command: MoveCommand): Promise<Moved<Deposit, DepositStatus>> {
  return moveDeposit(ports, command, failDeposit);
}

const expiryBatch = 100;

/** Writes down what the clock has decided: every unpaid order whose validity has ended by `now`. */
export async function expireOrders(ports: Ports, now: number): Promise<void> {
  for (;;) {
    const due = await ports.store.deposits.dueToExpire(now, expiryBatch);
    for (const order of due) await moveDeposit(ports, { order, by: 'clock' }, expireDeposit);
    if (due.length < expiryBatch) return;
  }
}

type Decide = (deposit: Deposit, now: number, settings: Settings) => Result<Deposit, 'illegal_transition'>;

function moveDeposit(
  ports: Ports,
  { order, by }: MoveCommand,
  decide: Decide,
): Promise<Moved<Deposit, DepositStatus>> {
  return untilMoved(order, ports.store.deposits, async (before) => {
    const settings = await ports.settings();
    const now = ports.clock.now();
    const decision = decide(before, now, settings);
    if (!decision.ok) return { ...decision, status: depositStateAt(before, now).status };
    const merchant = await ports.store.merchants.get(before.mchId);
    // Only a reset takes a merchant away, and its orders with it.
    if (merchant === null) return tryAgain;
    const change = depositChange(ports, { before, after: decision.value, merchant, settings, by, now });
    const result = await commit(ports, change);
    return result.committed ? done(decision.value) : tryAgain;
  });
}

interface Step {
  readonly before: Deposit;
  readonly after: Deposit;
  readonly merchant: Merchant;
  readonly settings: Settings;
  readonly by: Actor;
  readonly now: number;
}

function depositChange(ports: Ports, { before, after, merchant, settings, by, now }: Step): Change {
  return [
    { write: 'update_deposit', deposit: after },
    {
      write: 'record',
      move: { orderNo: after.orderNo, at: now, from: before.state.status, to: after.state.status, by },
    },
    ...credit(ports, after, now),
    ...announceDeposit(ports, { merchant, deposit: after, settings }),
  ];
}

function credit(ports: Ports, deposit: Deposit, at: number): readonly Write[] {
  if (deposit.state.status !== 'success') return [];
  return [{ write: 'post', transaction: creditDeposit(deposit, { id: ports.ids.id('tx'), at }) }];
}
