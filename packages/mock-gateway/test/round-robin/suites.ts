import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { openGatewaysWith } from '../scenarios/harness.ts';
import { expectHistories } from '../scenarios/histories/histories.ts';
import type { Open } from '../wire/gateway-per-test.ts';
import { whyLeftOut } from './left-out.ts';
import type { Pairs } from './pair.ts';

/** Opens the two gateways for the wire suites. */
export function byTurns({ open }: Pairs): Open {
  return async (options) => {
    const gateway = await open(options);
    return {
      gateway,
      send: (path, init) => gateway.fetch(gateway.url + path, init),
      close: () => gateway.close(),
    };
  };
}

/** Runs the scenarios of one gateway on two alternating gateways. */
export function scenariosByTurns({ open }: Pairs, files: readonly string[]): void {
  for (const file of files)
    describe(file, async () => {
      const played = new Set<string>();
      beforeAll(() => {
        openGatewaysWith((options, change) => {
          played.add(expect.getState().currentTestName ?? '');
          return open(options, change);
        });
      });
      afterAll(() => openGatewaysWith(null));
      beforeEach(({ task, skip }) => {
        const reason = whyLeftOut(file, task.name);
        if (reason !== undefined) skip(reason);
      });
      // A scenario that opens no gateway would prove nothing.
      afterEach(() => expect(played).toContain(expect.getState().currentTestName));
      await import(new URL(`../scenarios/${file}`, import.meta.url).href);
    });
}

/** Runs random histories on two alternating gateways. */
export function historiesByTurns(
  { open, empty }: Pairs,
  size: { readonly numRuns: number; readonly maxSteps: number; readonly seed: number },
): Promise<void> {
  const db = 'history';
  return expectHistories({
    ...size,
    file: { kept: () => ({ open: (options) => open({ ...options, db }), end: () => empty(db) }) },
  });
}
