import { isDeepStrictEqual } from 'node:util';
import { GatewayClock } from '../../../src/clock/gateway-clock.ts';
import { defaultSettings } from '../../../src/configuration/options.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { CurrentSettings } from '../../../src/sharing/current-settings.ts';
import type { Instances } from '../../../src/sharing/instances.ts';
import type { Duty, Leadership } from '../../../src/sharing/leadership.ts';
import type { Elsewhere, Era, Fresh, Shared } from '../../../src/sharing/shared.ts';
import type { WakeUps } from '../../../src/sharing/wake-ups.ts';
import type { Change, Store, StoredClock, Versioned } from '../../../src/store/store.ts';
import { EventHub } from '../../../src/watch/events.ts';
import type { RequestLog } from '../../../src/watch/request-log.ts';
import { type Belief, eraParts, type FarDatabase, leaseMs, type Stand } from './far-database.ts';
import type { Planted } from './planted.ts';
import type { Process, World } from './world.ts';

const renewMs = 10_000;

export interface FarEndOptions {
  readonly world: World;
  readonly database: FarDatabase;
  readonly process: Process;
  readonly planted: Planted | null;
  /** Those that are told of wake-ups, each on its machine. */
  readonly peers: Set<FarEnd>;
}

/**
 * One gateway's end of what several share over a network. Whatever it asks takes effect at one moment and is answered at a
 * later one, both the world's; its changes take effect in the order in which it asks for them.
 */
export class FarEnd implements Elsewhere {
  readonly #options: FarEndOptions;
  readonly #owner: string;
  readonly clock: GatewayClock;
  readonly isReached = true;
  readonly #events = new EventHub().connect();
  #era: FarEra;
  #clockVersion = 0;
  #known: { readonly clock: number; readonly standsAt: number | null } | null = null;
  #settingsVersion = 0;
  #standsAt: number | null = null;
  /** While this gateway steps the clock. */
  #steps: { at: number; readonly renewal: NodeJS.Timeout } | null = null;
  /** A reset that came while its own clock was held. */
  #isToReset = false;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  readonly #listeners = new Set<(at: number) => void>();

  constructor(options: FarEndOptions) {
    this.#options = options;
    this.#owner = options.process.name;
    const { world, database } = options;
    this.clock = new GatewayClock({ realTime: () => world.now });
    this.#era = this.#newEra(database.era);
  }

  get shared(): Shared {
    const { peers } = this.#options;
    peers.add(this);
    return {
      store: this.#store(() => this.#era.number),
      clock: this.clock,
      log: this.#log(),
      events: this.#events,
      wakeUps: this.#wakeUps(),
      leadership: this.#leadership(),
      instances: this.#instances(),
      elsewhere: this,
      era: () => this.#era,
      eraAfterReset: async () => {
        await this.catchUp();
        return this.#era;
      },
      startOver: (fresh) => this.#startOver(fresh),
      close: async () => {
        peers.delete(this);
        this.#events.end();
      },
    };
  }

  /** One call over the network. */
  #call<T>(name: string, effect: () => T | Promise<T>, isInOrder = false): Promise<T> {
    const { world, process } = this.#options;
    return new Promise((resolve, reject) => {
      // Half of them are as quick as one machine: what is asked together is then seen together.
      const isSwift = world.chance(60);
      const delay = () => (isSwift ? 0 : world.one([0, 5, 100, 900]));
      const answer = (tell: () => void) => {
        if (isSwift) tell();
        else world.soon(`${name} is answered`, tell, { process, within: delay() });
      };
      world.soon(
        name,
        () => {
          Promise.resolve()
            .then(effect)
            .then(
              (value) => answer(() => resolve(value)),
              (error: unknown) => answer(() => reject(error)),
            );
        },
        { process, within: delay(), line: isInOrder ? process : null },
      );
    });
  }

  catchUp(): Promise<void> {
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
    this.#take(
      await this.#call('catches up', () => ({
        era: database.era,
        clock: database.clock,
        standsAt: database.standsAtFor(this.#owner),
        settingsVersion: database.settingsVersion,
        trueTime: database.trueTime,
      })),
    );
  }

  #take(seen: {
    readonly era: number;
    readonly clock: Versioned<StoredClock> | null;
    readonly standsAt: number | null;
    readonly settingsVersion: number;
    readonly trueTime: number;
  }): void {
    if (seen.era < this.#era.number) return;
    this.#settingsVersion = seen.settingsVersion;
    if (seen.era !== this.#era.number) {
      this.#begin(seen.era);
      this.#isToReset = true;
    }
    if (this.#steps !== null) return;
    if (this.#isToReset) this.clock.reset();
    const known = { clock: seen.clock?.version ?? 0, standsAt: seen.standsAt };
    const isMoved =
      this.#isToReset || known.clock !== this.#known?.clock || known.standsAt !== this.#known.standsAt;
    if (this.#options.planted === 'clock loaded once' && this.#known !== null) return;
    this.#isToReset = false;
    this.#known = known;
    this.#clockVersion = known.clock;
    this.#standsAt = known.standsAt;
    if (isMoved) this.clock.follow(seen.clock?.value ?? { offset: 0, frozenAt: null }, seen.standsAt);
    this.#expectCaughtUp(seen.trueTime);
  }

  /** Invariant: what the clock has come to, no gateway that has caught up tells earlier. */
  #expectCaughtUp(time: number): void {
    const behind = time - this.clock.now();
    if (behind > this.#options.world.latenessMs)
      throw this.#options.world.broken(`${this.#owner} has caught up, and its clock is ${behind} ms behind`);
  }

  async stand(at: number | null): Promise<void> {
    const era = this.#era.number;
    const isFirst = this.#steps === null;
    if (at === null) {
      if (this.#steps !== null) clearInterval(this.#steps.renewal);
      this.#steps = null;
      this.#known = null;
    } else if (this.#steps === null) {
      const renewal = setInterval(() => {
        if (this.#steps !== null) this.#stands({ era, at: this.#steps.at, isFirst: false }).catch(() => {});
      }, renewMs);
      this.#steps = { at, renewal };
    } else this.#steps.at = at;
    await this.#stands({ era, at, isFirst });
  }

  #stands(stand: Omit<Stand, 'owner' | 'clockVersion'>): Promise<void> {
    const { database } = this.#options;
    const clockVersion = this.#clockVersion;
    return this.#call(
      `stands at ${stand.at}`,
      () => database.stand({ ...stand, owner: this.#owner, clockVersion }),
      true,
    );
  }

  /** @param era of whoever asks */
  #store(era: () => number): Store {
    const { store } = this.#options.database;
    const reads = <Port extends object>(name: string, port: Port): Port =>
      Object.fromEntries(
        Object.entries(port as Record<string, (...all: unknown[]) => unknown>).map(([call, run]) => [
          call,
          (...all: unknown[]) => this.#call(`${name}.${call}`, () => run(...all)),
        ]),
      ) as Port;
    const { settings, clock, config, notifications, tallies } = store;
    return {
      kind: store.kind,
      exclusive: false,
      ...reads('store', { settings, clock, config, notifications, tallies }),
      merchants: reads('merchants', store.merchants),
      deposits: reads('deposits', store.deposits),
      payouts: reads('payouts', store.payouts),
      ledger: reads('ledger', store.ledger),
      callbacks: { ...reads('callbacks', store.callbacks), ...this.#queueWrites() },
      commit: (change) => this.#commit(era(), change),
      startOver: () => Promise.reject(new Error('only the backend starts over')),
      close: async () => {},
    };
  }

  async #commit(era: number, change: Change) {
    const { database } = this.#options;
    const names = change.map(({ write }) => write).join(' ');
    const commit = () => this.#call(`commits ${names}`, () => database.commit(era, change), true);
    const [write] = change;
    if (write?.write !== 'put_clock') return commit();
    const result = await commit();
    if (result.committed && era === this.#era.number) this.#clockVersion = write.version;
    return result;
  }

  #queueWrites(): Omit<Store['callbacks'], 'get' | 'latestOf' | 'list' | 'nextDue'> {
    const { database } = this.#options;
    const inOrder = <T>(name: string, effect: () => T | Promise<T>) => this.#call(name, effect, true);
    return {
      outlook: () => this.#call('outlook', () => database.outlook()),
      claim: async (wanted) => {
        for (;;) {
          const belief = this.#belief;
          const claims = await inOrder('claims', () => database.claim(belief, wanted));
          if (claims !== null) return claims;
          if (!isDeepStrictEqual(belief, this.#belief)) continue;
          // Whoever steps the clock is told nothing of where others have moved it.
          if (this.#steps !== null) throw new Error('somebody else has moved the clock in the meantime');
          await this.catchUp();
          return [];
        }
      },
      claimForResend: (id, wanted) =>
        inOrder('claims for a re-send', () => database.claimForResend(id, wanted)),
      renew: (claim, ms) => inOrder('renews', () => database.renew(claim, ms)),
      finish: (...all) => inOrder('finishes', () => database.finish(...all)),
      release: (claim) => inOrder('releases', () => database.store.callbacks.release(claim)),
      releaseOwned: (owner) => inOrder('releases all', () => database.releaseOwned(owner)),
    };
  }

  get #belief(): Belief {
    return {
      name: this.#owner,
      era: this.#era.number,
      clockVersion: this.#clockVersion,
      standsAt: this.#steps === null ? this.#standsAt : null,
    };
  }

  #begin(number: number): void {
    if (number === this.#era.number) return;
    const before = this.#era;
    this.#era = this.#newEra(number);
    before.end();
  }

  #newEra(number: number): FarEra {
    const { database, planted } = this.#options;
    const own = eraParts();
    const isPresent = () => number === database.era;
    const gone = eraParts();
    const far = <Name extends keyof typeof own>(name: Name): (typeof own)[Name] => {
      const isOwn =
        (planted === 'limits per process' && name === 'rates') ||
        (planted === 'faults per process' && name === 'faults');
      const at = () => (isOwn ? own : isPresent() ? database.parts : gone)[name];
      return new Proxy(own[name], {
        get:
          (_, call) =>
          (...all: unknown[]) =>
            this.#call(`${name}.${String(call)}`, () => {
              const port = at() as unknown as Record<string | symbol, (...all: unknown[]) => unknown>;
              return port[call]?.call(port, ...all);
            }),
      });
    };
    return new FarEra(number, {
      store: this.#store(() => number),
      settings: new FarSettings(
        () => this.#call('settings', () => database.store.settings()),
        () => this.#settingsVersion,
      ),
      faults: far('faults'),
      rates: far('rates'),
      locks: far('locks'),
      checks: far('checks'),
    });
  }

  async #startOver({ change }: Fresh): Promise<void> {
    const { database } = this.#options;
    const era = this.#era.number;
    const now = await this.#call(
      'starts over',
      async () => {
        await database.startOver(era, change);
        return database.era;
      },
      true,
    );
    if (now > this.#era.number) this.#isToReset = true;
    this.#begin(Math.max(now, this.#era.number));
    await this.catchUp();
  }

  #log(): RequestLog {
    const { log } = this.#options.database;
    const { list, tally, get, inFull, unmasked, record } = log;
    return {
      protect: (keys) => log.protect(keys),
      hideKeys: log.hideKeys,
      record: (request) => this.#call('logs', () => record.call(log, request)),
      list: (...all) => list.call(log, ...all),
      tally: () => tally.call(log),
      get: (id) => get.call(log, id),
      inFull: (id) => inFull.call(log, id),
      unmasked: (...all) => unmasked.call(log, ...all),
    };
  }

  /** They come late, twice, or not at all. */
  #wakeUps(): WakeUps {
    const { world, peers, planted } = this.#options;
    return {
      wake: (at) => {
        if (planted === 'wake-ups alone' && world.isRegular) return;
        for (const listener of this.#listeners) listener(at);
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
    const tell = () => {
      for (const listener of this.#listeners) listener(at);
    };
    world.soon('hears a wake-up', tell, { process, within: 3_000 });
  }

  #leadership(): Leadership {
    let own: Promise<unknown> = Promise.resolve();
    return {
      lead: (duties, work) => {
        const led = this.#lead(duties, work);
        own = Promise.allSettled([own, led]);
        return led;
      },
      idle: () => own.then(() => {}),
    };
  }

  async #lead<T>(duties: readonly Duty[], work: () => Promise<T>): Promise<T> {
    const { database } = this.#options;
    const name = duties.join(' and ');
    let ticket = await this.#call(`queues for ${name}`, () => database.queue(this.#owner, duties), true);
    for (;;) {
      const askedAt = this.#options.world.now;
      const isTurn = await this.#call(`asks for ${name}`, () => database.isTurnOf(ticket));
      // Who hears of its turn too late does not begin.
      if (isTurn === true && this.#options.world.now < askedAt + leaseMs) break;
      if (isTurn === null)
        ticket = await this.#call(`queues for ${name}`, () => database.queue(this.#owner, duties), true);
      await new Promise<void>((resolve) => void setTimeout(resolve, 700));
    }
    const renewal = setInterval(() => {
      void this.#call(`leads ${name}`, () => database.isTurnOf(ticket));
    }, renewMs);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await this.#call(`leaves ${name}`, () => database.leave(ticket));
    }
  }

  #instances(): Instances {
    const { world, database } = this.#options;
    const { instances } = database;
    const lists = () => [...instances.values()].filter(({ until }) => until > world.now);
    let heart: NodeJS.Timeout | null = null;
    let left = () => {};
    return {
      join: async ({ delivering, ...own }) => {
        const beat = () =>
          void instances.set(own.id, { ...own, delivering: delivering(), until: world.now + leaseMs });
        await this.#call('joins', beat);
        heart = setInterval(() => void this.#call('is there', beat), renewMs);
        left = () => void instances.delete(own.id);
      },
      list: () => this.#call('instances', lists),
      leave: async () => {
        if (heart !== null) clearInterval(heart);
        await this.#call('leaves', left);
      },
    };
  }
}

class FarEra implements Era {
  readonly number: number;
  readonly store: Store;
  readonly settings: CurrentSettings;
  readonly faults: Era['faults'];
  readonly rates: Era['rates'];
  readonly locks: Era['locks'];
  readonly checks: Era['checks'];
  readonly #end = new AbortController();

  constructor(number: number, parts: Omit<Era, 'ended' | 'isPresent'>) {
    this.number = number;
    this.store = parts.store;
    this.settings = parts.settings;
    this.faults = parts.faults;
    this.rates = parts.rates;
    this.locks = parts.locks;
    this.checks = parts.checks;
  }

  get ended(): AbortSignal {
    return this.#end.signal;
  }

  readonly isPresent = (): boolean => !this.#end.signal.aborted;

  end(): void {
    this.#end.abort();
  }
}

/** Loaded when they have another version than those that are known. */
class FarSettings implements CurrentSettings {
  readonly #load: Store['settings'];
  readonly #version: () => number;
  #known: { readonly version: number; readonly settings: Promise<Settings> } | null = null;

  constructor(load: Store['settings'], version: () => number) {
    this.#load = load;
    this.#version = version;
  }

  get(): Promise<Settings> {
    const version = this.#version();
    if (this.#known?.version !== version) {
      const settings = this.#load().then((stored) => stored?.value ?? defaultSettings);
      this.#known = { version, settings };
    }
    return this.#known.settings;
  }

  changed(): void {
    this.#known = null;
  }
}
