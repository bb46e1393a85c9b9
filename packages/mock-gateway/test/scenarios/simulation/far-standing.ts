import type { Planted } from './planted.ts';
import type { World } from './world.ts';

/** Real milliseconds without a report after which a gateway counts as dead. */
export const leaseMs = 30_000;

export interface Steps {
  readonly owner: string;
  /** Generation of the last read. In each generation, the versions start again from the beginning. */
  readonly generation: number;
  /** Version of the stored clock during the steps. */
  readonly version: number;
}

/** Error after a long silence of this gateway, or after a move by another gateway. */
export function overtaken(): Error {
  return new Error('another instance has moved the clock in the meantime');
}

/** The stored clock. */
interface Kept {
  readonly generation: number;
  readonly version: number;
}

/** The time that all other clocks show while a gateway steps the clock. */
export class Standing {
  readonly #world: World;
  readonly #kept: () => Kept;
  readonly #isLax: boolean;
  #row: { readonly owner: string; readonly at: number; readonly until: number } | null = null;

  constructor(world: World, kept: () => Kept, planted: Planted | null) {
    this.#world = world;
    this.#kept = kept;
    this.#isLax = planted === 'a stale step of the clock';
  }

  /** The current steps. Null while no gateway steps the clock. */
  get live(): { readonly owner: string; readonly at: number } | null {
    return this.#row !== null && this.#row.until > this.#world.now ? this.#row : null;
  }

  /** Returns the time for a gateway that does not step the clock, or null. */
  atFor(owner: string): number | null {
    const { live } = this;
    return live === null || live.owner === owner ? null : live.at;
  }

  /** Begins the steps. Fails if another gateway is stepping the clock or has moved it since the last read. */
  begin(steps: Steps, at: number): void {
    const { live } = this;
    const isFree = live === null || live.owner === steps.owner;
    this.#put(steps, at, isFree && this.#isKept(steps.generation, steps.version - 1));
  }

  /** Steps to an instant while the stored clock is unchanged. */
  moveTo(steps: Steps, at: number): void {
    this.#put(steps, at, this.live?.owner === steps.owner && this.#isKept(steps.generation, steps.version));
  }

  end(owner: string): void {
    if (this.#row?.owner === owner) this.#row = null;
  }

  /** Ends all steps after a reset. */
  clear(): void {
    this.#row = null;
  }

  #isKept(generation: number, version: number): boolean {
    const kept = this.#kept();
    return kept.generation === generation && kept.version === version;
  }

  #put({ owner }: Steps, at: number, isRight: boolean): void {
    if (!isRight && !this.#isLax) throw overtaken();
    this.#row = { owner, at, until: this.#world.now + leaseMs };
  }
}
