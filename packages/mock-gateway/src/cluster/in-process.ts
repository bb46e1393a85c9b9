import type { GatewayClock } from '../clock/gateway-clock.ts';
import { defaultSettings } from '../configuration/options.ts';
import type { Settings } from '../domain/settings.ts';
import { FaultList } from '../faults/fault-list.ts';
import { RateWindow } from '../limits/rate-window.ts';
import { SignatureLock } from '../limits/signature-lock.ts';
import { EventHub } from '../observability/events.ts';
import { RecentRequests } from '../observability/recent-requests.ts';
import type { Restored, Store } from '../store/store.ts';
import { keptSettings } from './current-settings.ts';
import { InstanceHub } from './instances.ts';
import { KeptChecks } from './kept-checks.ts';
import { InProcessLocks } from './locks.ts';
import type { Backend, EndableGeneration, Fresh, Generation, Shared } from './shared.ts';
import { storeWhile } from './store-while.ts';
import { WakeUpHub } from './wake-ups.ts';

/** State that the instances of one process share: a store, and everything else in memory. */
export class InProcessBackend implements Backend {
  readonly #store: Store;
  readonly #clock: GatewayClock;
  readonly #log = new RecentRequests();
  readonly #events = new EventHub();
  readonly #wakeUps = new WakeUpHub();
  readonly #turns = new InProcessLocks();
  readonly #instances = new InstanceHub();
  #generation: EndableGeneration;
  /** Resolves when no reset is in progress. */
  #resetting: Promise<unknown> = Promise.resolve();
  #connected = 0;

  constructor({ store, clock }: { readonly store: Store; readonly clock: GatewayClock }) {
    this.#store = store;
    this.#clock = clock;
    this.#generation = generationOf(store, newParts(defaultSettings));
  }

  connect({ failed }: { readonly failed: (error: unknown) => void }): Shared {
    this.#connected += 1;
    const events = this.#events.connect(failed);
    const wakeUps = this.#wakeUps.connect();
    const clusterLocks = this.#turns.connect();
    const instances = this.#instances.connect();
    return {
      store: this.#store,
      clock: this.#clock,
      log: this.#log,
      events,
      wakeUps,
      clusterLocks,
      sync: null,
      instances,
      generation: () => this.#generation,
      generationAfterReset: () => this.#resetting.then(() => this.#generation),
      startOver: async (fresh) => void (await this.#replaced(() => this.#startOver(fresh))),
      restore: (name) => this.#replaced(() => this.#restore(name)),
      close: async () => {
        events.end();
        wakeUps.end();
        await clusterLocks.idle();
        await instances.leave();
        this.#connected -= 1;
        if (this.#connected === 0) await this.#store.close();
      },
    };
  }

  #replaced(work: () => Promise<Restored | null>): Promise<boolean> {
    const replaced = this.#replaceAll(work);
    this.#resetting = replaced.catch(() => {});
    return replaced;
  }

  async #startOver({ settings, change }: Fresh): Promise<Restored> {
    const { committed } = await this.#store.startOver(change);
    if (!committed) throw new Error('a configuration that was seeded once has no precondition to fail');
    const merchants = change.flatMap((write) => (write.write === 'insert_merchant' ? [write.merchant] : []));
    return { settings, clock: null, merchants };
  }

  async #restore(name: string): Promise<Restored | null> {
    return (await this.#store.snapshots?.restore(name)) ?? null;
  }

  /** Replaces the state atomically. Readers never see a store without merchants, or old locks with new merchants. */
  async #replaceAll(work: () => Promise<Restored | null>): Promise<boolean> {
    const before = this.#generation;
    before.end();
    try {
      const restored = await work();
      // The code below contains no await, so the change is atomic.
      if (restored === null) {
        this.#generation = generationOf(this.#store, before);
        return false;
      }
      const { settings, clock, merchants } = restored;
      this.#generation = generationOf(this.#store, newParts(settings ?? defaultSettings));
      if (clock === null) this.#clock.reset();
      else this.#clock.begin(clock);
      this.#log.clear();
      for (const merchant of merchants) this.#log.protect(merchant);
      return true;
    } catch (error) {
      this.#generation = generationOf(this.#store, before);
      throw error;
    }
  }
}

type Parts = Pick<Generation, 'settings' | 'faults' | 'rates' | 'locks' | 'checks'>;

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
    claims: store.merchants,
    isPresent,
    ended: end.signal,
    end: () => end.abort(),
  };
}
