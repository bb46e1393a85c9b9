import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '../../errors/lease-lost-error.ts';
import type { CallbackStore, ClaimResult, MaybePromise } from '../store.ts';

/** Atomic operations of a shared database on claims. A token identifies one claim. */
export interface ClaimTable {
  /**
   * Claims the key. Also returns `claimed` if this token already holds it, because a client may repeat a command
   * after a reconnect.
   */
  claim(key: string, token: string): MaybePromise<ClaimResult>;
  /**
   * Marks the key as done, unless another claim with a running lease holds it.
   *
   * @returns whether the key is now done
   */
  complete(key: string, token: string): MaybePromise<boolean>;
  /** Releases the key if this token holds it. */
  release(key: string, token: string): MaybePromise<void>;
}

/** A claim of this process. */
interface Claim {
  readonly token: string;
  /** True once the merchant's function has finished, even if the table has not recorded it. */
  finished: boolean;
}

/**
 * A store on a table of leased claims. Each claim has a token, which cannot complete or release a claim that another
 * process has taken over. A claim that this process still works on is `busy`, even after its lease. If a completion
 * failed, the next delivery completes the claim and does not run the function again.
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
      // Set before the table responds, so that only one of many simultaneous claims in this process queries it.
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
      // Also if the table fails, because this process no longer works on it and its lease ends.
      claims.delete(key);
      if (claim !== undefined) await table.release(key, claim.token);
    },
  };
}
