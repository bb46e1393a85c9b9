import type { CallbackStore } from '../store.ts';
import { type ClaimTable, leasedStore } from './leased-store.ts';
import { checkedKeepFor } from './options.ts';

/** A store in an SQL database. It keeps callbacks until a call of `prune` deletes them. */
export interface SqlStore extends CallbackStore {
  /**
   * Creates the table unless it exists. Call it when the program starts. Alternatively, use the SQL in
   * docs/how-to/callback-stores.md.
   */
  createTable(): Promise<void>;
  /**
   * Deletes completed callbacks and abandoned claims that are older than `keepFor` milliseconds. The minimum is one
   * day. Any process can call `prune`.
   *
   * @returns the number of deleted rows
   * @throws {ConfigurationError} for less than one day
   */
  prune(keepFor: number): Promise<number>;
}

/** A table of claims in an SQL database. */
export interface SqlTable extends ClaimTable {
  create(): void | Promise<void>;
  prune(keepFor: number): number | Promise<number>;
}

/** Creates the store on an SQL table of claims. */
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
