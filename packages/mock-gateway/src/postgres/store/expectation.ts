import type { Parameter } from '../connection/database.ts';

/** State of the other instances on which a create was decided. If the state has changed, nothing is stored. */
export interface Expectation {
  /** Owner whose clock steps do not count. */
  readonly owner: string;
  /** State by `present_state` (`schema/admitted.ts`). */
  readonly state: string;
  /** False after this instance has learned of a change. */
  readonly isKnown: () => boolean;
  /** Number of the generation in which the call counts. */
  readonly generation: number;
  /** Duration of the rate window in milliseconds, and number of remembered callers. */
  readonly counting: { readonly windowMs: number; readonly maxCallers: number };
  /** Call to count, or null without a rate limit. */
  readonly call: RatedCall | null;
}

/** A call that counts towards a rate limit. */
export interface RatedCall {
  readonly caller: string;
  readonly limit: number;
  /** Epoch ms on the gateway's clock. */
  readonly now: number;
}

/** Result of a command with a failed expectation, or in a group with a call over its limit. */
export const outdated = 'outdated';

/**
 * The call of the function that runs a group with these expectations, and its parameters after the first four. The
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
