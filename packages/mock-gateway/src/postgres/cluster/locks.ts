import { randomUUID } from 'node:crypto';
import type { ClusterLock, ClusterLocks } from '../../cluster/locks.ts';
import { elapsed, every } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import { Groups } from './groups.ts';
import type { Notices } from './notices.ts';

export interface PostgresLocksOptions {
  readonly notices: Notices;
  /** Real milliseconds without a report after which an instance loses its turn. */
  readonly lease?: number;
}

/** Number of reports within a lease. Each report also checks whether the instance's turn has begun. */
const said = 10;

interface Ticket {
  readonly id: string;
  readonly locks: readonly ClusterLock[];
  readonly turn: PromiseWithResolvers<void>;
  isTaken: boolean;
}

/** Draws a ticket, ends a ticket, or reads the current turn. */
type Ask =
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  | { readonly kind: 'end'; readonly ticket: Ticket }
  | { readonly kind: 'look' };

/**
 * The locks of one instance, as tickets in the order of the requests. A ticket is valid while its instance renews it.
 */
export class PostgresLocks implements ClusterLocks {
  readonly #database: Database;
  readonly #notices: Notices;
  readonly #lease: number;
  readonly #groups = new Groups((asks: readonly Ask[]) => this.#ask(asks).then(() => asks));
  readonly #tickets = new Set<Ticket>();
  #own: Promise<void> = Promise.resolve();
  #looking: (() => void) | null = null;

  constructor(database: Database, { notices, lease = 10_000 }: PostgresLocksOptions) {
    this.#database = database;
    this.#notices = notices;
    this.#lease = lease;
    notices.on('turn', () => this.#look());
  }

  withLock<T>(locks: readonly ClusterLock[], work: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>();
    const ticket = { id: randomUUID(), locks, turn, isTaken: false };
    const result = this.#withLock(ticket, work);
    const ended = result.then(nothing, nothing);
    this.#own = Promise.all([this.#own, ended]).then(nothing);
    return result;
  }

  async idle(): Promise<void> {
    await this.#own;
    await this.#groups.idle();
  }

  async #withLock<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
    await this.#groups.ask({ kind: 'ticket', ticket });
    await ticket.turn.promise;
    try {
      return await work();
    } finally {
      this.#forget(ticket);
      // If the instance cannot return the ticket, the ticket ends with its lease.
      this.#groups.ask({ kind: 'end', ticket }).catch(nothing);
    }
  }

  #look(): void {
    if (this.#tickets.size > 0) this.#groups.ask({ kind: 'look' }).catch(nothing);
  }

  async #ask(asks: readonly Ask[]): Promise<void> {
    const asked = asks.flatMap((ask) => (ask.kind === 'ticket' ? [ask.ticket] : []));
    const ended = asks.flatMap((ask) => (ask.kind === 'end' ? [ask.ticket] : []));
    const kept = [...this.#tickets];
    const began = elapsed();
    try {
      const turns = await this.#keep(asked, kept, ended);
      for (const ticket of asked) this.#tickets.add(ticket);
      // An instance that was paused for longer than the lease has lost this turn.
      if (elapsed() - began < this.#lease) this.#take([...asked, ...kept], turns);
    } catch (error) {
      for (const ticket of kept) if (!ticket.isTaken) this.#giveUp(ticket, error);
      throw error;
    }
    if (this.#tickets.size > 0) this.#looking ??= every(this.#lease / said, () => this.#look());
  }

  /** @param turns whether each ticket in the queue is the first for its locks */
  #take(tickets: readonly Ticket[], turns: ReadonlyMap<string, boolean>): void {
    for (const ticket of tickets) {
      const isFirst = turns.get(ticket.id);
      if (isFirst === undefined) this.#lost(ticket);
      else if (isFirst && !ticket.isTaken) {
        ticket.isTaken = true;
        ticket.turn.resolve();
      }
    }
  }

  /**
   * Handles the end of the lease. The work of this instance continues, but it no longer blocks other instances. A
   * waiting instance draws a new ticket.
   */
  #lost(ticket: Ticket): void {
    if (!this.#forget(ticket) || ticket.isTaken) return;
    this.#groups.ask({ kind: 'ticket', ticket }).catch((error) => this.#giveUp(ticket, error));
  }

  #giveUp(ticket: Ticket, error: unknown): void {
    this.#forget(ticket);
    ticket.turn.reject(error);
  }

  #forget(ticket: Ticket): boolean {
    const wasThere = this.#tickets.delete(ticket);
    if (this.#tickets.size === 0) {
      this.#looking?.();
      this.#looking = null;
    }
    return wasThere;
  }

  async #keep(asked: readonly Ticket[], kept: readonly Ticket[], ended: readonly Ticket[]) {
    const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
    const text = `SELECT turn, is_first FROM ${this.#database.schema}.keep_turns($1, $2, $3, $4, $5, $6, $7)`;
    const wanted = asked.map(({ locks }) => locks.join(' '));
    const values = [ids(asked), wanted, ids(kept), ids(ended), this.#lease, this.#notices.channel, 'turn'];
    const rows = await this.#database.write<{ readonly turn: string; readonly is_first: boolean }>({
      text,
      values,
    });
    return new Map(rows.map(({ turn, is_first: isFirst }) => [turn, isFirst]));
  }
}

function nothing(): void {}
