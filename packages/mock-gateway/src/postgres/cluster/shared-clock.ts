import { GatewayClock, overtaken } from '../../clock/gateway-clock.ts';
import { every } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import type { ClusterSnapshot, ClusterUpdate } from './cluster-poller.ts';

export interface SharedClockOptions {
  readonly database: Database;
  readonly owner: string;
  /** Real milliseconds without a message after which stopped clocks of other instances continue. */
  readonly leaseMs?: number;
  /** Function that receives failures of background work. */
  readonly failed: (error: unknown) => void;
}

/**
 * Deviation of the machine's clock in milliseconds above which this clock corrects it. A smaller deviation can be
 * network delay.
 */
const tolerance = 250;
const realTime = { offset: 0, frozenAt: null };
/** Number of messages within a lease that keep the other clocks stopped. */
const said = 3;

interface Steps {
  at: number;
  /** Generation of the last read. In each generation, the versions start again from the beginning. */
  readonly generation: number;
  /** Version of the stored clock during the steps. */
  readonly version: number;
  renewNoMore: () => void;
}

/** Clock of one instance. It follows the database time and every move by any instance. */
export class SharedClock {
  readonly #options: SharedClockOptions;
  readonly #leaseMs: number;
  /** Milliseconds by which this machine's clock is behind the database clock. */
  #behind = 0;
  #known: Pick<ClusterSnapshot, 'generation' | 'clock' | 'standsAt'> | null = null;
  /** Steps of this instance while the other clocks are stopped, or null. */
  #steps: Steps | null = null;
  readonly clock = new GatewayClock({ realTime: () => Date.now() + this.#behind });

  constructor(options: SharedClockOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 30_000;
  }

  /** Applies the stored clock. Returns true if the clock now runs differently. */
  take(update: ClusterUpdate, isOtherGeneration: boolean): boolean {
    const { generation, clock, standsAt } = update.known;
    this.#setRight(update);
    if (this.#isOvertaken(update)) this.#stepNoMore();
    // While this instance steps the clock, its own state is the latest.
    if (this.#steps !== null) return false;
    const before = this.#known;
    const isMoved = clock?.version !== before?.clock?.version || standsAt !== before?.standsAt;
    this.#known = { generation, clock, standsAt };
    if (!isMoved && !isOtherGeneration) return false;
    // In a new generation, the clock has not returned any time, so it may be behind this machine's clock.
    if (isOtherGeneration) this.clock.begin(clock?.value ?? realTime);
    if (clock !== null) this.clock.follow(clock.value, standsAt);
    return true;
  }

  /**
   * Stops the other clocks at an instant. Null lets them continue.
   *
   * @throws {ClockError} `clock_stopped` after a long silence of this instance, because another instance may have moved
   * the clock
   */
  async stand(at: number | null): Promise<void> {
    if (at === null) return this.#standNoMore();
    const steps = this.#steps ?? this.#newSteps(at);
    await (this.#steps === steps ? this.#standAt(steps, at) : this.#begin(steps));
    // The other clocks may already have continued.
    if (this.#steps !== steps) throw overtaken();
  }

  end(): void {
    this.#steps?.renewNoMore();
    this.#steps = null;
  }

  /**
   * Returns whether the other clocks have continued, because this instance was silent for too long. If so, this clock
   * follows the other clocks.
   */
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
    // Only this instance stores changes during the steps.
    this.#known = null;
    const text = `DELETE FROM ${database.schema}.standing WHERE owner = $1`;
    await database.write({ text, values: [owner] });
  }

  #newSteps(at: number): Steps {
    const { generation = 0, clock = null } = this.#known ?? {};
    return { at, generation, version: (clock?.version ?? 0) + 1, renewNoMore: () => {} };
  }

  /** Begins the steps. Fails if another instance is stepping the clock or has moved it since the last read. */
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

  /** Stops the other clocks at an instant before the stored clock, unless the stored clock has changed. */
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
