import { dueOf } from './clock/due-of-change.ts';
import type { ClusterLock } from './cluster/locks.ts';
import type { Generation, Shared } from './cluster/shared.ts';
import type { ControlEvent } from './control/responses/events.ts';
import { noWireFaults } from './faults/faults.ts';
import type { WireAttempt, WireServices } from './http/pipeline/services.ts';
import { eventsOf } from './observability/events-of-change.ts';
import type { Ids } from './operations/ids.ts';
import type { Ports } from './operations/ports.ts';
import { AttemptOutdated } from './store/attempt-outdated.ts';
import type { Change } from './store/store.ts';

export interface PresentGenerationOptions {
  readonly shared: Shared;
  readonly ids: Ids;
  readonly payUrl: (token: string) => string;
  /** Function that receives the cause of each 500 response. */
  readonly failed: (error: unknown) => void;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
  /** Called after the commit of each change. */
  readonly committed: (change: Change) => void;
}

/** Parts of the gateway that stay valid across resets. */
export class PresentGeneration {
  readonly #shared: Shared;
  readonly #options: PresentGenerationOptions;
  #last: { readonly generation: Generation; readonly services: WireServices } | null = null;

  readonly ports: Ports;

  constructor(options: PresentGenerationOptions) {
    const { shared, ids } = options;
    this.#shared = shared;
    this.#options = options;
    this.ports = {
      store: shared.store,
      clock: shared.clock,
      ids,
      settings: () => shared.generation().settings.get(),
      inTurn: (work) => this.withLock(['configuration'], work),
      committed: (change) => this.#committed(change),
      isPresent: () => true,
    };
  }

  /** Services of the wire API. A request uses the same services from beginning to end. */
  get services(): WireServices {
    return this.#servicesOf(this.#shared.generation());
  }

  /** Begins a create without synchronization, or returns null if synchronization is necessary. */
  attempt(): WireAttempt | null {
    const generation = this.#shared.generation();
    const attempt = generation.attempt?.() ?? null;
    if (attempt === null) return null;
    const { store, rates, locks } = attempt;
    const services = this.#servicesOf(generation);
    const failed = (error: unknown) => {
      if (attempt.isFinal) services.failed(error);
    };
    const present = async () => {
      if (!attempt.isFinal) throw new AttemptOutdated();
      return services.present();
    };
    const ports = { ...services.ports, store };
    const own = { ...services, ports, faults: noWireFaults, rates, locks, failed, present };
    return { services: own, isFinal: () => attempt.isFinal };
  }

  /** The webhook checks, with a signal that aborts on a reset or when the gateway closes. */
  get endpointChecks(): { readonly checks: Generation['checks']; readonly ended: AbortSignal } {
    const { checks, ended } = this.#shared.generation();
    return { checks, ended: AbortSignal.any([this.#options.closing, ended]) };
  }

  /** Loads the changes of other instances of a shared store. Callable without `this`. */
  get synchronize(): (() => Promise<void>) | undefined {
    const { sync } = this.#shared;
    return sync === null ? undefined : () => sync.synchronize();
  }

  /**
   * Runs work under the locks, after it has read the state that the last holder stored. A reset by any instance begins
   * a new generation.
   */
  withLock<T>(locks: readonly ClusterLock[], work: () => Promise<T>): Promise<T> {
    return this.#shared.clusterLocks.withLock(locks, async () => {
      await this.synchronize?.();
      return work();
    });
  }

  #servicesOf(generation: Generation): WireServices {
    if (this.#last?.generation === generation) return this.#last.services;
    const { payUrl, failed } = this.#options;
    const { store, claims, settings, faults, rates, locks, isPresent } = generation;
    const committed = (change: Change) => {
      if (isPresent()) this.#committed(change);
    };
    const services: WireServices = {
      ports: { ...this.ports, store, settings: () => settings.get(), committed, isPresent },
      claims,
      faults,
      rates,
      locks,
      payUrl,
      failed,
      present: async () => this.#servicesOf(await this.#shared.generationAfterReset()),
      synchronize: this.synchronize,
    };
    this.#last = { generation, services };
    return services;
  }

  #committed(change: Change): void {
    const { log, events, wakeUps } = this.#shared;
    for (const write of change) {
      if (write.write === 'put_settings') this.#shared.generation().settings.changed(write.settings);
      // Mask the keys of a new or changed merchant in the request log.
      if (write.write === 'insert_merchant' || write.write === 'update_merchant') log.protect(write.merchant);
    }
    this.#options.committed(change);
    const due = dueOf(change);
    if (due !== null) wakeUps.wake(due);
    events.publish(() => eventsOf(change) satisfies readonly ControlEvent[]);
  }
}
