import { GatewayClock, overtaken } from '../../clock/gateway-clock.ts';
import type { Database } from '../connection/database.ts';
import { every } from '../connection/timers.ts';
import type { ClusterSnapshot, ClusterUpdate } from './cluster-poller.ts';

export interface SharedClockOptions {
  readonly database: Database;
  readonly owner: string;
  /** Real milliseconds for which the clocks of other instances stand without a new message. */
  readonly leaseMs?: number;
  /** Hears of what failed behind its back. */
  readonly failed: (error: unknown) => void;
}

/** A machine's clock that is further off than that, ms, is put right; what is less may be the way to the database. */
const tolerance = 250;
const realTime = { offset: 0, frozenAt: null };
/** Number of messages within a lease that the other clocks must stand. */
const said = 3;

interface Steps {
  at: number;
  /** Generation of the last read. Another generation counts its versions from the beginning. */
  readonly generation: number;
  /** Of the clock that is kept while they are made. */
  readonly version: number;
  renewNoMore: () => void;
}

/** Clock of one instance. It follows the database time and every move by any instance. */
export class SharedClock {
  readonly #options: SharedClockOptions;
  readonly #leaseMs: number;
  /** Milliseconds that this machine's clock is behind the database clock. */
  #behind = 0;
  #known: Pick<ClusterSnapshot, 'generation' | 'clock' | 'standsAt'> | null = null;
  /** While this gateway steps its own, and the others stand. */
  #steps: Steps | null = null;
  readonly clock = new GatewayClock({ realTime: () => Date.now() + this.#behind });

  constructor(options: SharedClockOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 30_000;
  }

  /** Takes in where it is now; true when it goes otherwise than before. */
  take(update: ClusterUpdate, isOtherGeneration: boolean): boolean {
    const { generation, clock, standsAt } = update.known;
    this.#setRight(update);
    if (this.#isOvertaken(update)) this.#stepNoMore();
    // While this gateway steps it, it knows best.
    if (this.#steps !== null) return false;
    const before = this.#known;
    const isMoved = clock?.version !== before?.clock?.version || standsAt !== before?.standsAt;
    this.#known = { generation, clock, standsAt };
    if (!isMoved && !isOtherGeneration) return false;
    // No time of a new generation has been returned yet, so its clock may be behind that of this machine.
    if (isOtherGeneration) this.clock.begin(clock?.value ?? realTime);
    if (clock !== null) this.clock.follow(clock.value, standsAt);
    return true;
  }

  /**
   * Lets the others stand at an instant; null lets them go on.
   *
   * @throws {ClockError} `clock_stopped` once this gateway was silent for too long, and another may have moved the clock
   */
  async stand(at: number | null): Promise<void> {
    if (at === null) return this.#standNoMore();
    const steps = this.#steps ?? this.#newSteps(at);
    await (this.#steps === steps ? this.#standAt(steps, at) : this.#begin(steps));
    // Before it was heard of, it may have been heard that the others go on already.
    if (this.#steps !== steps) throw overtaken();
  }

  /** Nothing goes on behind its back any more. */
  end(): void {
    this.#steps?.renewNoMore();
    this.#steps = null;
  }

  /** The others go on already, as it was silent for too long: its clock goes as theirs do, also before it steps it again. */
  #isOvertaken({ known: { generation, clock, isStepping } }: ClusterUpdate): boolean {
    if (this.#steps === null) return false;
    const isMoved = (clock?.version ?? 0) !== this.#steps.version - 1;
    return generation !== this.#steps.generation || (isMoved && !isStepping);
  }

  #stepNoMore(): void {
    this.end();
    this.clock.takeAway();
    this.#known = null;
  }

  async #standNoMore(): Promise<void> {
    const { database, owner } = this.#options;
    this.end();
    // Changes that were stored meanwhile come from this instance.
    this.#known = null;
    const text = `DELETE FROM ${database.schema}.standing WHERE owner = $1`;
    await database.write({ text, values: [owner] });
  }

  #newSteps(at: number): Steps {
    const { generation = 0, clock = null } = this.#known ?? {};
    return { at, generation, version: (clock?.version ?? 0) + 1, renewNoMore: () => {} };
  }

  /** Unless another one steps the clock, or has moved it since it was looked at. */
  async #begin(steps: Steps): Promise<void> {
    this.#steps = steps;
    const { at, generation, version } = steps;
    const { database, owner } = this.#options;
    const { schema } = database;
    const begun = await database.write({
      text: `INSERT INTO ${schema}.standing AS s (one, owner, at, until)
        SELECT true, $1, $2, clock_timestamp() + $3 * interval '1 ms'
          WHERE coalesce((SELECT version FROM ${schema}.clock), 0) = $4
            AND EXISTS (SELECT FROM ${schema}.gateway WHERE era = $5)
        ON CONFLICT (one) DO UPDATE SET owner = excluded.owner, at = excluded.at, until = excluded.until
          WHERE s.owner = excluded.owner OR s.until <= clock_timestamp()
        RETURNING one`,
      values: [owner, at, this.#leaseMs, version - 1, generation],
    });
    if (begun.length === 0) throw overtaken();
    steps.renewNoMore = every(this.#leaseMs / said, () => {
      this.#standAt(steps, steps.at).catch(this.#options.failed);
    });
    if (this.#steps !== steps) steps.renewNoMore();
  }

  /** On its way to the clock that it has kept, for as long as that is the one that is kept. */
  async #standAt(steps: Steps, at: number): Promise<void> {
    const { database, owner } = this.#options;
    const { schema } = database;
    steps.at = at;
    const stood = await database.write({
      text: `UPDATE ${schema}.standing SET at = $2, until = clock_timestamp() + $3 * interval '1 ms'
        WHERE owner = $1 AND until > clock_timestamp()
          AND coalesce((SELECT version FROM ${schema}.clock), 0) = $4
          AND EXISTS (SELECT FROM ${schema}.gateway WHERE era = $5)
        RETURNING one`,
      values: [owner, at, this.#leaseMs, steps.version, steps.generation],
    });
    if (stood.length === 0) throw overtaken();
  }

  #setRight({ databaseTime, uncertainty }: ClusterUpdate): void {
    const behind = databaseTime - Date.now();
    if (Math.abs(behind - this.#behind) > tolerance + uncertainty) this.#behind = Math.round(behind);
  }
}
