import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '../../errors/callback-errors.ts';
import { ConfigurationError } from '../../errors/errors.ts';
import type { CallbackStore, ClaimResult, MaybePromise } from '../store.ts';

/** Atomic operations on the claims in a shared database. A token identifies one claim. */
export interface ClaimTable {
  /**
   * Claims the key. Also returns `claimed` if this token already owns the key, because a client may repeat a command
   * after a reconnect.
   */
  claim(key: string, token: string): MaybePromise<ClaimResult>;
  /**
   * Marks the key as done, unless another claim with a running lease owns the key.
   *
   * @returns true if the key is now done
   */
  complete(key: string, token: string): MaybePromise<boolean>;
  /** Releases the key if this token owns it. */
  release(key: string, token: string): MaybePromise<void>;
}

interface Claim {
  readonly token: string;
  /** True once the merchant's function has finished, even if the table has not recorded it. */
  finished: boolean;
}

/**
 * Creates a store on a table of leased claims. After another process takes over a claim, the old token can neither
 * complete nor release it. The store reports `busy` for a claim that this process still works on, even after the lease.
 * If a completion failed, the next delivery completes the claim and does not run the function again.
 */
export function leasedStore(table: ClaimTable): CallbackStore {
  const claims = new Map<string, Claim>();

  async function note(key: string, claim: Claim): Promise<boolean> {
    const noted = await table.complete(key, claim.token);
    if (noted) claims.delete(key);
    return noted;
  }

  return {
    async claim(key) {
      const own = claims.get(key);
      if (own !== undefined) return own.finished && (await note(key, own)) ? 'done' : 'busy';
      const claim: Claim = { token: randomUUID(), finished: false };
      // Record the claim before the table responds. Then only one of many simultaneous claims in this process queries
      // the table.
      claims.set(key, claim);
      let result: ClaimResult | undefined;
      try {
        result = await table.claim(key, claim.token);
        return result;
      } finally {
        if (result !== 'claimed') claims.delete(key);
      }
    },
    async complete(key) {
      const claim = claims.get(key) ?? { token: randomUUID(), finished: true };
      claim.finished = true;
      claims.set(key, claim);
      if (!(await note(key, claim))) throw new LeaseLostError();
    },
    async release(key) {
      const claim = claims.get(key);
      // Delete the claim even if the table fails, because this process no longer works on the claim. The lease in the
      // table ends later.
      claims.delete(key);
      if (claim !== undefined) await table.release(key, claim.token);
    },
  };
}

export interface LeaseOptions {
  /**
   * Milliseconds after which another process can take over the claim of a dead process. Set a longer time than your
   * function needs. Default 300,000. The gateway's first retry, after a minute, finds the claim busy. The second retry,
   * five minutes later, can take over the claim (spec: Delivery rules 3).
   */
  readonly lease?: number | undefined;
}

export interface SqlStoreOptions extends LeaseOptions {
  /** Name of the table, or `schema.table`, in lower-case letters, digits and `_`. Default `inrgate_callbacks`. */
  readonly table?: string | undefined;
}

/** One day in milliseconds. The six attempts of a delivery take more than seven hours (spec: Delivery rules 3). */
export const leastKeepFor = 86_400_000;

/** @throws {ConfigurationError} */
export function checkedLease({ lease = 300_000 }: LeaseOptions): number {
  return checkedMs('lease', lease, 1);
}

/** @throws {ConfigurationError} for less than one day */
export function checkedKeepFor(keepFor: number): number {
  return checkedMs('keepFor', keepFor, leastKeepFor);
}

function checkedMs(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new ConfigurationError(`${name} must be a whole number of milliseconds, at least ${least}`);
}

const identifier = /^[a-z_][a-z0-9_]{0,62}$/;

/** The table name in quotes. SQL statements accept no parameters for names, so the name must be plain. */
export function quotedTable({ table = 'inrgate_callbacks' }: SqlStoreOptions): string {
  const parts = typeof table === 'string' ? table.split('.') : [''];
  if (parts.length > 2 || !parts.every((part) => identifier.test(part))) {
    throw new ConfigurationError(
      'table must be a name or schema.name, and each name at most 63 lower-case letters, digits and _',
    );
  }
  return parts.map((part) => `"${part}"`).join('.');
}

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

export interface SqlTable extends ClaimTable {
  create(): void | Promise<void>;
  prune(keepFor: number): number | Promise<number>;
}

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
