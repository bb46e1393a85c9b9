import { ClockError, GatewayClock } from '../../clock/gateway-clock.ts';
import type { Database } from '../../store/postgres/database.ts';
import { every } from '../../store/postgres/timers.ts';
import type { Beat, Known } from './pulse.ts';

export interface SharedClockOptions {
  readonly database: Database;
  readonly owner: string;
  /** Real milliseconds for which the others' clocks stand without being told again. */
  readonly leaseMs?: number;
  /** Hears of what failed behind its back. */
  readonly failed: (error: unknown) => void;
}

/** A machine's clock that is further off than that, ms, is put right; what is less may be the way to the database. */
const tolerance = 250;
const realTime = { offset: 0, frozenAt: null };
/** How often the others are told within a lease that their clocks stand. */
const said = 3;

interface Steps {
  at: number;
  /** In which the clock was looked at: another one counts its versions anew. */
  readonly era: number;
  /** Of the clock that is kept while they are made. */
  readonly version: number;
  renewNoMore: () => void;
}

function overtaken(): ClockError {
  return new ClockError('clock_stopped', 'another gateway has moved the clock in the meantime');
}

/** One gateway's clock, which goes as those of the others do: by the database's time, and moved by whoever moves it. */
export class SharedClock {
  readonly #options: SharedClockOptions;
  readonly #leaseMs: number;
  /** What this machine's clock is behind the database's, ms. */
  #behind = 0;
  #known: Pick<Known, 'era' | 'clock' | 'standsAt'> | null = null;
  /** While this gateway steps its own, and the others stand. */
  #steps: Steps | null = null;
  /** An era that began while this gateway stepped its clock. */
  #isOtherEra = false;
  readonly clock = new GatewayClock({ realTime: () => Date.now() + this.#behind });

  constructor(options: SharedClockOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 30_000;
  }

  /** Takes in where it is now; true when it goes otherwise than before. */
  take({ known: { era, clock, standsAt }, databaseTime, uncertainty }: Beat, isOtherEra: boolean): boolean {
    this.#setRight(databaseTime, uncertainty);
    this.#isOtherEra ||= isOtherEra;
    // While this gateway steps it, it knows best.
    if (this.#steps !== null) return false;
    const before = this.#known;
    const isMoved = clock?.version !== before?.clock?.version || standsAt !== before?.standsAt;
    this.#known = { era, clock, standsAt };
    if (!isMoved && !this.#isOtherEra) return false;
    // Of an era nobody has been told the time yet, and its clock may be behind that of this machine.
    if (this.#isOtherEra) this.clock.begin(clock?.value ?? realTime);
    this.#isOtherEra = false;
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
    if (this.#steps !== null) return this.#standAt(this.#steps, at);
    const { era = 0, clock = null } = this.#known ?? {};
    const version = (clock?.version ?? 0) + 1;
    const steps = { at, era, version, renewNoMore: () => {} };
    this.#steps = steps;
    await this.#begin(steps);
    steps.renewNoMore = every(this.#leaseMs / said, () => {
      this.#standAt(steps, steps.at).catch(this.#options.failed);
    });
    if (this.#steps !== steps) steps.renewNoMore();
  }

  /** Nothing goes on behind its back any more. */
  end(): void {
    this.#steps?.renewNoMore();
    this.#steps = null;
  }

  async #standNoMore(): Promise<void> {
    const { database, owner } = this.#options;
    this.end();
    // What was kept meanwhile is its own doing.
    this.#known = null;
    const text = `DELETE FROM ${database.schema}.standing WHERE owner = $1`;
    await database.write({ text, values: [owner] });
  }

  /** Unless another one steps the clock, or has moved it since it was looked at. */
  async #begin({ at, era, version }: Steps): Promise<void> {
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
      values: [owner, at, this.#leaseMs, version - 1, era],
    });
    this.#assertStood(begun);
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
      values: [owner, at, this.#leaseMs, steps.version, steps.era],
    });
    this.#assertStood(stood);
  }

  /** A reset may have been heard of before that: what is known here of the clock is then of another era. */
  #assertStood(rows: readonly unknown[]): void {
    if (rows.length === 0 || this.#isOtherEra) throw overtaken();
  }

  #setRight(databaseTime: number, uncertainty: number): void {
    const behind = databaseTime - Date.now();
    if (Math.abs(behind - this.#behind) > tolerance + uncertainty) this.#behind = Math.round(behind);
  }
}
