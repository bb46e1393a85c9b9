import type { CallbackStore } from '../store.ts';
import { type ClaimTable, leasedStore } from './leased-store.ts';
import { checkedKeepFor } from './options.ts';

/** A store in an SQL database. It remembers for good, until it is pruned. */
export interface SqlStore extends CallbackStore {
  /** Creates the table unless it exists: at the start of a program, or use the SQL in docs/how-to/callback-stores.md. */
  createTable(): Promise<void>;
  /**
   * Forgets the callbacks that were completed, and the claims that were abandoned, longer ago than `keepFor`
   * milliseconds, at least a day. Any process may call it, from time to time.
   *
   * @returns how many rows were deleted
   * @throws {ConfigurationError} for less than a day
   */
  prune(keepFor: number): Promise<number>;
}

/** A table of claims in an SQL database. */
export interface SqlTable extends ClaimTable {
  create(): void | Promise<void>;
  prune(keepFor: number): number | Promise<number>;
}

/** The store on such a table. */
export function sqlStore(table: SqlTable): SqlStore {
  return {
    ...leasedStore(table),
    async createTable() {
      await table.create();
    },
    async prune(keepFor) {
      return table.prune(checkedKeepFor(keepFor));
    },
  };
}
