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
  /** The order that the caller loaded. After a conflict, it is loaded again. */
  readonly order: Deposit;
  readonly by: Actor;
}

export interface PayCommand extends MoveCommand {
  /**
   * Amount paid. The default is the order's amount. Fee and credit always depend on `amount` (reading: Money and time).
   */
  readonly paidAmount?: Paise | undefined;
  /** Bank reference. The default is generated. A USDT payment has none. */
  readonly utr?: string | undefined;
}

/** Confirms a payment in one commit: status success, credit of netAmount, and the callback. */
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

/** Fails the payment without moving money. Creates a failed callback unless the settings disable it. */
export function failOrder(ports: Ports, command: MoveCommand): Promise<Moved<Deposit, DepositStatus>> {
  return moveDeposit(ports, command, failDeposit);
}

/** Number of changes that the PostgreSQL store commits together. */
const expiryBatch = 64;

/**
 * Stores the expiry of unpaid orders with a validity until `now`, one batch at a time. The commits of a batch share a
 * transaction, because they begin in one turn.
 *
 * @returns whether more orders can be due
 */
export async function expireSomeOrders(ports: Ports, now: number): Promise<boolean> {
  const due = await ports.store.deposits.dueToExpire(now, expiryBatch);
  await Promise.all(due.map((order) => expireOrder(ports, order, now)));
  return due.length === expiryBatch;
}

/**
 * Expires one order. A conflict means that another commit paid, failed or expired the order, so nothing remains to do.
 */
async function expireOrder(ports: Ports, before: Deposit, now: number): Promise<void> {
  const expired = expireDeposit(before, now);
  if (expired.ok) await commit(ports, moveWrites({ before, after: expired.value, by: 'clock', now }));
}

/** Expires every due order, batch by batch. */
export async function expireOrders(ports: Ports, now: number): Promise<void> {
  while (await expireSomeOrders(ports, now));
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
    // Only a reset removes a merchant, together with its orders.
    if (merchant === null) return tryAgain;
    const change = depositChange(ports, { before, after: decision.value, merchant, settings, by, now });
    const result = await commit(ports, change);
    return result.committed ? done(decision.value) : tryAgain;
  });
}

interface Step {
  readonly before: Deposit;
  readonly after: Deposit;
  readonly by: Actor;
  readonly now: number;
}

interface SettlingStep extends Step {
  readonly merchant: Merchant;
  readonly settings: Settings;
}

function depositChange(ports: Ports, { merchant, settings, ...step }: SettlingStep): Change {
  const { after, now } = step;
  return [
    ...moveWrites(step),
    ...credit(ports, after, now),
    ...announceDeposit(ports, { merchant, deposit: after, settings }),
  ];
}

function moveWrites({ before, after, by, now }: Step): Change {
  const move = { orderNo: after.orderNo, at: now, from: before.state.status, to: after.state.status, by };
  return [
    { write: 'update_deposit', deposit: after },
    { write: 'record', move },
  ];
}

function credit(ports: Ports, deposit: Deposit, at: number): readonly Write[] {
  if (deposit.state.status !== 'success') return [];
  return [{ write: 'post', transaction: creditDeposit(deposit, { id: ports.ids.id('tx'), at }) }];
}
