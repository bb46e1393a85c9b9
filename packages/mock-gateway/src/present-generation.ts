import { dueOf } from './clock/due-of-change.ts';
import type { ControlEvent } from './control/responses/events.ts';
import type { WireServices } from './http/pipeline/services.ts';
import { eventsOf } from './observability/events-of-change.ts';
import type { Ids } from './operations/ids.ts';
import type { Ports } from './operations/ports.ts';
import type { GatewayState } from './state/gateway-state.ts';
import type { Generation } from './state/generation.ts';
import type { WorkLock } from './state/locks.ts';
import type { Change } from './store/store.ts';

export interface PresentGenerationOptions {
  readonly state: GatewayState;
  readonly ids: Ids;
  readonly payUrl: (token: string) => string;
  /** Function that receives the cause of each 500 response. */
  readonly failed: (error: unknown) => void;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
  /** Called after the commit of each change. */
  readonly committed: (change: Change) => void;
  /** Called after a commit that schedules work, with the time at which this work is due. */
  readonly wake: (at: number) => void;
}

/** Parts of the gateway that stay valid across resets. */
export class PresentGeneration {
  readonly #state: GatewayState;
  readonly #options: PresentGenerationOptions;
  #last: { readonly generation: Generation; readonly services: WireServices } | null = null;

  readonly ports: Ports;

  constructor(options: PresentGenerationOptions) {
    const { state, ids } = options;
    this.#state = state;
    this.#options = options;
    this.ports = {
      store: state.store,
      clock: state.clock,
      ids,
      settings: () => state.generation.settings.get(),
      inTurn: (work) => this.withLock(['configuration'], work),
      committed: (change) => this.#committed(change),
      isPresent: () => true,
    };
  }

  /** Services of the wire API. A request uses the same services from beginning to end. */
  get services(): WireServices {
    return this.#servicesOf(this.#state.generation);
  }

  /** The webhook checks, with a signal that aborts on a reset or when the gateway closes. */
  get endpointChecks(): { readonly checks: Generation['checks']; readonly ended: AbortSignal } {
    const { checks, ended } = this.#state.generation;
    return { checks, ended: AbortSignal.any([this.#options.closing, ended]) };
  }

  withLock<T>(locks: readonly WorkLock[], work: () => Promise<T>): Promise<T> {
    return this.#state.workLocks.withLock(locks, work);
  }

  #servicesOf(generation: Generation): WireServices {
    if (this.#last?.generation === generation) return this.#last.services;
    const { payUrl, failed } = this.#options;
    const { store, settings, faults, rates, locks, isPresent } = generation;
    const committed = (change: Change) => {
      if (isPresent()) this.#committed(change);
    };
    const services: WireServices = {
      ports: { ...this.ports, store, settings: () => settings.get(), committed, isPresent },
      faults,
      rates,
      locks,
      payUrl,
      failed,
      present: async () => this.#servicesOf(await this.#state.generationAfterReset()),
    };
    this.#last = { generation, services };
    return services;
  }

  #committed(change: Change): void {
    const { log, events, generation } = this.#state;
    for (const write of change) {
      if (write.write === 'put_settings') generation.settings.changed(write.settings);
      // Mask the keys of a new or changed merchant in the request log.
      if (write.write === 'insert_merchant' || write.write === 'update_merchant') log.protect(write.merchant);
    }
    this.#options.committed(change);
    const due = dueOf(change);
    if (due !== null) this.#options.wake(due);
    events.publish(() => eventsOf(change) satisfies readonly ControlEvent[]);
  }
}
