export interface DeliveryLimiterOptions {
  /** Deliveries at once. */
  readonly maxDeliveries?: number | undefined;
  /** Deliveries at once to one host and port. */
  readonly maxPerReceiver?: number | undefined;
  /** Real milliseconds after which a delivery that has no answer yet makes room for others. */
  readonly patienceMs?: number | undefined;
}

/** What a gateway has that is told nothing else. */
export const usualCaps: { readonly maxDeliveries: number; readonly maxPerReceiver: number } = {
  maxDeliveries: 32,
  maxPerReceiver: 4,
};

/** One delivery's. */
export interface DeliverySlot {
  /** It is over. @param answered whether the receiver answered anything at all */
  leave(answered: boolean): void;
}

/** Deliveries to receivers that hang, for each place: those of 128 receivers, four each, by default. */
const hungPerPlace = 16;
/** Receivers that are remembered to have hung. */
const maxRemembered = 1_000;

/** Kept as they are now, like the timers of a lease: patience is real time. */
const [later, callOff] = [setTimeout, clearTimeout];

/**
 * Who may be delivered to now. A hung receiver delays no other (invariant), and neither do many of them: a delivery that
 * has waited for longer than `patienceMs` keeps its receiver's place, and gives up its place among all, so that what
 * waits behind a hundred receivers that hang waits for seconds and not for minutes. A receiver that let a delivery run out
 * of time has one at a time until it answers again: then there is always room for 256 of them beside the others (32 places,
 * a second each of eight). What hangs is bounded too, by `hungPerPlace`, so that sockets are.
 */
export class DeliveryLimiter {
  readonly maxPerReceiver: number;
  readonly #maxDeliveries: number;
  readonly #patienceMs: number;
  readonly #onRoom: () => void;
  /** To each receiver. */
  readonly #out = new Map<string, number>();
  readonly #busy = new Map<string, number>();
  readonly #remembered = new Set<string>();
  /** Out for less than `patienceMs`, and for longer. */
  #young = 0;
  #hung = 0;

  /** @param onRoom a delivery hangs: there may be room for others */
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

  /** Deliveries that may begin now. */
  get free(): number {
    const tooMany = Math.max(0, this.#hung - hungPerPlace * this.#maxDeliveries);
    return this.#maxDeliveries - this.#young - tooMany;
  }

  /** How many of its `maxPerReceiver` places each receiver cannot have now. */
  get busy(): ReadonlyMap<string, number> {
    return this.#busy;
  }

  /** Also where none is free: an operator's re-send is beyond the caps. */
  take(receiver: string): DeliverySlot {
    let hangs = false;
    this.#young += 1;
    this.#count(receiver, 1);
    const timer = later(() => {
      hangs = true;
      this.#young -= 1;
      this.#hung += 1;
      this.#onRoom();
    }, this.#patienceMs);
    return {
      leave: (answered) => {
        callOff(timer);
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
