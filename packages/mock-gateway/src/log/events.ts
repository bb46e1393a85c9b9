/** An event of the stream (contract: GET /events). */
export interface GatewayEvent {
  readonly type: 'request' | 'order' | 'callback' | 'clock' | 'fault' | 'check';
  readonly data: object;
}

/** Function that receives one event at a time. If it throws, the subscription ends. */
export type EventListener = (event: GatewayEvent) => void;

/** Publishes the gateway's events to its listeners. */
export class EventHub {
  readonly #failed: (error: unknown) => void;
  readonly #listeners = new Set<EventListener>();
  readonly #end = new AbortController();

  /** @param failed receives the errors of the listeners */
  constructor(failed: (error: unknown) => void = () => {}) {
    this.#failed = failed;
  }

  /** @param events creates the events. Called only if a listener exists */
  publish(events: () => Iterable<GatewayEvent>): void {
    if (this.#listeners.size === 0) return;
    for (const event of events()) for (const listener of this.#listeners) this.#tell(listener, event);
  }

  /** Removes a listener that throws, without an effect on other listeners. */
  #tell(listener: EventListener, event: GatewayEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#listeners.delete(listener);
      this.#failed(error);
    }
  }

  /** @returns the function that removes the listener. Callable without `this` */
  readonly subscribe = (listener: EventListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Aborts when the gateway closes and publishes no more events. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  end(): void {
    this.#end.abort();
    this.#listeners.clear();
  }
}
