import type { GatewayClock } from '../clock/gateway-clock.ts';
import type { Settings } from '../domain/settings.ts';
import type { Faults } from '../faults/faults.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Events } from '../observability/events.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Change, MerchantReads, Store } from '../store/store.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { EndpointChecks } from './endpoint-checks.ts';
import type { Instances } from './instances.ts';
import type { ClusterLocks } from './locks.ts';
import type { WakeUps } from './wake-ups.ts';

/** What any number of gateways stand on: together they are one gateway, whichever of them answers. */
export interface Backend {
  /** @param failed hears of what fails behind one gateway's back */
  connect(options: { readonly failed: (error: unknown) => void }): Shared;
}

/** One gateway's end of everything that gateways over one backend share. */
export interface Shared {
  readonly store: Store;
  readonly clock: GatewayClock;
  readonly log: RequestLog;
  readonly events: Events;
  readonly wakeUps: WakeUps;
  readonly clusterLocks: ClusterLocks;
  readonly instances: Instances;
  /** Real milliseconds for which a gateway may be silent before others take over what it has begun; 30 s when left out. */
  readonly leaseMs?: number | undefined;
  readonly sync: ClusterSync | null;
  /** The present one. */
  generation(): Generation;
  /** The present one, once a reset that is under way, if any, has ended. */
  generationAfterReset(): Promise<Generation>;
  /**
   * Forgets everything and begins a new generation with this instead, in one step that nobody sees half of, the clock at real time.
   * Fails with everything as it was. For the holder of both locks.
   */
  startOver(fresh: Fresh): Promise<void>;
  /** What this gateway has asked for is answered before; the last one to close closes the store. */
  close(): Promise<void>;
}

/** Keeps one instance in step with instances in other processes; null where all of them are in one process. */
export interface ClusterSync {
  /**
   * Brings this end up to what the others have done by now: generation, clock, settings, keys. Whoever asks after another
   * gateway has answered finds what that one did. Awaited before a request is looked at, and before a timer acts.
   *
   * @throws {StoreError} `store_unavailable`
   */
  synchronize(): Promise<void>;
  /** Whether what all share could be reached when it was last asked for. */
  readonly isReached: boolean;
  /** Whether another gateway was there when that was last asked for. */
  readonly hasOthers: boolean;
  /**
   * Lets the clocks of the others stand at an instant, epoch ms, while this gateway steps its own to the one that is
   * kept; null lets them go on. For the holder of the lock `clock`. A gateway that dies lets them go on, too, in bounded time.
   */
  stand(at: number | null): Promise<void>;
}

/** What a reset puts in place of everything. */
export interface Fresh {
  readonly settings: Settings;
  readonly change: Change;
}

/**
 * Merchants by the names that callers claim, as of the last time the gateway caught up. A known merchant and an unknown one cost
 * the same statements, so that the time of a 401 does not tell which merchants exist.
 */
export type Claims = Pick<MerchantReads, 'get' | 'byKey'>;

/**
 * From one reset to the next: what a reset replaces besides the store. Whatever is under way holds on to the generation that it
 * began in: what it still counts there is forgotten with it, and what it loaded there is not committed any more.
 */
export interface Generation {
  /** What is committed through it counts in this generation: StoreError `store_reset` once that has ended. */
  readonly store: Store;
  readonly claims: Claims;
  readonly settings: CurrentSettings;
  readonly faults: Faults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  readonly checks: EndpointChecks;
  /** Aborts when a reset ends it. */
  readonly ended: AbortSignal;
  /** False from then on. Needs no `this`. */
  readonly isPresent: () => boolean;
}
