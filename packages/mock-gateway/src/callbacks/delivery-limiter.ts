// Folder callbacks: delivers the outbox: which callbacks start, one attempt, and when the next attempt is due.
import { later } from '../clock/real-time.ts';

export interface DeliveryLimiterOptions {
  /** Maximum number of concurrent deliveries. */
  readonly maxDeliveries?: number | undefined;
  /** Maximum number of concurrent deliveries to one host and port. */
  readonly maxPerReceiver?: number | undefined;
  /** Real milliseconds after which a delivery without a response frees its slot. */
  readonly patienceMs?: number | undefined;
}

/** Default limits of a gateway. */
export const usualCaps: { readonly maxDeliveries: number; readonly maxPerReceiver: number } = {
  maxDeliveries: 32,
  maxPerReceiver: 4,
};

export interface DeliverySlot {
  leave(answered: boolean): void;
}

/**
 * Maximum number of deliveries to hanging receivers, for each slot of `maxDeliveries`. The default allows 128 receivers
 * with four deliveries each.
 */
const hungPerPlace = 16;
/** Maximum number of receivers to remember as hanging. */
const maxRemembered = 1_000;

/**
 * Selects the receivers of the next deliveries. A hung receiver delays no other receiver (invariant).
 *
 * A delivery that waits longer than `patienceMs` keeps its receiver's slot but frees its slot of `maxDeliveries`.
 * Callbacks behind a hundred hung receivers therefore wait for seconds, not minutes. After a delivery times out, the
 * receiver gets one delivery at a time until it responds. The limits allow 256 hung receivers, because each occupies
 * one of 32 slots for one of eight seconds. `hungPerPlace` limits the hung deliveries and therefore the sockets.
 */
export class DeliveryLimiter {
  readonly maxPerReceiver: number;
  readonly #maxDeliveries: number;
  readonly #patienceMs: number;
  readonly #onRoom: () => void;
  /** Number of running deliveries to each receiver. */
  readonly #out = new Map<string, number>();
  readonly #busy = new Map<string, number>();
  readonly #remembered = new Set<string>();
  /** Number of deliveries that have lasted less than `patienceMs`. */
  #young = 0;
  #hung = 0;

  /** @param onRoom called after a hung delivery has freed a slot */
  constructor(
    {
      maxDeliveries = usualCaps.maxDeliveries,
      maxPerReceiver = usualCaps.maxPerReceiver,
      patienceMs = 1_000,
    }: DeliveryLimiterOptions,
    onRoom: () => void,
  ) {
    this.#maxDeliveries = maxDeliveries;
    this.maxPerReceiver = maxPerReceiver;
    this.#patienceMs = patienceMs;
    this.#onRoom = onRoom;
  }

  /** Number of deliveries that can begin now. */
  get free(): number {
    const tooMany = Math.max(0, this.#hung - hungPerPlace * this.#maxDeliveries);
    return this.#maxDeliveries - this.#young - tooMany;
  }

  /** Number of `maxPerReceiver` slots that are unavailable now, by receiver. */
  get busy(): ReadonlyMap<string, number> {
    return this.#busy;
  }

  /** Returns true if no further delivery to the receiver can begin now. */
  isFull(receiver: string): boolean {
    return this.free <= 0 || (this.#busy.get(receiver) ?? 0) >= this.maxPerReceiver;
  }

  /** Occupies a slot even if no slot is free, because the limits do not apply to an operator's re-send. */
  take(receiver: string): DeliverySlot {
    let hangs = false;
    this.#young += 1;
    this.#count(receiver, 1);
    const cancel = later(this.#patienceMs, () => {
      hangs = true;
      this.#young -= 1;
      this.#hung += 1;
      this.#onRoom();
    });
    return {
      leave: (answered) => {
        cancel();
        if (hangs) this.#hung -= 1;
        else this.#young -= 1;
        if (answered) this.#remembered.delete(receiver);
        else if (hangs) this.#remember(receiver);
        this.#count(receiver, -1);
      },
    };
  }

  #count(receiver: string, more: number): void {
    const out = (this.#out.get(receiver) ?? 0) + more;
    if (out === 0) this.#out.delete(receiver);
    else this.#out.set(receiver, out);
    const taken = out + (this.#remembered.has(receiver) ? this.maxPerReceiver - 1 : 0);
    if (taken === 0) this.#busy.delete(receiver);
    else this.#busy.set(receiver, taken);
  }

  #remember(receiver: string): void {
    this.#remembered.add(receiver);
    const [oldest] = this.#remembered;
    if (this.#remembered.size <= maxRemembered || oldest === undefined) return;
    this.#remembered.delete(oldest);
    this.#count(oldest, 0);
  }
}
