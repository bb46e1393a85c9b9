import type { DueSource } from '../clock/timers.ts';
import type { NewCallback } from '../domain/callback.ts';
import { type Deposit, type DepositKind, depositStateAt } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';
import type { CallbackHit } from '../faults/fault.ts';
import type { Core } from '../operations/core.ts';
import { failOrder, payOrder } from '../operations/settle-deposit.ts';
import { approveTransfer, completeTransfer, failTransfer } from '../operations/settle-payout.ts';
import type { Change } from '../store/change.ts';
import type { Page, Paged } from '../store/paging.ts';
import { DueQueue } from './due-queue.ts';
import { depositOutcome, payoutOutcome } from './outcomes.ts';

interface Planned {
  readonly kind: 'deposit' | 'payout';
  readonly orderNo: string;
  /** Instant in epoch milliseconds. */
  readonly at: number;
}

/** Open orders of the store, of which a part is still to be planned. */
interface Unread {
  readonly list: (page: Page) => Paged<Deposit | Payout>;
  /** Page at which the reading continues. */
  cursor?: string | undefined;
}

/** Maximum number of actions in one turn of the event loop. */
const batch = 16;

/** Number of orders that are read in one turn of the event loop. */
const pageSize = 200;

/**
 * Age in milliseconds of the expired orders that a load still reads. An order is valid for seven days at most. The eighth
 * day is for late payments that fell due while the gateway was not running.
 */
const expiredMs = 8 * 86_400_000;

/**
 * Simulated customers who pay, and operators who approve payouts (contract: Simulated customers). The plan is in memory.
 * `load` derives it from the orders, page by page, because reading 100,000 orders at once takes more than a second.
 */
export class SimulatedCustomers implements DueSource {
  readonly #core: Core;
  /** Milliseconds from the creation of an order to its payment, or null without simulation. */
  #payAfterMs: number | null = null;
  #queue = new DueQueue<Planned>();
  #unread: Unread[] = [];
  #wake: (at: number) => void = () => {};

  constructor(core: Core) {
    this.#core = core;
  }

  onDue(wake: (at: number) => void): void {
    this.#wake = wake;
  }

  /** The earliest action. Until all orders are read, this is unknown, so more work is due now. */
  nextDue(): number | null {
    return this.#unread.length > 0 ? 0 : this.#queue.next;
  }

  startDue(now: number): boolean {
    if (this.#unread.length > 0) this.#readPage(now);
    else this.#actOnSome(now);
    return (this.nextDue() ?? Number.POSITIVE_INFINITY) <= now;
  }

  /** Plans the action on an order of a commit. If new settings change the simulation, plans all orders again. */
  changed(change: Change): void {
    if (change.type === 'settings' && this.#payAfterNow() !== this.#payAfterMs) this.load();
    if (this.#payAfterMs === null) return;
    if (change.type === 'deposit' && change.isNew) this.#plan(change.deposit);
    if (change.type === 'payout') this.#plan(change.payout);
  }

  /** Begins to plan all open orders of the store, after a start, a reset or a restore. Forgets the earlier plan. */
  load(): void {
    this.#payAfterMs = this.#payAfterNow();
    this.#queue = new DueQueue();
    this.#unread = this.#payAfterMs === null ? [] : this.#openOrders();
    this.#wake(this.#core.clock.now());
  }

  /**
   * Fault of the first attempt of a callback: the amount of the order that the callback reports decides it, if a
   * simulated customer has paid the order (contract: Simulated customers, .06 and .07).
   */
  faultOf({ orderNo, event }: NewCallback): CallbackHit | null {
    if (this.#payAfterMs === null || orderNo === null || !event.endsWith('.success')) return null;
    const order = this.#core.store.deposits.get(orderNo);
    if (order?.state.status !== 'success') return null;
    const outcome = depositOutcome(order, this.#payAfterMs);
    if (outcome?.fault === undefined || order.state.paidAt < outcome.at) return null;
    return { id: 'simulated', kind: outcome.fault };
  }

  #payAfterNow(): number | null {
    const { simulation } = this.#core.store.settings;
    return simulation === null ? null : simulation.payAfterSeconds * 1000;
  }

  #openOrders(): Unread[] {
    const { deposits, payouts } = this.#core.store;
    const kinds: readonly DepositKind[] = ['payin', 'link'];
    return [
      ...kinds.flatMap((kind) => [
        { list: (page: Page) => deposits.list({ kind, status: 'pending' }, page) },
        { list: (page: Page) => this.#lastExpired(kind, page) },
      ]),
      { list: (page) => payouts.list({ status: 'pending' }, page) },
      { list: (page) => payouts.list({ status: 'processing' }, page) },
    ];
  }

  /** The list is newest first, so it ends with the first old order. */
  #lastExpired(kind: DepositKind, page: Page): Paged<Deposit> {
    const { items, nextCursor } = this.#core.store.deposits.list({ kind, status: 'expired' }, page);
    const since = this.#core.clock.now() - expiredMs;
    return { items, nextCursor: items.some(({ createdAt }) => createdAt < since) ? null : nextCursor };
  }

  #readPage(now: number): void {
    const [unread] = this.#unread;
    if (unread === undefined) return;
    const { items, nextCursor } = unread.list({ limit: pageSize, cursor: unread.cursor });
    for (const order of items) if (isOpen(order, now, this.#payAfterMs)) this.#plan(order);
    if (nextCursor === null) this.#unread.shift();
    else unread.cursor = nextCursor;
  }

  #plan(order: Deposit | Payout): void {
    if (this.#payAfterMs === null) return;
    const isPayout = 'destination' in order;
    const outcome = isPayout
      ? payoutOutcome(order, this.#payAfterMs)
      : depositOutcome(order, this.#payAfterMs);
    if (outcome === null) return;
    this.#queue.add({ kind: isPayout ? 'payout' : 'deposit', orderNo: order.orderNo, at: outcome.at });
    this.#wake(outcome.at);
  }

  #actOnSome(now: number): void {
    const queue = this.#queue;
    const taken: Planned[] = [];
    // If nothing was stored, the actions are still to be done.
    const putBack = () => {
      for (const planned of taken) queue.add(planned);
    };
    try {
      for (let next = queue.takeDue(now); next !== undefined; next = queue.takeDue(now)) {
        taken.push(next);
        this.#act(next, now);
        if (taken.length === batch) break;
      }
    } catch (error) {
      putBack();
      throw error;
    }
    this.#core.store.onDisk().catch(putBack);
  }

  /** Acts on an order, unless the order has been moved in the meantime. */
  #act({ kind, orderNo }: Planned, now: number): void {
    if (this.#payAfterMs === null) return;
    if (kind === 'deposit') this.#settle(orderNo, this.#payAfterMs, now);
    else this.#payOut(orderNo, this.#payAfterMs, now);
  }

  #settle(orderNo: string, payAfterMs: number, now: number): void {
    const order = this.#core.store.deposits.get(orderNo);
    const outcome = order === null ? null : depositOutcome(order, payAfterMs);
    if (order === null || outcome === null || outcome.at > now) return;
    if (order.state.status !== 'pending' && order.state.status !== 'expired') return;
    if (outcome.move === 'fail') failOrder(this.#core, { order, by: 'customer' });
    else payOrder(this.#core, { order, by: 'customer', paidAmount: outcome.paidAmount });
  }

  #payOut(orderNo: string, payAfterMs: number, now: number): void {
    const order = this.#core.store.payouts.get(orderNo);
    const outcome = order === null ? null : payoutOutcome(order, payAfterMs);
    if (order === null || outcome === null || outcome.at > now) return;
    if (outcome.move === 'approve') approveTransfer(this.#core, order);
    else if (outcome.move === 'complete') completeTransfer(this.#core, { order });
    else failTransfer(this.#core, { order, message: 'Simulated rejection' });
  }
}

/**
 * Returns whether a customer or operator still acts on an order. On an expired order, only a customer acts who pays after
 * the expiry.
 */
function isOpen(order: Deposit | Payout, now: number, payAfterMs: number | null): boolean {
  if ('destination' in order || depositStateAt(order, now).status === 'pending') return true;
  const outcome = payAfterMs === null ? null : depositOutcome(order, payAfterMs);
  return outcome !== null && outcome.at >= order.expiresAt;
}
