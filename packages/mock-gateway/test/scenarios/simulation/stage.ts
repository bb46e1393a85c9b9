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
  /** Gateways that have not ended, even stalled ones. */
  readonly present: readonly Member[];
  /** One present gateway. */
  readonly anyone: Member;
  /** Starts a gateway on another machine. */
  start(): void;
  stop(member: Member): void;
  /** Acts on a machine immediately, or some steps into its exclusive work or its delivery. */
  lieInWait(befalls: (process: Process) => void): void;
  /** Runs an external action after real milliseconds. */
  later(act: () => void, after: number): void;
}
