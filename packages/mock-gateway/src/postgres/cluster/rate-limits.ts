import type { RateLimits } from '../../limits/rate-limits.ts';
import { maxCallers, nameOf, windowMs } from '../../limits/rate-window.ts';
import type { Database } from '../connection/database.ts';
import { Groups } from './groups.ts';

interface Call {
  readonly caller: string;
  readonly limit: number;
  readonly now: number;
}

export function sharedRates(database: Database, { generation }: { readonly generation: number }): RateLimits {
  const text = `SELECT retry_after FROM ${database.schema}.admit($1, $2, $3, $4, $5, $6)`;
  const groups = new Groups(async (calls: readonly Call[], first) => {
    const callers = calls.map(({ caller }) => caller);
    const limits = calls.map(({ limit }) => BigInt(limit));
    const instants = calls.map(({ now }) => BigInt(now));
    const values = [generation, callers, limits, instants, windowMs, maxCallers];
    const rows = await database.write<{ readonly retry_after: number | null }>({ text, values }, first);
    return rows.map(({ retry_after: retryAfter }) => retryAfter);
  });
  return { admit: (caller, limit, now) => groups.ask({ caller: nameOf(caller), limit, now }) };
}
