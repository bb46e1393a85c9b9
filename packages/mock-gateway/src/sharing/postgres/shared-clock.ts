import { GatewayClock } from '../../clock/gateway-clock.ts';
import type { Database } from '../../store/postgres/database.ts';
import { every } from '../../store/postgres/timers.ts';
import type { Beat, Known } from './pulse.ts';

export interface SharedClockOptions {
  readonly database: Database;
  readonly owner: string;
  /** Hears of what failed behind its back. */
  readonly failed: (error: unknown) => void;
}

/** A machine's clock that is further off than that, ms, is put right; what is less may be the way to the database. */
const tolerance = 250;
const realTime = { offset: 0, frozenAt: null };
/** Real milliseconds for which the others' clocks stand without being told again. */
const standMs = 30_000;
const renewMs = 10_000;

/** One gateway's clock, which goes as those of the others do: by the database's time, and moved by whoever moves it. */
export class SharedClock {
  readonly #options: SharedClockOptions;
  /** What this machine's clock is behind the database's, ms. */
  #behind = 0;
  #known: Pick<Known, 'clock' | 'standsAt'> | null = null;
  /** Where the others stand while this gateway steps its own. */
  #steps: { at: number; readonly renewNoMore: () => void } | null = null;
  readonly clock = new GatewayClock({ realTime: () => Date.now() + this.#behind });

  constructor(options: SharedClockOptions) {
    this.#options = options;
  }

  /** Takes in where it is now; true when it goes otherwise than before. */
  take({ known: { clock, standsAt }, databaseTime, uncertainty }: Beat, isOtherEra: boolean): boolean {
    this.#setRight(databaseTime, uncertainty);
    // While this gateway steps it, it knows best.
    if (this.#steps !== null) return false;
    const before = this.#known;
    const isMoved = clock?.version !== before?.clock?.version || standsAt !== before?.standsAt;
    this.#known = { clock, standsAt };
    if (!isMoved && !isOtherEra) return false;
    // Of an era nobody has been told the time yet, and its clock may be behind that of this machine.
    if (isOtherEra) this.clock.begin(clock?.value ?? realTime);
    if (clock !== null) this.clock.follow(clock.value, standsAt);
    return true;
  }

  /** Lets the others stand at an instant; null lets them go on. */
  async stand(at: number | null): Promise<void> {
    const { database, owner } = this.#options;
    if (at === null) {
      this.#steps?.renewNoMore();
      this.#steps = null;
      // What was kept meanwhile is its own doing.
      this.#known = null;
      await database.write({
        text: `DELETE FROM ${database.schema}.standing WHERE owner = $1`,
        values: [owner],
      });
      return;
    }
    if (this.#steps === null) this.#steps = { at, renewNoMore: this.#renewing() };
    this.#steps.at = at;
    await this.#tell(at);
  }

  /** Nothing goes on behind its back any more. */
  end(): void {
    this.#steps?.renewNoMore();
    this.#steps = null;
  }

  #renewing(): () => void {
    return every(renewMs, () => {
      if (this.#steps !== null) this.#tell(this.#steps.at).catch(this.#options.failed);
    });
  }

  async #tell(at: number): Promise<void> {
    const { database, owner } = this.#options;
    await database.write({
      text: `INSERT INTO ${database.schema}.standing AS s (one, owner, at, until)
        VALUES (true, $1, $2, clock_timestamp() + $3 * interval '1 ms')
        ON CONFLICT (one) DO UPDATE SET owner = excluded.owner, at = excluded.at, until = excluded.until`,
      values: [owner, at, standMs],
    });
  }

  #setRight(databaseTime: number, uncertainty: number): void {
    const behind = databaseTime - Date.now();
    if (Math.abs(behind - this.#behind) > tolerance + uncertainty) this.#behind = Math.round(behind);
  }
}
