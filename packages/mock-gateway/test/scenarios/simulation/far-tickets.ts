import type { ClusterLock } from '../../../src/cluster/locks.ts';
import { leaseMs } from './far-standing.ts';
import type { Planted } from './planted.ts';
import type { World } from './world.ts';

/** A place in the queues of some duties. */
export interface Ticket {
  readonly name: string;
  readonly locks: readonly ClusterLock[];
  until: number;
}

/** Gateways that wait for a turn, or have it. */
export class Tickets {
  readonly #world: World;
  readonly #planted: Planted | null;
  #tickets: Ticket[] = [];
  /** Whether a gateway led for longer than it was considered alive: two can have led at once. */
  isLeadLost = false;

  constructor(world: World, planted: Planted | null) {
    this.#world = world;
    this.#planted = planted;
  }

  /** The machines whose turn it is. */
  get leading(): readonly string[] {
    return this.#tickets.filter((ticket) => this.#isFirst(ticket)).map(({ name }) => name);
  }

  queue(name: string, locks: readonly ClusterLock[]): Ticket {
    const ticket = { name, locks, until: this.#world.now + leaseMs };
    this.#tickets.push(ticket);
    return ticket;
  }

  /**
   * Whether it is the first in all its queues; null when it was silent for so long that other gateways have taken over.
   */
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
