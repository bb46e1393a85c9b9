import type { Planted } from './planted.ts';
import type { World } from './world.ts';

/** Real milliseconds after which a silent gateway counts as gone. */
export const leaseMs = 30_000;

/** Who steps the clock. */
export interface Steps {
  readonly owner: string;
  /** Generation of the look at the clock. Another one counts its versions from the start. */
  readonly generation: number;
  /** Of the clock that is kept while they are made. */
  readonly version: number;
}

/** Error of a gateway that has been silent for too long, or was overtaken. */
export function overtaken(): Error {
  return new Error('another instance has moved the clock in the meantime');
}

/** Of the clock that is kept. */
interface Kept {
  readonly generation: number;
  readonly version: number;
}

/** The time of all other clocks while one gateway steps it. */
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

  /** Null if no gateway steps it. */
  get live(): { readonly owner: string; readonly at: number } | null {
    return this.#row !== null && this.#row.until > this.#world.now ? this.#row : null;
  }

  /** Its time for a gateway that does not step it itself. */
  atFor(owner: string): number | null {
    const { live } = this;
    return live === null || live.owner === owner ? null : live.at;
  }

  /** Unless another one steps the clock, or has moved it since it was looked at. */
  begin(steps: Steps, at: number): void {
    const { live } = this;
    const isFree = live === null || live.owner === steps.owner;
    this.#put(steps, at, isFree && this.#isKept(steps.generation, steps.version - 1));
  }

  /** For as long as the clock that it has kept is the one that is kept. */
  moveTo(steps: Steps, at: number): void {
    this.#put(steps, at, this.live?.owner === steps.owner && this.#isKept(steps.generation, steps.version));
  }

  end(owner: string): void {
    if (this.#row?.owner === owner) this.#row = null;
  }

  /** A reset: no clock stands any more. */
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
