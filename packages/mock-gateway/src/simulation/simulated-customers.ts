import type { DueSource } from '../clock/timetable.ts';
import { depositTarget } from '../domain/callback-target.ts';
import type { Deposit, DepositKind } from '../domain/deposit.ts';
import { merchantReference } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';
import type { Faults } from '../faults/faults.ts';
import type { Ports } from '../operations/ports.ts';
import { failOrder, payOrder } from '../operations/settle-deposit.ts';
import { approveWithdrawal, completeWithdrawal, failWithdrawal } from '../operations/settle-payout.ts';
import type { Change, Page, Paged } from '../store/store.ts';
import { depositOutcome, latestPayment, payoutOutcome } from './outcomes.ts';

interface Planned {
  readonly kind: 'deposit' | 'payout';
  readonly orderNo: string;
  /** Instant in epoch milliseconds. */
  readonly at: number;
}

export interface SimulatedCustomersOptions {
  readonly ports: Ports;
  readonly faults: () => Pick<Faults, 'add' | 'remove'>;
}

const page = 200;

/**
 * Simulated customers who pay, and operators who approve payouts (contract: Simulated customers). The plan is in
 * memory, and `load` restores the plan from the orders.
 */
export class SimulatedCustomers implements DueSource {
  readonly #ports: Ports;
  readonly #faults: SimulatedCustomersOptions['faults'];
  /** Planned actions, earliest first. */
  #plan: Planned[] = [];
  #poke: (at: number) => void = () => {};
  #running: Promise<unknown> = Promise.resolve();

  constructor({ ports, faults }: SimulatedCustomersOptions) {
    this.#ports = ports;
    this.#faults = faults;
  }

  onDue(poke: (at: number) => void): void {
    this.#poke = poke;
  }

  async nextDue(after = Number.NEGATIVE_INFINITY): Promise<number | null> {
    return this.#plan.find(({ at }) => at > after)?.at ?? null;
  }

  /** Runs one action at a time, because a timer and a move of the clock could pay an order twice. */
  runDue(now: number): Promise<void> {
    const run = this.#running.then(() => this.#runDue(now));
    this.#running = run.catch(() => {});
    return run;
  }

  async #runDue(now: number): Promise<void> {
    for (let first = this.#plan[0]; first !== undefined && first.at <= now; first = this.#plan[0]) {
      await this.#run(first, now);
      const place = this.#plan.indexOf(first);
      // The plan may have been replaced because the settings changed.
      if (place >= 0) this.#plan.splice(place, 1);
    }
  }

  /** Plans actions for the orders of a commit. Changed settings replace the whole plan. */
  async committed(change: Change): Promise<void> {
    for (const write of change) {
      if (write.write === 'put_settings') return this.load();
      if (write.write === 'insert_deposit') await this.#planDeposit(write.deposit);
      if (write.write === 'insert_payout' || write.write === 'update_payout')
        await this.#planPayout(write.payout);
    }
  }

  /** Plans actions for all open orders of the store. */
  async load(): Promise<void> {
    this.#plan = [];
    const payAfterMs = await this.#payAfterMs();
    if (payAfterMs === null) return;
    const now = this.#ports.clock.now();
    const { deposits, payouts } = this.#ports.store;
    const kinds: readonly DepositKind[] = ['payin', 'link'];
    for (const kind of kinds) {
      const pending = { kind, status: 'pending', now } as const;
      for await (const deposit of all((wanted) => deposits.list(pending, wanted)))
        await this.#planDeposit(deposit);
      const expired = { kind, status: 'expired', now } as const;
      // The list is newest first, so the late payments to plan are at its beginning.
      for await (const deposit of all((wanted) => deposits.list(expired, wanted))) {
        if (latestPayment(deposit, payAfterMs) <= now) break;
        await this.#planDeposit(deposit, now);
      }
    }
    for (const status of ['pending', 'processing'] as const)
      for await (const payout of all((wanted) => payouts.list({ status }, wanted)))
        await this.#planPayout(payout);
  }

  /** @param after epoch milliseconds. Skips an earlier payment */
  async #planDeposit(deposit: Deposit, after = Number.NEGATIVE_INFINITY): Promise<void> {
    const payAfterMs = await this.#payAfterMs();
    const outcome = payAfterMs === null ? null : depositOutcome(deposit, payAfterMs);
    if (outcome !== null && outcome.at > after)
      this.#add({ kind: 'deposit', orderNo: deposit.orderNo, at: outcome.at });
  }

  async #planPayout(payout: Payout): Promise<void> {
    const payAfterMs = await this.#payAfterMs();
    const outcome = payAfterMs === null ? null : payoutOutcome(payout, payAfterMs);
    if (outcome !== null) this.#add({ kind: 'payout', orderNo: payout.orderNo, at: outcome.at });
  }

  #add(planned: Planned): void {
    this.#plan.splice(this.#placeOf(planned), 0, planned);
    this.#poke(planned.at);
  }

  /** Returns the position after every action that is due at the same instant or earlier. */
  #placeOf({ at }: Planned): number {
    let [low, high] = [0, this.#plan.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#plan[middle]?.at ?? at) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async #payAfterMs(): Promise<number | null> {
    const { simulation } = await this.#ports.settings();
    return simulation === null ? null : simulation.payAfterSeconds * 1000;
  }

  /** Runs an action, unless the order has been moved in the meantime. */
  async #run({ kind, orderNo }: Planned, now: number): Promise<void> {
    const payAfterMs = await this.#payAfterMs();
    if (payAfterMs === null) return;
    if (kind === 'deposit') await this.#settle(orderNo, payAfterMs, now);
    else await this.#payOut(orderNo, payAfterMs, now);
  }

  async #settle(orderNo: string, payAfterMs: number, now: number): Promise<void> {
    const order = await this.#ports.store.deposits.get(orderNo);
    const outcome = order === null ? null : depositOutcome(order, payAfterMs);
    if (order === null || outcome === null || outcome.at > now) return;
    if (!['pending', 'expired'].includes(order.state.status)) return;
    if (outcome.move === 'fail') return void (await failOrder(this.#ports, { order, by: 'customer' }));
    const mchOrderNo = merchantReference(order);
    const merchant = await this.#ports.store.merchants.get(order.mchId);
    const isCalledBack = merchant !== null && depositTarget(order, merchant) !== null;
    // Without the merchant's order number, the fault would affect other orders. Without a callback, the fault would
    // never be removed.
    const faults = this.#faults();
    const fault =
      outcome.fault !== undefined && mchOrderNo !== null && isCalledBack
        ? await faults.add({
            ...{ endpoint: 'callback', mchId: order.mchId, mchOrderNo, times: 1 },
            action: { kind: outcome.fault },
          })
        : null;
    const paid = await payOrder(this.#ports, { order, by: 'customer', paidAmount: outcome.paidAmount });
    // Remove the fault, because the settings can reject late payments.
    if (!paid.ok && fault !== null) await faults.remove(fault.id);
  }

  async #payOut(orderNo: string, payAfterMs: number, now: number): Promise<void> {
    const order = await this.#ports.store.payouts.get(orderNo);
    const outcome = order === null ? null : payoutOutcome(order, payAfterMs);
    if (order === null || outcome === null || outcome.at > now) return;
    if (outcome.move === 'approve') await approveWithdrawal(this.#ports, order);
    else if (outcome.move === 'complete') await completeWithdrawal(this.#ports, { order });
    else await failWithdrawal(this.#ports, { order, message: 'Simulated rejection' });
  }
}

async function* all<Item>(list: (wanted: Page) => Promise<Paged<Item>>): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list({ limit: page, cursor });
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
