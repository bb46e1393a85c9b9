import { randomUUID } from 'node:crypto';
import { LeaseLostError } from '../../errors/lease-lost-error.ts';
import type { CallbackStore, ClaimResult, MaybePromise } from '../store.ts';

/** What a shared database does for a store, each in one atomic step. A token names one claim. */
export interface ClaimTable {
  /** `claimed` also when this very token holds the key: a client may send a command twice after a reconnect. */
  claim(key: string, token: string): MaybePromise<ClaimResult>;
  /**
   * Marks the key as done, unless another claim whose lease runs holds it.
   *
   * @returns whether the key is done now
   */
  complete(key: string, token: string): MaybePromise<boolean>;
  /** Gives the key back if this token holds it. */
  release(key: string, token: string): MaybePromise<void>;
}

/** A claim of this process. */
interface Claim {
  readonly token: string;
  /** The merchant's function is done, even if the table could not note it yet. */
  finished: boolean;
}

/**
 * A store on a table of leased claims. Whoever claims gets a token, and with it can neither complete nor release what
 * another has taken over since. A claim that this process is still working on is `busy` here whatever its lease, and
 * one whose completion failed is completed, not repeated, when its callback comes again.
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
      // Before the table answers, so that of many at once in this process one asks.
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
      // Also if the table cannot say so: nothing here works on it any more, and its lease ends by itself.
      claims.delete(key);
      if (claim !== undefined) await table.release(key, claim.token);
    },
  };
}
