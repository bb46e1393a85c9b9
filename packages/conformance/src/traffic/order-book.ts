/** An order as its last answer told it. */
export interface KnownOrder {
  readonly kind: 'payin' | 'payout' | 'link';
  readonly mchId: string;
  /** The merchant's own number: `mchOrderNo` or `client_ref`. */
  readonly reference: string;
  readonly orderNo: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When the answer that told it had ended: what began before that may know less. */
  readonly knownAt: number;
}

/** The deliveries of one event's callback so far. */
export interface Delivered {
  /** As it came first. */
  readonly body: string;
  readonly attempts: number;
  /** Whether one of them was received. */
  readonly acknowledged: boolean;
  /** When the last of them had ended. */
  readonly endedAt: number;
}

/** Orders that are remembered. */
const capacity = 20_000;

/** What earlier exchanges told of the orders. Bounded: the oldest is forgotten. */
export class OrderBook {
  readonly #byReference = new Map<string, KnownOrder>();
  readonly #byOrderNo = new Map<string, KnownOrder>();
  /** What has come of each event's callback. */
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

  /** What has come of an event's callback; null before the first. */
  delivered(event: string): Delivered | null {
    return this.#callbacks.get(event) ?? null;
  }

  /** One more delivery of an event's callback. */
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
