import type { Parameter } from '../connection/database.ts';

/** State of the other instances on which a create was decided. If the state has changed, nothing is stored. */
export interface Expectation {
  /** SQL that returns the present state. `$5` is the owner. */
  readonly presentState: string;
  readonly owner: string;
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
 * The function call `run($1, $2, $3, $4)` with the expectations of its group, and the further parameters. The result is
 * null if an expectation fails.
 */
export function expecting(
  schema: string,
  expectations: readonly Expectation[],
): { readonly run: string; readonly values: readonly Parameter[] } {
  const [first] = expectations;
  if (first === undefined) return { run: `${schema}.run($1, $2, $3, $4)`, values: [] };
  const calls = expectations.flatMap(({ call }) => (call === null ? [] : [call]));
  const counted = calls.length > 0;
  const run = counted ? 'run_admitted($1, $2, $3, $4, $7, $8, $9, $10, $11, $12)' : 'run($1, $2, $3, $4)';
  return {
    run: `CASE WHEN ${first.presentState} = $6 THEN ${schema}.${run} END`,
    values: [first.owner, first.state, ...(counted ? [first.generation, ...columnsOf(calls, first)] : [])],
  };
}

function columnsOf(
  calls: readonly RatedCall[],
  { counting: { windowMs, maxCallers } }: Expectation,
): readonly Parameter[] {
  return [
    calls.map(({ caller }) => caller),
    calls.map(({ limit }) => BigInt(limit)),
    calls.map(({ now }) => BigInt(now)),
    windowMs,
    maxCallers,
  ];
}
