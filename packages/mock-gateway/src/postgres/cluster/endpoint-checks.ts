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

interface Row {
  readonly told: string;
  readonly is_gone: boolean;
}

/** Number of reports within a lease. */
const said = 10;
const gone = 'The instance that ran the check has stopped.';

/** The webhook checks of one generation. */
export function sharedChecks(
  database: Database,
  { generation, notices, lease = 10_000 }: SharedChecksOptions,
): EndpointChecks {
  const { schema } = database;
  const running = new Map<string, AbortController>();
  notices.on('stop', (run) => running.get(run)?.abort());

  function run(id: string): RunningCheck {
    const stop = new AbortController();
    running.set(id, stop);
    const end = every(lease / said, () => say(id, null).catch(() => {}));
    return {
      stopped: stop.signal,
      tell: async (check) => {
        if (!isRunning(check)) {
          end();
          running.delete(id);
        }
        await say(id, check);
      },
    };
  }

  /** Reports the progress. Reads whether the check was stopped or is no longer valid. */
  async function say(id: string, check: EndpointCheck | null): Promise<void> {
    const text = `UPDATE ${schema}.checks SET until = clock_timestamp() + $2 * interval '1 ms',
        told = coalesce($3, told), is_running = coalesce($4, is_running)
      WHERE run = $1 RETURNING is_stopped`;
    const told = check === null ? null : JSON.stringify(check);
    const values = [id, lease, told, check === null ? null : isRunning(check)];
    const [row] = await database.write<{ readonly is_stopped: boolean }>({ text, values });
    if (row === undefined || row.is_stopped) running.get(id)?.abort();
  }

  return {
    async begin(mchId, check) {
      const id = randomUUID();
      const text = `INSERT INTO ${schema}.checks AS c (era, mch_id, run, is_running, told, until)
        VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 ms')
        ON CONFLICT (era, mch_id) DO UPDATE SET run = excluded.run, is_running = excluded.is_running,
          is_stopped = false, told = excluded.told, until = excluded.until
        WHERE NOT c.is_running OR c.until < clock_timestamp() RETURNING run`;
      const values = [generation, mchId, id, isRunning(check), JSON.stringify(check), lease];
      const begun = await database.write({ text, values });
      return begun.length === 0 ? null : run(id);
    },
    async last(mchId) {
      const text = `SELECT told, is_running AND until < clock_timestamp() AS is_gone
        FROM ${schema}.checks WHERE era = $1 AND mch_id = $2`;
      const [row] = await database.read<Row>({ text, values: [generation, mchId] });
      if (row === undefined) return null;
      const check: EndpointCheck = JSON.parse(row.told);
      return row.is_gone ? { ...check, state: 'failed', message: gone } : check;
    },
    async stop(mchId) {
      const text = `WITH stopped AS (
          UPDATE ${schema}.checks SET is_stopped = true
          WHERE era = $1 AND mch_id = $2 AND is_running RETURNING run
        ) SELECT pg_notify($3, 'stop ' || run) FROM stopped`;
      await database.write({ text, values: [generation, mchId, notices.channel] });
    },
  };
}

function isRunning({ state }: EndpointCheck): boolean {
  return state === 'running';
}
