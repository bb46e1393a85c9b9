/** Seeded random numbers. Equal seeds return equal numbers on every machine. */
export class Random {
  #state: number;

  /** @param parts whole numbers that form the seed, for example the seed and the number of the story */
  constructor(...parts: readonly number[]) {
    this.#state = parts.reduce((state, part) => mixed(state ^ mixed(high(part)) ^ (part >>> 0)), 0x9e3779b9);
  }

  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    return Math.floor((mixed(this.#state) / 0x1_0000_0000) * below);
  }

  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}

function high(part: number): number {
  return Math.floor(part / 0x1_0000_0000);
}

/** The finalizer of MurmurHash3, in which each input bit affects all 32 output bits. */
function mixed(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
