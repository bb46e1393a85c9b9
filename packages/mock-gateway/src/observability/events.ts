/** What the event stream tells (contract: GET /events). */
export type GatewayEvent =
  | { readonly type: 'request'; readonly data: object }
  | { readonly type: 'order'; readonly data: object }
  | { readonly type: 'callback'; readonly data: object }
  | { readonly type: 'clock'; readonly data: object }
  | { readonly type: 'fault'; readonly data: object }
  | { readonly type: 'check'; readonly data: object };

/** Hears of one after the other; what it throws ends that. */
export type EventListener = (event: GatewayEvent) => void;

/** One gateway's end of the events of all gateways over one backend. */
export interface Events {
  /** Tells whoever listens, at whichever gateway. @param events made only when somebody does */
  publish(events: () => Iterable<GatewayEvent>): void;
  /**
   * A listener that throws is dropped, and no other listener notices.
   *
   * @returns the function that ends it
   */
  subscribe(listener: EventListener): () => void;
  /** Resolves when whatever is told from then on, at whichever gateway, is heard by those who listen here. */
  reached(): Promise<void>;
  /** Aborts when there is nothing more to tell here: the gateway closes. */
  readonly ended: AbortSignal;
  /** No listener of this end hears anything more. */
  end(): void;
}

/** The events of the gateways of one process. */
export class EventHub {
  readonly #ends = new Set<HubEnd>();

  /** @param failed hears of what a listener at this end threw */
  connect(failed: (error: unknown) => void = () => {}): Events {
    const end = new HubEnd({
      publish: (events) => this.#publish(events),
      ended: () => this.#ends.delete(end),
      failed,
    });
    this.#ends.add(end);
    return end;
  }

  #publish(events: () => Iterable<GatewayEvent>): void {
    if (!this.#hasListeners()) return;
    for (const event of events()) for (const end of this.#ends) end.tell(event);
  }

  /** Asked at each commit and each request, mostly with nobody there. */
  #hasListeners(): boolean {
    for (const end of this.#ends) if (end.hasListeners) return true;
    return false;
  }
}

interface HubEndOptions {
  readonly publish: Events['publish'];
  readonly ended: () => void;
  readonly failed: (error: unknown) => void;
}

class HubEnd implements Events {
  readonly #options: HubEndOptions;
  readonly #listeners: EventListeners;
  readonly #ended = new AbortController();

  constructor(options: HubEndOptions) {
    this.#options = options;
    this.#listeners = new EventListeners(options.failed);
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get hasListeners(): boolean {
    return this.#listeners.areThere;
  }

  publish(events: () => Iterable<GatewayEvent>): void {
    this.#options.publish(events);
  }

  subscribe(listener: EventListener): () => void {
    return this.#listeners.add(listener);
  }

  async reached(): Promise<void> {}

  tell(event: GatewayEvent): void {
    this.#listeners.tell(event);
  }

  end(): void {
    this.#ended.abort();
    this.#listeners.clear();
    this.#options.ended();
  }
}

/** Those who listen at one gateway. */
export class EventListeners {
  readonly #failed: (error: unknown) => void;
  readonly #all = new Set<EventListener>();

  /** @param failed hears of what one of them threw */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get areThere(): boolean {
    return this.#all.size > 0;
  }

  /** @returns the function that ends it */
  add(listener: EventListener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** One that throws is dropped, and no other notices. */
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
