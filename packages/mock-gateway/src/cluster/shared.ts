import type { GatewayClock } from '../clock/gateway-clock.ts';
import type { Settings } from '../domain/settings.ts';
import type { Faults } from '../faults/faults.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Events } from '../observability/events.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Change, MerchantReads, Store } from '../store/store.ts';
import type { Attempt } from './attempt.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { EndpointChecks } from './endpoint-checks.ts';
import type { Instances } from './instances.ts';
import type { ClusterLocks } from './locks.ts';
import type { WakeUps } from './wake-ups.ts';

/** The state that any number of instances share. Together, these instances form one gateway. */
export interface Backend {
  /** @param failed receives errors of background work */
  connect(options: { readonly failed: (error: unknown) => void }): Shared;
}

/** The connection of one instance to the state that all instances of a backend share. */
export interface Shared {
  readonly store: Store;
  readonly clock: GatewayClock;
  readonly log: RequestLog;
  readonly events: Events;
  readonly wakeUps: WakeUps;
  readonly clusterLocks: ClusterLocks;
  readonly instances: Instances;
  /** Real milliseconds without a report after which other instances take over an instance's work. Default 30,000. */
  readonly leaseMs?: number | undefined;
  readonly sync: ClusterSync | null;
  generation(): Generation;
  /** Waits for a reset in progress, then returns the current generation. */
  generationAfterReset(): Promise<Generation>;
  /**
   * Deletes all state and begins a new generation in one atomic step, with the clock at real time. If it fails, nothing
   * changes. The caller must hold both locks.
   */
  startOver(fresh: Fresh): Promise<void>;
  /**
   * Replaces all state with a snapshot of the store and its clock. Returns false for an unknown name. Null if the store
   * does not support snapshots.
   */
  readonly restore: ((name: string) => Promise<boolean>) | null;
  /** Waits for pending calls, then closes. The last instance to close also closes the store. */
  close(): Promise<void>;
}

/** Synchronizes one instance with instances in other processes. Null if all instances run in one process. */
export interface ClusterSync {
  /**
   * Reads the changes of the other instances: generation, clock, settings, keys. After this call, the caller sees every
   * change that an instance has confirmed. The gateway awaits this call before each request and each timer.
   *
   * @throws {StoreError} `store_unavailable`
   */
  synchronize(): Promise<void>;
  /** True if the last call reached the shared store. */
  readonly isReached: boolean;
  /** True if the last check found another running instance. */
  readonly hasOthers: boolean;
  /**
   * Stops the clocks of the other instances at an instant in epoch milliseconds, while this instance steps to the
   * stored target. Null lets these clocks continue. The caller must hold the `clock` lock. If the instance dies, the
   * clocks continue after a bounded time.
   */
  stand(at: number | null): Promise<void>;
}

/** State that a reset installs. */
export interface Fresh {
  readonly settings: Settings;
  readonly change: Change;
}

/**
 * Lookup of merchants by the Merchant ID in a request, as of the last synchronization. Known and unknown merchants
 * cause the same statements. The duration of a 401 therefore does not reveal which merchants exist.
 */
export type Claims = Pick<MerchantReads, 'get' | 'byKey'>;

/**
 * State from one reset to the next, apart from the store. Running work keeps the generation with which it started. After a reset,
 * this work can no longer count or commit.
 */
export interface Generation {
  /** The store of this generation. After the generation has ended, a commit fails with StoreError `store_reset`. */
  readonly store: Store;
  readonly claims: Claims;
  readonly settings: CurrentSettings;
  readonly faults: Faults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  readonly checks: EndpointChecks;
  /**
   * Begins a create without synchronization, or returns null if synchronization is necessary. Undefined if all
   * instances run in one process.
   */
  readonly attempt?: (() => Attempt | null) | undefined;
  /** Aborts when a reset ends the generation. */
  readonly ended: AbortSignal;
  /** Returns true until a reset ends the generation. Callable without `this`. */
  readonly isPresent: () => boolean;
}

/** A generation in its backend, which ends it. */
export interface EndableGeneration extends Generation {
  readonly end: () => void;
}
