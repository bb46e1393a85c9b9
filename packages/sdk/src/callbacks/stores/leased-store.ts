import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '../../errors/callback-errors.ts';
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
