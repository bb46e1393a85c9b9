/** An event of the stream (contract: GET /events). */
export interface GatewayEvent {
  readonly type: 'request' | 'order' | 'callback' | 'clock' | 'fault' | 'check';
  readonly data: object;
}

/** Function that receives one event at a time. If it throws, the subscription ends. */
export type EventListener = (event: GatewayEvent) => void;

/** The events of a gateway. Its functions are callable without `this`. */
export class Events {
  readonly #failed: (error: unknown) => void;
  readonly #ended = new AbortController();
  readonly #listeners = new Set<EventListener>();

  /** @param failed receives the errors of the listeners */
  constructor(failed: (error: unknown) => void = () => {}) {
    this.#failed = failed;
  }

  /**
   * Publishes events to all listeners. If a listener throws, it is removed without an effect on other listeners.
   *
   * @param events creates the events. Called only if a listener exists
   */
  readonly publish = (events: () => Iterable<GatewayEvent>): void => {
    if (this.#listeners.size === 0) return;
    for (const event of events()) for (const listener of this.#listeners) this.#tell(listener, event);
  };

  /**
   * Adds a listener.
   *
   * @returns the function that removes the listener
   */
  readonly subscribe = (listener: EventListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Aborts when the gateway closes and publishes no more events. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Removes all listeners. */
  readonly end = (): void => {
    this.#ended.abort();
    this.#listeners.clear();
  };

  #tell(listener: EventListener, event: GatewayEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#listeners.delete(listener);
      this.#failed(error);
    }
  }
}
