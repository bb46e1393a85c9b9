/** An event of the stream (contract: GET /events). */
export interface GatewayEvent {
  readonly type: 'request' | 'order' | 'callback' | 'clock' | 'fault' | 'check';
  readonly data: object;
}

/** Function that receives one event at a time. If it throws, the subscription ends. */
export type EventListener = (event: GatewayEvent) => void;

/** The connection of one instance to the events of all instances of a backend. */
export interface Events {
  /**
   * Publishes events to the listeners of every instance.
   *
   * @param events creates the events. Called only if a listener exists
   */
  publish(events: () => Iterable<GatewayEvent>): void;
  /**
   * Adds a listener. If the listener throws, it is removed without an effect on other listeners.
   *
   * @returns the function that removes the listener
   */
  subscribe(listener: EventListener): () => void;
  /** Resolves when the listeners of this instance receive every later event of every instance. */
  reached(): Promise<void>;
  /** Aborts when the gateway closes and publishes no more events. */
  readonly ended: AbortSignal;
  /** Removes all listeners of this instance. */
  end(): void;
}

/** The events of all instances in one process. */
export class EventHub {
  readonly #all = new Set<EventListeners>();

  /** @param failed receives the errors of this connection's listeners */
  connect(failed: (error: unknown) => void = () => {}): Events {
    const listeners = new EventListeners(failed);
    const ended = new AbortController();
    this.#all.add(listeners);
    return {
      publish: (events) => this.#publish(events),
      subscribe: (listener) => listeners.add(listener),
      reached: async () => {},
      ended: ended.signal,
      end: () => {
        ended.abort();
        listeners.clear();
        this.#all.delete(listeners);
      },
    };
  }

  #publish(events: () => Iterable<GatewayEvent>): void {
    if (!this.#hasListeners()) return;
    for (const event of events()) for (const listeners of this.#all) listeners.tell(event);
  }

  /** Returns whether a listener exists. Usually false. Called for each commit and each request. */
  #hasListeners(): boolean {
    for (const listeners of this.#all) if (listeners.areThere) return true;
    return false;
  }
}

/** Listeners of one instance. */
export class EventListeners {
  readonly #failed: (error: unknown) => void;
  readonly #all = new Set<EventListener>();

  /** @param failed receives the errors of the listeners */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get areThere(): boolean {
    return this.#all.size > 0;
  }

  add(listener: EventListener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Calls all listeners. If a listener throws, it is removed without an effect on other listeners. */
  tell(event: GatewayEvent): void {
    for (const listener of this.#all) {
      try {
        listener(event);
      } catch (error) {
        this.#all.delete(listener);
        this.#failed(error);
      }
    }
  }

  clear(): void {
    this.#all.clear();
  }
}
