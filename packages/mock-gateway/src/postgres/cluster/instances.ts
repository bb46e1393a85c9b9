import type { Instance, Instances, OwnInstance } from '../../cluster/instances.ts';
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
export class SharedInstances implements Instances {
  readonly #database: Database;
  readonly #lease: number;
  readonly #sayEvery: number;
  readonly #said = new Groups((all: readonly OwnInstance[]) => this.#say(all).then(() => all));
  #own: { readonly instance: OwnInstance; readonly end: () => void } | null = null;

  constructor(database: Database, { lease = 10_000, sayEvery = 1_000 }: SharedInstancesOptions = {}) {
    this.#database = database;
    this.#lease = lease;
    this.#sayEvery = sayEvery;
  }

  async join(instance: OwnInstance): Promise<void> {
    const end = every(this.#sayEvery, () => this.#said.ask(instance).catch(() => {}));
    this.#own = { instance, end };
    await this.#said.ask(instance);
  }

  async list(): Promise<readonly Instance[]> {
    const text = `SELECT id, started_at, delivering FROM ${this.#database.schema}.instances
      WHERE until > clock_timestamp() ORDER BY started_at, id`;
    const own = this.#own?.instance;
    return (await this.#database.read<Row>({ text })).map(({ id, started_at: startedAt, delivering }) => ({
      id,
      startedAt: Number(startedAt),
      delivering: id === own?.id ? own.delivering() : Number(delivering),
    }));
  }

  async leave(): Promise<void> {
    if (this.#own === null) return;
    const { instance, end } = this.#own;
    this.#own = null;
    end();
    // Wait, because no earlier report may arrive after the removal.
    await this.#said.idle();
    const text = `DELETE FROM ${this.#database.schema}.instances WHERE id = $1`;
    await this.#database.write({ text, values: [instance.id] });
  }

  async #say(all: readonly OwnInstance[]): Promise<void> {
    const own = all.at(-1);
    if (own === undefined) return;
    const { schema } = this.#database;
    const text = `WITH gone AS (
        DELETE FROM ${schema}.instances WHERE id IN (
          SELECT id FROM ${schema}.instances WHERE until < clock_timestamp() AND id <> $1 FOR UPDATE SKIP LOCKED
        )
      ) INSERT INTO ${schema}.instances VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
        ON CONFLICT (id) DO UPDATE SET delivering = excluded.delivering, until = excluded.until`;
    const values = [own.id, own.startedAt, own.delivering(), this.#lease];
    await this.#database.write({ text, values });
  }
}
