import type { ClusterLock } from '../../../src/cluster/locks.ts';
import { leaseMs } from './far-standing.ts';
import type { Planted } from './planted.ts';
import type { World } from './world.ts';

/** A position in the queues of several locks. */
export interface Ticket {
  readonly name: string;
  readonly locks: readonly ClusterLock[];
  until: number;
}

/** Gateways that wait for a turn, and gateways whose turn it is. */
export class Tickets {
  readonly #world: World;
  readonly #planted: Planted | null;
  #tickets: Ticket[] = [];
  /** True if a gateway worked for longer than its lease, so two gateways may have worked simultaneously. */
  isLeadLost = false;

  constructor(world: World, planted: Planted | null) {
    this.#world = world;
    this.#planted = planted;
  }

  get leading(): readonly string[] {
    return this.#tickets.filter((ticket) => this.#isFirst(ticket)).map(({ name }) => name);
  }

  queue(name: string, locks: readonly ClusterLock[]): Ticket {
    const ticket = { name, locks, until: this.#world.now + leaseMs };
    this.#tickets.push(ticket);
    return ticket;
  }

  /** Returns whether the ticket is first in all its queues. Returns null if its gateway was silent for too long. */
  isTurnOf(ticket: Ticket): boolean | null {
    const { now } = this.#world;
    this.#tickets = this.#tickets.filter(({ until }) => until > now);
    if (!this.#tickets.includes(ticket)) {
      this.isLeadLost = true;
      return null;
    }
    ticket.until = now + leaseMs;
    if (this.#planted === 'settings without turn or version' && ticket.locks.includes('configuration'))
      return true;
    return this.#isFirst(ticket);
  }

  leave(ticket: Ticket): void {
    this.#tickets = this.#tickets.filter((other) => other !== ticket);
  }

  #isFirst(ticket: Ticket): boolean {
    const before = this.#tickets.slice(0, this.#tickets.indexOf(ticket));
    return !before.some(({ locks }) => locks.some((lock) => ticket.locks.includes(lock)));
  }
}
