import type { RateLimits } from '../../limits/rate-limits.ts';
import { maxCallers, nameOf, windowMs } from '../../limits/rate-window.ts';
import { RecentlyUsed } from '../../limits/recently-used.ts';
import type { Database } from '../connection/database.ts';
import type { RatedCall } from '../store/expectation.ts';
import { Groups } from './groups.ts';

export interface SharedRates extends RateLimits {
  /** Returns true until a rejected caller has waited, because the caller's next call is likely to be rejected. */
  readonly isWaiting: (caller: string, now: number) => boolean;
}

export function sharedRates(
  database: Database,
  { generation }: { readonly generation: number },
): SharedRates {
  const text = `SELECT retry_after FROM ${database.schema}.admit($1, $2, $3, $4, $5, $6)`;
  const groups = new Groups(async (calls: readonly RatedCall[], first) => {
    const callers = calls.map(({ caller }) => caller);
    const limits = calls.map(({ limit }) => BigInt(limit));
    const instants = calls.map(({ now }) => BigInt(now));
    const values = [generation, callers, limits, instants, windowMs, maxCallers];
    const rows = await database.write<{ readonly retry_after: number | null }>({ text, values }, first);
    return rows.map(({ retry_after: retryAfter }) => retryAfter);
  });
  const refused = new RecentlyUsed(maxCallers, () => ({ until: 0 }));
  return {
    async admit(caller, limit, now) {
      const name = nameOf(caller);
      const retryAfter = await groups.ask({ caller: name, limit, now });
      if (retryAfter !== null) refused.use(name).until = now + retryAfter * 1000;
      return retryAfter;
    },
    isWaiting: (caller, now) => now < (refused.get(nameOf(caller))?.until ?? 0),
  };
}
