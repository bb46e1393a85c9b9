import type { Calls, Member } from './calls.ts';
import type { FarDatabase } from './far-database.ts';
import type { Receivers } from './receivers.ts';
import type { Process, World } from './world.ts';

/** The gateways on a backend, and actions on them. */
export interface Stage {
  readonly world: World;
  readonly database: FarDatabase;
  readonly receivers: Receivers;
  readonly calls: Calls;
  /** Gateways that have not ended, including stalled gateways. */
  readonly present: readonly Member[];
  /** One of the gateways that have not ended. */
  readonly anyone: Member;
  /** Starts a gateway on another machine. */
  start(): void;
  stop(member: Member): void;
  /** Acts on a machine: immediately, or some steps after its exclusive work or its delivery has begun. */
  lieInWait(befalls: (process: Process) => void): void;
  /** Runs an external action after a number of real milliseconds. */
  later(act: () => void, after: number): void;
}
