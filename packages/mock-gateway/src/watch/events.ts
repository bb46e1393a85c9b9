/** What the event stream tells (contract: GET /events). */
export type GatewayEvent =
  | { readonly type: 'request'; readonly data: object }
  | { readonly type: 'order'; readonly data: object }
  | { readonly type: 'callback'; readonly data: object }
  | { readonly type: 'clock'; readonly data: object }
  | { readonly type: 'fault'; readonly data: object };

export type EventListener = (event: GatewayEvent) => void;

/** Tells whoever listens; a listener that throws is dropped, and no other listener notices. */
export class EventHub {
  readonly #listeners = new Set<EventListener>();
  readonly #ended = new AbortController();
  readonly #failed: (error: unknown) => void;

  /** @param failed hears of what a listener threw */
  constructor(failed: (error: unknown) => void = () => {}) {
    this.#failed = failed;
  }

  /** Aborts when there is nothing more to tell: the gateway closes. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  emit(event: GatewayEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#listeners.delete(listener);
        this.#failed(error);
      }
    }
  }

  end(): void {
    this.#ended.abort();
    this.#listeners.clear();
  }

  /** @returns the function that ends it */
  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
