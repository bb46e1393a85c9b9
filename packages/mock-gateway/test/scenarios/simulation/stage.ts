import type { Calls, Member } from './calls.ts';
import type { FarDatabase } from './far-database.ts';
import type { Receivers } from './receivers.ts';
import type { Process, World } from './world.ts';

/** The backend of the gateways, and the actions on it. */
export interface Stage {
  readonly world: World;
  readonly database: FarDatabase;
  readonly receivers: Receivers;
  readonly calls: Calls;
  /** Those that are not gone, the stalled ones among them. */
  readonly present: readonly Member[];
  /** One of them. */
  readonly anyone: Member;
  /** One more gateway, on a machine of its own. */
  start(): void;
  stop(member: Member): void;
  /** Something befalls a machine: some steps into what it leads or delivers, or at once. */
  lieInWait(befalls: (process: Process) => void): void;
  /** Something is done from outside, in so many real milliseconds. */
  later(act: () => void, after: number): void;
}
