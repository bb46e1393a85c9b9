import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { expect } from 'vitest';
import type { MockGateway } from '../../../src/index.ts';
import { type Call, outcomesOf, type Played, play, type Real } from '../../model/calls.ts';
import { expectInvariants, type Snapshot, snapshotOf } from '../../model/invariants.ts';
import type { ScriptedNetwork } from '../sender.ts';

/** The gateway under test, its network, and its state after the previous step. */
export interface Stage extends Real {
  gateway: MockGateway;
  readonly network: ScriptedNetwork;
  /** Closes the gateway, and opens it again on the same store. */
  readonly restart: () => Promise<MockGateway>;
  before: Snapshot | null;
}

export type Step = fc.AsyncCommand<Played, Stage>;

type Work = (played: Played, stage: Stage) => Promise<void>;

/** Creates a step that runs the work and then checks the invariants. */
export function step(name: string, work: Work): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(played, stage) {
      await work(played, stage);
      await stage.gateway.callbacks.settle();
      const now = await snapshotOf(stage);
      await expectInvariants(stage.gateway, played.state, { before: stage.before, now });
      stage.before = now;
    },
  };
}

export function stepOf(call: Call): Step {
  return step(call.name, (played, stage) => play(played, stage, call));
}

/** Creates a step of simultaneous calls. Their effect must be that of the calls in some sequence. */
export function together(calls: readonly Call[]): Step {
  const name = calls.map((call) => call.name).join(' + ');
  return step(name, async (played, stage) => {
    const answers = await Promise.all(calls.map(({ run }) => run(stage)));
    const possible = outcomesOf(calls, played.state);
    const found = possible.find((outcome) => isDeepStrictEqual(outcome.answers, answers));
    if (found === undefined) expect(answers, name).toEqual(possible[0]?.answers);
    else played.state = found.state;
  });
}
