import type { Parameter } from '../connection/database.ts';

/**
 * The state of the other instances on which the decision of a create is based. If this state has changed, nothing is
 * stored.
 */
export interface Expectation {
  /** Owner whose clock steps the state excludes. */
  readonly owner: string;
  /** State by `present_state` (`schema/lock-ends.ts`). */
  readonly state: string;
  /** Returns false after this instance has learned of a change. */
  readonly isKnown: () => boolean;
  /** Number of the generation in which the call counts. */
  readonly generation: number;
  /** Duration of the rate window in milliseconds, and maximum number of remembered callers. */
  readonly counting: { readonly windowMs: number; readonly maxCallers: number };
  /** Call to count, or null if no rate limit applies. */
  readonly call: RatedCall | null;
}

/** A call that counts towards a rate limit. */
export interface RatedCall {
  readonly caller: string;
  readonly limit: number;
  /** Epoch ms on the gateway's clock. */
  readonly now: number;
}

/** Result of a command whose expectation failed, or whose group contains a call over its rate limit. */
export const outdated = 'outdated';

/**
 * SQL that calls the function that runs a group with these expectations, and the parameters after the first four. The
 * function returns null if an expectation fails.
 */
export function expecting(
  schema: string,
  expectations: readonly Expectation[],
): { readonly run: string; readonly values: readonly Parameter[] } {
  const [first] = expectations;
  if (first === undefined) return { run: `${schema}.run($1, $2, $3, $4)`, values: [] };
  const { owner, state, generation, counting } = first;
  const calls = expectations.flatMap(({ call }) => (call === null ? [] : [call]));
  return {
    run: `${schema}.run_admitted($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      owner,
      state,
      generation,
      calls.map(({ caller }) => caller),
      calls.map(({ limit }) => BigInt(limit)),
      calls.map(({ now }) => BigInt(now)),
      counting.windowMs,
      counting.maxCallers,
    ],
  };
}
