/** An order, as its last response showed it. */
export interface KnownOrder {
  readonly kind: 'payin' | 'payout' | 'link';
  readonly mchId: string;
  /** The order number: `mchOrderNo` or `client_ref`. */
  readonly reference: string;
  readonly orderNo: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** End of the last response in epoch milliseconds. An exchange that began earlier may show an older state. */
  readonly knownAt: number;
}

/** The deliveries of one event's callback so far. */
export interface Delivered {
  /** The body of the first delivery. */
  readonly body: string;
  readonly attempts: number;
  /** True if the receiver acknowledged a delivery. */
  readonly acknowledged: boolean;
  /** End of the last delivery in epoch milliseconds. */
  readonly endedAt: number;
}

/** Maximum number of stored orders. */
const capacity = 20_000;

/** Orders from earlier exchanges. When the book is full, it removes the oldest order. */
export class OrderBook {
  readonly #byReference = new Map<string, KnownOrder>();
  readonly #byOrderNo = new Map<string, KnownOrder>();
  /** Deliveries so far, by event. */
  readonly #callbacks = new Map<string, Delivered>();

  byReference(kind: KnownOrder['kind'], mchId: string, reference: string): KnownOrder | null {
    return this.#byReference.get(keyOf({ kind, mchId, reference })) ?? null;
  }

  byOrderNo(orderNo: string): KnownOrder | null {
    return this.#byOrderNo.get(orderNo) ?? null;
  }

  learn(order: KnownOrder): void {
    if (order.reference !== '') put(this.#byReference, keyOf(order), order);
    put(this.#byOrderNo, order.orderNo, order);
  }

  delivered(event: string): Delivered | null {
    return this.#callbacks.get(event) ?? null;
  }

  deliver(event: string, delivery: Omit<Delivered, 'attempts'>): void {
    const before = this.delivered(event);
    put(this.#callbacks, event, {
      ...delivery,
      body: before?.body ?? delivery.body,
      acknowledged: delivery.acknowledged || before?.acknowledged === true,
      attempts: (before?.attempts ?? 0) + 1,
    });
  }

  clear(): void {
    for (const map of [this.#byReference, this.#byOrderNo, this.#callbacks]) map.clear();
  }
}

function keyOf({ kind, mchId, reference }: Pick<KnownOrder, 'kind' | 'mchId' | 'reference'>): string {
  return JSON.stringify([kind, mchId, reference]);
}

function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > capacity ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
