// Folder simulation: simulated customers and operators.
/** Something to do at an instant in epoch milliseconds. */
interface Timed {
  readonly at: number;
}

interface Entry<Item> {
  readonly item: Item;
  /** Number of items that were added before. */
  readonly order: number;
}

/**
 * Items by their instants, as a binary heap, because a gateway can have 100,000 open orders. Items of one instant keep
 * their order.
 */
export class DueQueue<Item extends Timed> {
  readonly #heap: Entry<Item>[] = [];
  #added = 0;

  /** Instant of the first item in epoch milliseconds, or null. */
  get next(): number | null {
    return this.#heap[0]?.item.at ?? null;
  }

  add(item: Item): void {
    this.#heap.push({ item, order: this.#added++ });
    let place = this.#heap.length - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#swapUnlessInOrder(parent, place)) return;
      place = parent;
    }
  }

  /** Removes and returns the first item that is due at `now`, or undefined. */
  takeDue(now: number): Item | undefined {
    const [first] = this.#heap;
    if (first === undefined || first.item.at > now) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first.item;
  }

  /** Moves the first entry down to its place. */
  #sink(): void {
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const child = this.#isBefore(right, left) ? right : left;
      if (!this.#swapUnlessInOrder(place, child)) return;
      place = child;
    }
  }

  #swapUnlessInOrder(parent: number, child: number): boolean {
    const [above, below] = [this.#heap[parent], this.#heap[child]];
    if (above === undefined || below === undefined || !this.#isBefore(child, parent)) return false;
    this.#heap[parent] = below;
    this.#heap[child] = above;
    return true;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.item.at === b.item.at ? a.order < b.order : a.item.at < b.item.at;
  }
}
