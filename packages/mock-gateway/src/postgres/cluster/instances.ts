import type { Instances, OwnInstance } from '../../cluster/instances.ts';
import { every } from '../../store/real-time.ts';
import type { Database } from '../connection/database.ts';
import { Groups } from './groups.ts';

export interface SharedInstancesOptions {
  /** Real milliseconds without a report after which an instance counts as dead. */
  readonly lease?: number;
  /** Real milliseconds between two reports. */
  readonly sayEvery?: number;
}

interface Row {
  readonly id: string;
  readonly started_at: bigint;
  readonly delivering: bigint;
}

/** The registration of one instance. */
export function sharedInstances(
  database: Database,
  { lease = 10_000, sayEvery = 1_000 }: SharedInstancesOptions = {},
): Instances {
  const { schema } = database;
  const said = new Groups((all: readonly OwnInstance[]) => say(all).then(() => all));
  let own: { readonly instance: OwnInstance; readonly end: () => void } | null = null;

  async function say(all: readonly OwnInstance[]): Promise<void> {
    const instance = all.at(-1);
    if (instance === undefined) return;
    const text = `WITH gone AS (
        DELETE FROM ${schema}.instances WHERE id IN (
          SELECT id FROM ${schema}.instances WHERE until < clock_timestamp() AND id <> $1 FOR UPDATE SKIP LOCKED
        )
      ) INSERT INTO ${schema}.instances VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
        ON CONFLICT (id) DO UPDATE SET delivering = excluded.delivering, until = excluded.until`;
    const values = [instance.id, instance.startedAt, instance.delivering(), lease];
    await database.write({ text, values });
  }

  return {
    async join(instance) {
      const end = every(sayEvery, () => said.ask(instance).catch(() => {}));
      own = { instance, end };
      await said.ask(instance);
    },
    async list() {
      const text = `SELECT id, started_at, delivering FROM ${schema}.instances
        WHERE until > clock_timestamp() ORDER BY started_at, id`;
      return (await database.read<Row>({ text })).map(({ id, started_at: startedAt, delivering }) => ({
        id,
        startedAt: Number(startedAt),
        delivering: id === own?.instance.id ? own.instance.delivering() : Number(delivering),
      }));
    },
    async leave() {
      if (own === null) return;
      const { instance, end } = own;
      own = null;
      end();
      // Wait, because no earlier report may arrive after the removal.
      await said.idle();
      await database.write({ text: `DELETE FROM ${schema}.instances WHERE id = $1`, values: [instance.id] });
    },
  };
}
