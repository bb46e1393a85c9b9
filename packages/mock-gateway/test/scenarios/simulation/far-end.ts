import type { ClusterSync, Fresh, Shared } from '../../../src/cluster/shared.ts';
import type { WakeUps } from '../../../src/cluster/wake-ups.ts';
import { EventHub } from '../../../src/observability/events.ts';
import type { Store } from '../../../src/store/store.ts';
import { FarClock, type SeenClock } from './far-clock.ts';
import type { FarDatabase } from './far-database.ts';
import { FarGeneration } from './far-generation.ts';
import { farLocks } from './far-locks.ts';
import { FarNetwork } from './far-network.ts';
import { type Believing, farStore } from './far-store.ts';
import { farInstances, farLog } from './far-watch.ts';
import type { Planted } from './planted.ts';
import type { Process, World } from './world.ts';

export interface FarEndOptions {
  readonly world: World;
  readonly database: FarDatabase;
  readonly process: Process;
  readonly planted: Planted | null;
  /** Connections that receive wake-ups, each on its own machine. */
  readonly peers: Set<FarEnd>;
}

interface Seen extends SeenClock {
  readonly settingsVersion: number;
}

/**
 * A gateway's connection to the shared state. The simulated world chooses when calls take effect and when they return.
 * Changes take effect in the order of the calls.
 */
export class FarEnd implements ClusterSync {
  readonly #options: FarEndOptions;
  readonly #owner: string;
  readonly #network: FarNetwork;
  readonly #clock: FarClock;
  readonly isReached = true;
  readonly hasOthers = true;
  readonly #events = new EventHub().connect();
  #generation: FarGeneration;
  #settingsVersion = 0;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  readonly #listeners = new Set<(at: number) => void>();

  constructor(options: FarEndOptions) {
    const { world, process, database, planted } = options;
    this.#options = options;
    this.#owner = process.name;
    this.#network = new FarNetwork(world, process);
    this.#clock = new FarClock(this.#network, database, planted);
    this.#generation = this.#newGeneration(database.generation);
  }

  get shared(): Shared {
    const { peers, database } = this.#options;
    peers.add(this);
    return {
      store: this.#store(() => this.#generation.number),
      clock: this.#clock.clock,
      log: farLog(this.#network, database),
      events: this.#events,
      wakeUps: this.#wakeUps(),
      clusterLocks: farLocks(this.#network, database.tickets),
      instances: farInstances(this.#network, database),
      sync: this,
      generation: () => this.#generation,
      generationAfterReset: async () => {
        await this.synchronize();
        return this.#generation;
      },
      startOver: (fresh) => this.#startOver(fresh),
      restore: null,
      close: async () => {
        peers.delete(this);
        this.#events.end();
      },
    };
  }

  synchronize(): Promise<void> {
    this.#next ??= this.#last
      .catch(() => {})
      .then(() => {
        const read = this.#read();
        this.#last = read;
        this.#next = null;
        return read;
      });
    return this.#next;
  }

  async #read(): Promise<void> {
    const { database } = this.#options;
    const seen = await this.#network.call('catches up', () => ({
      generation: database.generation,
      clock: database.clock,
      standsAt: database.standing.atFor(this.#owner),
      isStepping: database.standing.live?.owner === this.#owner,
      settingsVersion: database.settingsVersion,
      trueTime: database.trueTime,
    }));
    this.#take(seen);
  }

  #take(seen: Seen): void {
    if (seen.generation < this.#generation.number) return;
    this.#settingsVersion = seen.settingsVersion;
    this.#begin(seen.generation);
    this.#clock.take(seen);
  }

  stand(at: number | null): Promise<void> {
    return this.#clock.stand(at, this.#generation.number);
  }

  /** @param generation returns the generation that the caller assumes */
  #store(generation: () => number): Store {
    const clock = this.#clock;
    const believing: Believing = {
      belief: () => ({
        name: this.#owner,
        generation: this.#generation.number,
        clockVersion: clock.version,
        standsAt: clock.standsAt,
      }),
      outdated: () => this.#lookAgain(),
      clockIsPut: (version, asked) => {
        if (asked === this.#generation.number) clock.version = version;
      },
    };
    return farStore(this.#network, this.#options.database, believing, generation);
  }

  #begin(number: number): void {
    if (number === this.#generation.number) return;
    const before = this.#generation;
    this.#generation = this.#newGeneration(number);
    this.#clock.isToReset();
    before.end();
  }

  #newGeneration(number: number): FarGeneration {
    const { database, planted } = this.#options;
    return new FarGeneration({
      number,
      network: this.#network,
      database,
      planted,
      store: this.#store(() => number),
      settingsVersion: () => this.#settingsVersion,
    });
  }

  async #startOver({ change }: Fresh): Promise<void> {
    const { database } = this.#options;
    const generation = this.#generation.number;
    const now = await this.#network.inOrder('starts over', async () => {
      await database.startOver(generation, change);
      return database.generation;
    });
    this.#begin(Math.max(now, this.#generation.number));
    await this.synchronize();
  }

  #lookAgain(): void {
    this.synchronize().then(
      () => this.#wakeHere(this.#clock.clock.now()),
      () => {},
    );
  }

  #wakeHere(at: number): void {
    for (const listener of this.#listeners) listener(at);
  }

  /** Creates wake-ups that can arrive late, twice or not at all. */
  #wakeUps(): WakeUps {
    const { world, peers, planted } = this.#options;
    return {
      wake: (at) => {
        if (planted === 'wake-ups alone' && world.isRegular) return;
        this.#wakeHere(at);
        for (const peer of peers) {
          if (peer === this) continue;
          for (let times = world.one([0, 0, 1, 1, 2]); times > 0; times--) peer.#hears(at);
        }
      },
      onWake: (listener) => this.#listeners.add(listener),
      end: () => this.#listeners.clear(),
    };
  }

  #hears(at: number): void {
    const { world, process } = this.#options;
    world.soon('hears a wake-up', () => this.#wakeHere(at), { process, within: 3_000 });
  }
}
