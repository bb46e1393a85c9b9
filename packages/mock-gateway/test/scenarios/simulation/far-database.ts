import type { Instance } from '../../../src/cluster/instances.ts';
import { KeptChecks } from '../../../src/cluster/kept-checks.ts';
import { FaultList } from '../../../src/faults/fault-list.ts';
import { RateWindow } from '../../../src/limits/rate-window.ts';
import { SignatureLock } from '../../../src/limits/signature-lock.ts';
import { RecentRequests } from '../../../src/observability/recent-requests.ts';
import { openStore } from '../../../src/store/sqlite/sqlite-store.ts';
import type {
  AfterAttempt,
  Change,
  Claim,
  CommitResult,
  Store,
  StoredClock,
  Versioned,
  Write,
} from '../../../src/store/store.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { Standing } from './far-standing.ts';
import { Tickets } from './far-tickets.ts';
import type { Planted } from './planted.ts';
import type { World } from './world.ts';

/** The shared state that a gateway assumes. The database rejects calls with a wrong assumption. */
export interface Belief {
  readonly name: string;
  readonly generation: number;
  readonly clockVersion: number;
  readonly standsAt: number | null;
}

/** Creates the state outside the store that a reset replaces. */
export function generationParts() {
  return {
    faults: new FaultList(),
    rates: new RateWindow(),
    locks: new SignatureLock(),
    checks: new KeptChecks(),
  };
}

/**
 * The shared state on the other side of the network. Each call takes effect at one point in time. The database observes
 * events and reports violations immediately.
 */
export class FarDatabase {
  readonly store: Store;
  readonly log = new RecentRequests();
  readonly instances = new Map<string, Instance & { until: number }>();
  readonly #world: World;
  readonly #planted: Planted | null;
  generation = 1;
  parts = generationParts();
  clock: Versioned<StoredClock> | null = null;
  settingsVersion = 0;
  readonly standing: Standing;
  readonly tickets: Tickets;
  /** Fence and owner of the last claim of each callback. */
  readonly #claimed = new Map<string, { readonly fence: number; readonly owner: string }>();
  /** Generation in which each body was last claimed, because a reset can forget a running delivery. */
  readonly #claimedIn = new Map<string, number>();
  readonly #owners = new Set<string>();
  /** Milliseconds by which a clock was ahead when it counted a call before it could learn of a freeze. */
  aheadMs = 0;
  /** Latest instant of the clock in this generation. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor(world: World, planted: Planted | null) {
    this.#world = world;
    this.#planted = planted;
    this.standing = new Standing(
      world,
      () => ({ generation: this.generation, version: this.clock?.version ?? 0 }),
      planted,
    );
    this.tickets = new Tickets(world, planted);
    this.store = openStore(null, () =>
      planted === 'leases by the gateway’s clock' ? this.trueTime : world.now,
    );
  }

  /** The shared time, independent of the assumption of any gateway. */
  get trueTime(): number {
    const { live } = this.standing;
    if (live !== null) return live.at;
    const { offset, frozenAt } = this.clock?.value ?? { offset: 0, frozenAt: null };
    return frozenAt ?? this.#world.now + offset;
  }

  /** Invariant: the clock never moves backwards. */
  expectClockForward(): void {
    const now = this.trueTime;
    const back = this.#latest - now;
    if (back > this.#world.latenessMs) throw this.#world.broken(`the clock went back by ${back} ms`);
    this.#latest = now;
  }

  /** Counts a call at this instant. While a gateway steps the clock, gateways count calls at different instants. */
  countCall(at: number): void {
    const ahead = this.standing.live === null ? at - this.trueTime : 0;
    this.aheadMs = Math.max(this.aheadMs, Math.min(ahead, this.#world.latenessMs));
  }

  assertPresent(generation: number): void {
    if (generation !== this.generation && this.#planted !== 'a commit of before a reset')
      throw new StoreError('store_reset', 'the gateway was reset during the call');
  }

  async commit(generation: number, change: Change): Promise<CommitResult> {
    this.assertPresent(generation);
    const written = change.map((write) => this.#lax(write));
    const result = await this.store.commit(written);
    if (result.committed) {
      if (generation !== this.generation)
        throw this.#world.broken('a commit of before a reset is there after it');
      for (const write of written) this.#noted(write);
      await this.expectBooks();
    }
    return result;
  }

  #lax(write: Write): Write {
    if (write.write === 'put_clock' && this.#planted === 'clock without version')
      return { ...write, version: (this.clock?.version ?? 0) + 1 };
    if (write.write === 'put_settings' && this.#planted === 'settings without turn or version')
      return { ...write, version: this.settingsVersion + 1 };
    return write;
  }

  #noted(write: Write): void {
    if (write.write === 'put_settings') this.settingsVersion = write.version;
    if (write.write !== 'put_clock') return;
    this.clock = { value: write.clock, version: write.version };
  }

  /** Invariants: the ledger balances, and no merchant's account is below zero. */
  async expectBooks(): Promise<void> {
    const { balanced, problems } = await this.store.ledger.check();
    if (!balanced) throw this.#world.broken(problems.join('; '));
  }

  async startOver(generation: number, change: Change): Promise<void> {
    this.assertPresent(generation);
    const { committed } = await this.store.startOver(change);
    if (!committed) throw this.#world.broken('a reset has no precondition to fail');
    this.generation += 1;
    this.parts = generationParts();
    this.clock = await this.store.clock();
    this.settingsVersion = (await this.store.settings())?.version ?? 0;
    this.standing.clear();
    this.#claimed.clear();
    this.#latest = Number.NEGATIVE_INFINITY;
    this.log.clear();
  }

  async claim(
    belief: Belief,
    wanted: Parameters<Store['callbacks']['claim']>[0],
  ): Promise<readonly Claim[] | null> {
    const { owner } = wanted.lease;
    this.#owners.add(owner);
    if (this.#planted === 'claims what is claimed')
      for (const other of this.#owners) if (other !== owner) await this.store.callbacks.releaseOwned(other);
    const isRight =
      belief.generation === this.generation &&
      belief.clockVersion === (this.clock?.version ?? 0) &&
      belief.standsAt === this.standing.atFor(belief.name);
    if (!isRight && this.#planted !== 'clock loaded once') return null;
    const claims = await this.store.callbacks.claim(wanted);
    for (const claim of claims) {
      this.#noteClaim(claim, owner);
      const { callback } = claim;
      const early = (callback.nextAttemptAt ?? 0) - this.trueTime;
      if (early > this.#world.latenessMs)
        throw this.#world.broken(`a callback was claimed ${early} ms early`);
    }
    return claims;
  }

  async claimForResend(
    ...[id, wanted]: Parameters<Store['callbacks']['claimForResend']>
  ): Promise<Claim | null> {
    const { owner } = wanted.lease;
    this.#owners.add(owner);
    const claim = await this.store.callbacks.claimForResend(id, wanted);
    if (claim !== null) this.#noteClaim(claim, owner);
    return claim;
  }

  #noteClaim({ callback, fence }: Claim, owner: string): void {
    this.#claimed.set(callback.id, { fence, owner });
    this.#claimedIn.set(callback.body, this.generation);
  }

  /** Returns the generation in which a sent callback was claimed. */
  generationOf(body: string): number {
    return this.#claimedIn.get(body) ?? this.generation;
  }

  renew(claim: Claim, ms: number): Promise<boolean> {
    return this.#planted === 'leases are not renewed'
      ? Promise.resolve(true)
      : this.store.callbacks.renew(claim, ms);
  }

  /** Invariant: a worker without a valid claim cannot finish a callback. */
  async finish(
    claim: Claim,
    attempt: Parameters<Store['callbacks']['finish']>[1],
    next: AfterAttempt,
  ): Promise<boolean> {
    const last = this.#claimed.get(claim.callback.id);
    const fence = this.#planted === 'a finish without fence' ? (last?.fence ?? claim.fence) : claim.fence;
    const stored = await this.store.callbacks.finish({ ...claim, fence }, attempt, next);
    if (stored && last?.fence !== claim.fence) throw this.#world.broken('a stale finish was accepted');
    return stored;
  }

  async releaseOwned(owner: string): Promise<void> {
    this.#owners.add(owner);
    const whose = this.#planted === 'start takes live leases' ? this.#owners : [owner];
    for (const each of whose) await this.store.callbacks.releaseOwned(each);
  }

  async counts(): ReturnType<Store['callbacks']['counts']> {
    const counts = await this.store.callbacks.counts();
    return this.#planted === 'an advance waits only for its own deliveries'
      ? { ...counts, delivering: 0 }
      : counts;
  }
}
