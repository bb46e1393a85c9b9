import { GatewayClock } from '../../../src/clock/gateway-clock.ts';
import type { StoredClock, Versioned } from '../../../src/store/store.ts';
import type { FarDatabase } from './far-database.ts';
import type { FarNetwork } from './far-network.ts';
import { overtaken, type Steps } from './far-standing.ts';
import type { Planted } from './planted.ts';

const renewMs = 10_000;

/** What is seen of the clock that all share. */
export interface SeenClock {
  readonly clock: Versioned<StoredClock> | null;
  readonly standsAt: number | null;
  readonly trueTime: number;
}

/** One gateway's clock, as `sharing/postgres/shared-clock.ts` has it. */
export class FarClock {
  readonly #network: FarNetwork;
  readonly #database: FarDatabase;
  readonly #planted: Planted | null;
  readonly clock: GatewayClock;
  /** As far as this gateway knows. */
  version = 0;
  #known: { readonly clock: number; readonly standsAt: number | null } | null = null;
  #standsAt: number | null = null;
  /** While this gateway steps the clock. */
  #steps: Steps | null = null;
  #at = 0;
  #renewal: NodeJS.Timeout | undefined;
  /** A reset that came while its own clock was held. */
  #isToReset = false;

  constructor(network: FarNetwork, database: FarDatabase, planted: Planted | null) {
    this.#network = network;
    this.#database = database;
    this.#planted = planted;
    this.clock = new GatewayClock({ realTime: () => network.world.now });
  }

  get isStepping(): boolean {
    return this.#steps !== null;
  }

  /** Where it stands while another gateway steps it. */
  get standsAt(): number | null {
    return this.#steps === null ? this.#standsAt : null;
  }

  /** Another era has begun, with a clock of its own. */
  isToReset(): void {
    this.#isToReset = true;
  }

  take(seen: SeenClock): void {
    if (this.#steps !== null) return;
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
    this.#expectCaughtUp(seen.trueTime);
  }

  /** Invariant: what the clock has come to, no gateway that has caught up tells earlier. */
  #expectCaughtUp(time: number): void {
    const { world, process } = this.#network;
    const behind = time - this.clock.now();
    if (behind > world.latenessMs)
      throw world.broken(`${process.name} has caught up, and its clock is ${behind} ms behind`);
  }

  /** @param era that in which it was looked at */
  async stand(at: number | null, era: number): Promise<void> {
    if (at === null) return this.#standNoMore();
    if (this.#steps !== null) return this.#standAt(this.#steps, at);
    const steps = { owner: this.#network.process.name, era, version: this.version + 1 };
    this.#steps = steps;
    this.#at = at;
    this.#renewal = setInterval(() => {
      this.#standAt(steps, this.#at).catch(() => {});
    }, renewMs);
    await this.#stood(at, () => this.#database.standing.begin(steps, at));
  }

  async #standNoMore(): Promise<void> {
    const { name } = this.#network.process;
    clearInterval(this.#renewal);
    this.#steps = null;
    this.#known = null;
    await this.#network.inOrder('stands at null', () => this.#database.standing.end(name));
  }

  #standAt(steps: Steps, at: number): Promise<void> {
    this.#at = at;
    return this.#stood(at, () => this.#database.standing.moveTo(steps, at));
  }

  async #stood(at: number, effect: () => void): Promise<void> {
    await this.#network.inOrder(`stands at ${at}`, effect);
    // Before it was heard of, a reset was: what this gateway knows of the clock is of another era by now.
    if (this.#isToReset && this.#planted !== 'a stale step of the clock') throw overtaken();
  }
}
