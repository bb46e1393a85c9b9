import type { GatewayClock } from '../../clock/gateway-clock.ts';
import type { Instances } from '../../cluster/instances.ts';
import type { ClusterSync, EndableGeneration, Fresh, Shared } from '../../cluster/shared.ts';
import type { WakeUps } from '../../cluster/wake-ups.ts';
import { every } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import { type PostgresStore, storeOf } from '../store/postgres-store.ts';
import { ClusterPoller, type ClusterSnapshot, type ClusterUpdate } from './cluster-poller.ts';
import { SharedEvents } from './events.ts';
import { postgresGeneration } from './generation.ts';
import { sharedInstances } from './instances.ts';
import { KnownMerchants } from './known-merchants.ts';
import { PostgresLocks } from './locks.ts';
import { Notices } from './notices.ts';
import { SharedRequests } from './request-log.ts';
import { SharedClock } from './shared-clock.ts';
import { sharedWakeUps } from './wake-ups.ts';

export interface PostgresNodeOptions {
  readonly database: Database;
  /** Sets the initial clock from the options. */
  readonly begin: (clock: GatewayClock, isStored: boolean) => void;
  /** Real milliseconds between two reads of the changes of other instances, because a notification may be lost. */
  readonly lookEvery?: number | undefined;
  /** As in `Shared`. */
  readonly leaseMs?: number | undefined;
  /** Function that receives failures of background work. */
  readonly failed: (error: unknown) => void;
}

/** The connection of one instance to a database. */
export class PostgresNode {
  readonly #options: PostgresNodeOptions;
  readonly #notices: Notices;
  readonly #poller: ClusterPoller;
  readonly #clock: SharedClock;
  readonly #merchants: KnownMerchants;
  readonly #store: PostgresStore;
  readonly #log: SharedRequests;
  readonly #events: SharedEvents;
  readonly #wakeUps: WakeUps;
  readonly #clusterLocks: PostgresLocks;
  readonly #instances: Instances;
  /** Listeners of this instance to wake, even after changes without a notification. */
  readonly #sleepers = new Set<(at: number) => void>();
  readonly #lookEvery: number;
  readonly #lookNoMore: () => void;
  /** State of the last update, or null. */
  #known: ClusterSnapshot | null = null;
  #generation: EndableGeneration | null = null;
  #isClosed = false;

  constructor(options: PostgresNodeOptions) {
    const { database, failed, lookEvery = 1_000, leaseMs = 30_000 } = options;
    const presenceMs = Math.round(leaseMs / 3);
    this.#options = options;
    this.#lookEvery = lookEvery;
    this.#notices = new Notices(database, failed);
    const { id: owner } = this.#notices;
    this.#clock = new SharedClock({ database, owner, leaseMs, failed });
    this.#store = this.#openStore();
    this.#merchants = new KnownMerchants(this.#store.merchants);
    this.#log = new SharedRequests(database, { generation: () => this.#known?.generation ?? 0 });
    const isWatched = () => this.#known?.isWatched ?? true;
    this.#events = new SharedEvents(database, { notices: this.#notices, isWatched, failed });
    this.#wakeUps = sharedWakeUps(database, { notices: this.#notices });
    this.#clusterLocks = new PostgresLocks(database, { notices: this.#notices, lease: presenceMs });
    this.#instances = sharedInstances(database, { lease: presenceMs, sayEvery: lookEvery });
    this.#poller = new ClusterPoller({ database, owner, update: (update) => this.#take(update) });
    this.#lookNoMore = every(lookEvery, () => this.#lookAgain());
  }

  get shared(): Omit<Shared, 'close'> {
    return {
      store: { ...this.#store, merchants: this.#merchants.reads },
      clock: this.#clock.clock,
      log: this.#log,
      events: this.#events,
      wakeUps: this.#ownWakeUps(),
      clusterLocks: this.#clusterLocks,
      instances: this.#instances,
      leaseMs: this.#options.leaseMs,
      sync: this.#sync(),
      generation: () => this.#presentGeneration(),
      generationAfterReset: async () => {
        await this.#poller.synchronize();
        return this.#presentGeneration();
      },
      startOver: (fresh) => this.#startOver(fresh),
      restore: null,
    };
  }

  /** Waits for pending calls, then closes the connections, even if it cannot notify the other instances. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#lookNoMore();
    this.#clock.end();
    this.#events.end();
    this.#wakeUps.end();
    this.#generation?.end();
    await this.#clusterLocks.idle();
    await this.#instances.leave().finally(() => this.#disconnect());
  }

  async #disconnect(): Promise<void> {
    await Promise.all([this.#events.idle(), this.#log.idle()]);
    await this.#notices.close();
    await this.#store.close();
  }

  /** Opens the store. The database rejects decisions of an older generation and claims by an older clock. */
  #openStore(): PostgresStore {
    return storeOf(this.#options.database, {
      generation: () => this.#known?.generation ?? 0,
      clockVersion: () => this.#known?.clock?.version ?? 0,
      // The instance that resets synchronizes later, as after a reset by another instance.
      began: () => {},
      outdated: () => this.#lookAgain(),
    });
  }

  #sync(): ClusterSync {
    const poller = this.#poller;
    const known = () => this.#known;
    return {
      synchronize: () => poller.synchronize(),
      get isReached() {
        return poller.isReached;
      },
      get hasOthers() {
        return known()?.hasOthers ?? true;
      },
      stand: async (at) => {
        await this.#clock.stand(at);
        // Wake the other instances to read the moved clock.
        this.#wakeUps.wake(this.#clock.clock.now());
      },
    };
  }

  #ownWakeUps(): WakeUps {
    return {
      wake: (at) => {
        // Wake instances only for work that is due soon, because polling finds later work before it is due.
        if (at <= this.#clock.clock.look() + 2 * this.#lookEvery) this.#wakeUps.wake(at);
        else this.#wakeHere(at);
      },
      onWake: (listener) => {
        this.#sleepers.add(listener);
        this.#wakeUps.onWake(listener);
      },
      end: () => {
        this.#sleepers.clear();
        this.#wakeUps.end();
      },
    };
  }

  /** Polls for due work continuously, because a notification can be lost and another instance can move the clock. */
  #lookAgain(): void {
    if (this.#isClosed) return;
    this.#poller.synchronize().then(
      () => this.#wakeHere(),
      (error: unknown) => {
        if (!this.#isClosed) this.#options.failed(error);
      },
    );
  }

  #wakeHere(at: number = this.#clock.clock.now()): void {
    for (const wake of this.#sleepers) wake(at);
  }

  #presentGeneration(): EndableGeneration {
    if (this.#generation === null) throw new Error('the changes of other instances have not been read yet');
    return this.#generation;
  }

  #take(update: ClusterUpdate): void {
    const before = this.#known;
    const { known } = update;
    const isOtherGeneration = known.generation !== before?.generation;
    this.#known = known;
    if (isOtherGeneration) this.#beginGeneration(known.generation);
    if (isOtherGeneration) this.#merchants.forget();
    this.#merchants.learn(update.merchants);
    for (const keys of update.keys) this.#log.protect(keys);
    const isMoved = this.#clock.take(update, isOtherGeneration);
    if (before === null) this.#options.begin(this.#clock.clock, known.clock !== null);
    else if (isMoved) this.#wakeHere();
  }

  #beginGeneration(number: number): void {
    if (this.#generation !== null) this.#log.clear();
    this.#generation?.end();
    this.#generation = postgresGeneration({
      number,
      clock: this.#clock.clock,
      database: this.#options.database,
      notices: this.#notices,
      store: { ...this.#store, merchants: this.#merchants.reads },
      claims: this.#merchants.claims,
      owner: this.#notices.id,
      isReached: () => this.#poller.isReached,
      known: () => this.#known,
    });
  }

  async #startOver({ change }: Fresh): Promise<void> {
    const { committed } = await this.#store.startOver(change);
    if (!committed) throw new Error('a configuration that was seeded once has no precondition to fail');
    await this.#poller.synchronize();
    this.#wakeUps.wake(this.#clock.clock.now());
  }
}
