import { GatewayClock } from '../../../src/clock/gateway-clock.ts';
import type { StoredClock, Versioned } from '../../../src/store/store.ts';
import type { FarDatabase } from './far-database.ts';
import type { FarNetwork } from './far-network.ts';
import { overtaken, type Steps } from './far-standing.ts';
import type { Planted } from './planted.ts';

const renewMs = 10_000;

export interface SeenClock {
  readonly generation: number;
  readonly clock: Versioned<StoredClock> | null;
  readonly standsAt: number | null;
  /** True if the clocks of the other gateways are stopped while this gateway steps the clock. */
  readonly isStepping: boolean;
  readonly trueTime: number;
}

/** The clock of a gateway, like `postgres/cluster/shared-clock.ts`. */
export class FarClock {
  readonly #network: FarNetwork;
  readonly #database: FarDatabase;
  readonly #planted: Planted | null;
  readonly clock: GatewayClock;
  /** Last known version. */
  version = 0;
  #known: { readonly clock: number; readonly standsAt: number | null } | null = null;
  #standsAt: number | null = null;
  /** Steps of this gateway, or null. */
  #steps: Steps | null = null;
  #at = 0;
  #renewal: NodeJS.Timeout | undefined;
  /** True if a reset occurred while this gateway held its clock. */
  #isToReset = false;

  constructor(network: FarNetwork, database: FarDatabase, planted: Planted | null) {
    this.#network = network;
    this.#database = database;
    this.#planted = planted;
    this.clock = new GatewayClock({ realTime: () => network.world.now });
  }

  /** Time while another gateway steps the clock, or null. */
  get standsAt(): number | null {
    return this.#steps === null ? this.#standsAt : null;
  }

  /** Records that a new generation began, which has its own clock. */
  isToReset(): void {
    this.#isToReset = true;
  }

  take(seen: SeenClock): void {
    if (this.#isOvertaken(seen)) this.#stepNoMore();
    if (this.#steps === null) this.#follow(seen);
    this.#expectCaughtUp(seen.trueTime);
  }

  #follow(seen: SeenClock): void {
    if (this.#isToReset) this.clock.reset();
    const known = { clock: seen.clock?.version ?? 0, standsAt: seen.standsAt };
    const isMoved =
      this.#isToReset || known.clock !== this.#known?.clock || known.standsAt !== this.#known.standsAt;
    if (this.#planted === 'clock loaded once' && this.#known !== null) return;
    this.#isToReset = false;
    this.#known = known;
    this.version = known.clock;
    this.#standsAt = known.standsAt;
    if (isMoved) this.clock.follow(seen.clock?.value ?? { offset: 0, frozenAt: null }, seen.standsAt);
  }

  /** Returns whether the other gateways continued because this gateway was silent for too long. */
  #isOvertaken({ generation, clock, isStepping }: SeenClock): boolean {
    if (this.#steps === null || this.#planted === 'a clock held for too long') return false;
    const isMoved = (clock?.version ?? 0) !== this.#steps.version - 1;
    return generation !== this.#steps.generation || (isMoved && !isStepping);
  }

  #stepNoMore(): void {
    this.#end();
    this.clock.takeAway();
  }

  /** Invariant: a synchronized gateway never shows an earlier time than the shared clock. */
  #expectCaughtUp(time: number): void {
    const { world, process } = this.#network;
    const behind = time - this.clock.now();
    if (behind > world.latenessMs)
      throw world.broken(`${process.name} has caught up, and its clock is ${behind} ms behind`);
  }

  /** @param generation generation that the gateway has read */
  async stand(at: number | null, generation: number): Promise<void> {
    if (at === null) return this.#standNoMore();
    const { name } = this.#network.process;
    const steps = this.#steps ?? { owner: name, generation, version: this.version + 1 };
    await (this.#steps === steps ? this.#standAt(steps, at) : this.#begin(steps, at));
    // The gateway may already have learned that the other gateways continue.
    if (this.#steps !== steps && this.#planted !== 'a stale step of the clock') throw overtaken();
  }

  async #begin(steps: Steps, at: number): Promise<void> {
    this.#steps = steps;
    this.#at = at;
    this.#renewal = setInterval(() => {
      this.#standAt(steps, this.#at).catch(() => {});
    }, renewMs);
    await this.#stood(at, () => this.#database.standing.begin(steps, at));
  }

  async #standNoMore(): Promise<void> {
    const { name } = this.#network.process;
    this.#end();
    await this.#network.inOrder('stands at null', () => this.#database.standing.end(name));
  }

  #end(): void {
    clearInterval(this.#renewal);
    this.#steps = null;
    this.#known = null;
  }

  #standAt(steps: Steps, at: number): Promise<void> {
    this.#at = at;
    return this.#stood(at, () => this.#database.standing.moveTo(steps, at));
  }

  #stood(at: number, effect: () => void): Promise<void> {
    return this.#network.inOrder(`stands at ${at}`, effect);
  }
}
