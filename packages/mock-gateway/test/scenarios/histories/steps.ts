import type fc from 'fast-check';
import { ControlError, type MockGateway } from '../../../src/index.ts';
import type { Answer } from '../../client.ts';
import type { ScriptedNetwork } from '../sender.ts';
import { expectInvariants, type Snapshot, snapshotOf } from './invariants.ts';
import type { Model } from './model.ts';

/** The gateway that is tested, its network, and how it was after the step before. */
export interface Real {
  gateway: MockGateway;
  readonly network: ScriptedNetwork;
  /** Closes the gateway and opens it again on what it has stored. */
  readonly restart: () => Promise<MockGateway>;
  before: Snapshot | null;
}

export type Step = fc.AsyncCommand<Model, Real>;

type Work = (model: Model, real: Real) => Promise<void>;

/** Does its work, and then everything that always holds is looked at. */
export function step(name: string, work: Work): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await work(model, real);
      await real.gateway.callbacks.settle();
      const now = await snapshotOf(real.gateway);
      await expectInvariants(real.gateway, model, { before: real.before, now });
      real.before = now;
    },
  };
}

/** The service's number of an order. */
export function idOf({ data }: Answer): string {
  return String(data['orderNo'] ?? data['link_code']);
}

/** What a call of the control API would be answered over HTTP. */
export async function statusAfter(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ControlError) return error.status;
    throw error;
  }
}
