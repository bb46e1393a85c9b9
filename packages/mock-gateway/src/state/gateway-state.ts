import type { GatewayClock } from '../clock/gateway-clock.ts';
import { defaultSettings } from '../configuration/options.ts';
import type { Settings } from '../domain/settings.ts';
import { FaultList } from '../faults/fault-list.ts';
import { RateWindow } from '../limits/rate-window.ts';
import { SignatureLock } from '../limits/signature-lock.ts';
import { Events } from '../observability/events.ts';
import { RecentRequests } from '../observability/recent-requests.ts';
import type { Change, Restored, Store } from '../store/store.ts';
import { keptSettings } from './current-settings.ts';
import type { Generation } from './generation.ts';
import { KeptChecks } from './kept-checks.ts';
import { WorkLocks } from './locks.ts';
import { storeWhile } from './store-while.ts';

/** State that a reset installs. */
export interface Fresh {
  readonly settings: Settings;
  readonly change: Change;
}

export interface GatewayStateOptions {
  readonly store: Store;
  readonly clock: GatewayClock;
  /** Receives the errors of event listeners. */
  readonly failed: (error: unknown) => void;
}

/** The state of a gateway: its store, and everything else in memory. */
export class GatewayState {
  readonly store: Store;
  readonly clock: GatewayClock;
  readonly log = new RecentRequests();
  readonly events: Events;
  readonly workLocks = new WorkLocks();
  #generation: EndableGeneration;
  /** Resolves when no reset is in progress. */
  #resetting: Promise<unknown> = Promise.resolve();

  constructor({ store, clock, failed }: GatewayStateOptions) {
    this.store = store;
    this.clock = clock;
    this.events = new Events(failed);
    this.#generation = generationOf(store, newParts(defaultSettings));
  }

  get generation(): Generation {
    return this.#generation;
  }

  /** Waits for a reset in progress, then returns the current generation. */
  async generationAfterReset(): Promise<Generation> {
    await this.#resetting;
    return this.#generation;
  }

  /**
   * Deletes all state and begins a new generation in one atomic step, with the clock at real time. If it fails, nothing
   * changes. The caller must hold both locks.
   */
  async startOver(fresh: Fresh): Promise<void> {
    await this.#replaced(() => this.#startOver(fresh));
  }

  /** Replaces all state with a snapshot of the store and its clock. Returns false for an unknown name. */
  restore(name: string): Promise<boolean> {
    return this.#replaced(async () => (await this.store.snapshots?.restore(name)) ?? null);
  }

  async close(): Promise<void> {
    this.events.end();
    await this.workLocks.idle();
    await this.store.close();
  }

  #replaced(work: () => Promise<Restored | null>): Promise<boolean> {
    const replaced = this.#replaceAll(work);
    this.#resetting = replaced.catch(() => {});
    return replaced;
  }

  async #startOver({ settings, change }: Fresh): Promise<Restored> {
    const { committed } = await this.store.startOver(change);
    if (!committed) throw new Error('a configuration that was seeded once has no precondition to fail');
    const merchants = change.flatMap((write) => (write.write === 'insert_merchant' ? [write.merchant] : []));
    return { settings, clock: null, merchants };
  }

  /** Replaces the state atomically. Readers never see a store without merchants, or old locks with new merchants. */
  async #replaceAll(work: () => Promise<Restored | null>): Promise<boolean> {
    const before = this.#generation;
    before.end();
    try {
      const restored = await work();
      // The code below contains no await, so the change is atomic.
      if (restored === null) {
        this.#generation = generationOf(this.store, before);
        return false;
      }
      const { settings, clock, merchants } = restored;
      this.#generation = generationOf(this.store, newParts(settings ?? defaultSettings));
      if (clock === null) this.clock.reset();
      else this.clock.begin(clock);
      this.log.clear();
      for (const merchant of merchants) this.log.protect(merchant);
      return true;
    } catch (error) {
      this.#generation = generationOf(this.store, before);
      throw error;
    }
  }
}

type Parts = Pick<Generation, 'settings' | 'faults' | 'rates' | 'locks' | 'checks'>;

interface EndableGeneration extends Generation {
  readonly end: () => void;
}

function newParts(settings: Settings): Parts {
  return {
    settings: keptSettings(settings),
    faults: new FaultList(),
    rates: new RateWindow(),
    locks: new SignatureLock(),
    checks: new KeptChecks(),
  };
}

/** @param parts new parts, or after a failed reset the previous generation, whose parts continue */
function generationOf(store: Store, parts: Parts): EndableGeneration {
  const end = new AbortController();
  const isPresent = () => !end.signal.aborted;
  return {
    ...parts,
    store: storeWhile(isPresent, store),
    isPresent,
    ended: end.signal,
    end: () => end.abort(),
  };
}
