import { randomUUID } from 'node:crypto';
import type { EndpointCheck, EndpointChecks, RunningCheck } from '../../cluster/endpoint-checks.ts';
import { every } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import type { Notices } from './notices.ts';

export interface SharedChecksOptions {
  readonly generation: number;
  readonly notices: Notices;
  /** Real milliseconds without a report after which a check counts as ended, because its instance may be dead. */
  readonly lease?: number;
}

/** Number of reports within a lease. */
const said = 10;
const gone = 'The instance that ran the check has stopped.';

/** The webhook checks of one generation. */
export class SharedChecks implements EndpointChecks {
  readonly #database: Database;
  readonly #options: SharedChecksOptions;
  readonly #lease: number;
  readonly #running = new Map<string, AbortController>();

  constructor(database: Database, options: SharedChecksOptions) {
    this.#database = database;
    this.#options = options;
    this.#lease = options.lease ?? 10_000;
    options.notices.on('stop', (run) => this.#running.get(run)?.abort());
  }

  async begin(mchId: string, check: EndpointCheck): Promise<RunningCheck | null> {
    const run = randomUUID();
    const text = `INSERT INTO ${this.#database.schema}.checks AS c (era, mch_id, run, is_running, told, until)
      VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 ms')
      ON CONFLICT (era, mch_id) DO UPDATE SET run = excluded.run, is_running = excluded.is_running,
        is_stopped = false, told = excluded.told, until = excluded.until
      WHERE NOT c.is_running OR c.until < clock_timestamp() RETURNING run`;
    const values = [
      this.#options.generation,
      mchId,
      run,
      isRunning(check),
      JSON.stringify(check),
      this.#lease,
    ];
    const begun = await this.#database.write({ text, values });
    return begun.length === 0 ? null : this.#runs(run);
  }

  async last(mchId: string): Promise<EndpointCheck | null> {
    const text = `SELECT told, is_running AND until < clock_timestamp() AS is_gone
      FROM ${this.#database.schema}.checks WHERE era = $1 AND mch_id = $2`;
    const values = [this.#options.generation, mchId];
    const [row] = await this.#database.read<{ readonly told: string; readonly is_gone: boolean }>({
      text,
      values,
    });
    if (row === undefined) return null;
    const check: EndpointCheck = JSON.parse(row.told);
    return row.is_gone ? { ...check, state: 'failed', message: gone } : check;
  }

  async stop(mchId: string): Promise<void> {
    const { generation, notices } = this.#options;
    const text = `WITH stopped AS (
        UPDATE ${this.#database.schema}.checks SET is_stopped = true
        WHERE era = $1 AND mch_id = $2 AND is_running RETURNING run
      ) SELECT pg_notify($3, 'stop ' || run) FROM stopped`;
    await this.#database.write({ text, values: [generation, mchId, notices.channel] });
  }

  #runs(run: string): RunningCheck {
    const stop = new AbortController();
    this.#running.set(run, stop);
    const end = every(this.#lease / said, () => this.#say(run, null).catch(() => {}));
    return {
      stopped: stop.signal,
      tell: async (check) => {
        if (!isRunning(check)) {
          end();
          this.#running.delete(run);
        }
        await this.#say(run, check);
      },
    };
  }

  /** Reports the progress. Reads whether the check was stopped or is no longer valid. */
  async #say(run: string, check: EndpointCheck | null): Promise<void> {
    const text = `UPDATE ${this.#database.schema}.checks SET until = clock_timestamp() + $2 * interval '1 ms',
        told = coalesce($3, told), is_running = coalesce($4, is_running)
      WHERE run = $1 RETURNING is_stopped`;
    const told = check === null ? null : JSON.stringify(check);
    const values = [run, this.#lease, told, check === null ? null : isRunning(check)];
    const [row] = await this.#database.write<{ readonly is_stopped: boolean }>({ text, values });
    if (row === undefined || row.is_stopped) this.#running.get(run)?.abort();
  }
}

function isRunning({ state }: EndpointCheck): boolean {
  return state === 'running';
}
