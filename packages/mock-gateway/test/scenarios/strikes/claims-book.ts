import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { LeftOrder } from '../crashes/crashed-file.ts';

export interface EndedClaim {
  /** Order number and event, as in `Witness`. */
  readonly name: string;
  readonly fence: number;
  /** Epoch milliseconds by the database's clock. */
  readonly at: number;
  /** Names of the gateways whose connections made and ended the claim. */
  readonly claimant: string;
  readonly by: string;
  /** True if the lease had ended. */
  readonly ranOut: boolean;
  /** True if an attempt was recorded. If not, the gateway released the callback, or another instance claimed it. */
  readonly recorded: boolean;
}

export interface StoredCallback {
  readonly name: string;
  readonly state: string;
  readonly body: string;
  readonly attempts: number;
}

export interface Kept {
  readonly orders: ReadonlyMap<string, LeftOrder>;
  readonly callbacks: readonly StoredCallback[];
  /** Changes of a recorded attempt or a delivered callback after the end of the claim. */
  readonly changed: readonly string[];
}

/**
 * The history of callbacks, which triggers write in the transactions of the gateways. It contains every stored end of a
 * claim.
 */
export class ClaimsBook {
  readonly #pool: pg.Pool;
  readonly #schema: string;

  private constructor(pool: pg.Pool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
  }

  /** @param schema name of the gateway's schema */
  static async open(url: string, schema: string): Promise<ClaimsBook> {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on('error', () => {});
    onTestFinished(() => pool.end());
    await pool.query(bookOf(schema));
    return new ClaimsBook(pool, schema);
  }

  /** Ends the database connections of a gateway, whatever work is running. */
  async terminate(name: string): Promise<void> {
    await this.#rows('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      name,
    ]);
  }

  /** Returns epoch milliseconds by the clock of the leases. */
  async now(): Promise<number> {
    return (await this.#one<{ readonly now: number }>(`SELECT ${epochMs('clock_timestamp()')} AS now`)).now;
  }

  /** Resolves when the current leases have ended and other instances have claimed their callbacks. */
  async leasesEnded(leaseMs: number): Promise<void> {
    const until = (await this.now()) + leaseMs;
    const left = `SELECT count(*)::int AS count FROM ${this.#schema}.callbacks WHERE lease_until <= clock_timestamp()`;
    await this.#waitFor(async () => (await this.now()) > until && (await this.#one<Count>(left)).count === 0);
  }

  /** Resolves when no gateway holds a lock or stops the clocks. */
  async turnsEnded(): Promise<void> {
    const alive = (table: string) =>
      `(SELECT count(*) FROM ${this.#schema}.${table} WHERE until > clock_timestamp())`;
    const text = `SELECT (${alive('tickets')} + ${alive('standing')})::int AS count`;
    await this.#waitFor(async () => (await this.#one<Count>(text)).count === 0);
  }

  /** Returns the ended claims, in the order of their ends. */
  ended(): Promise<readonly EndedClaim[]> {
    return this.#rows(
      `SELECT name, fence::int, ${epochMs('at')} AS at, claimant, by, ran_out AS "ranOut", recorded
       FROM ${this.#schema}_book.ended ORDER BY n`,
    );
  }

  async kept(): Promise<Kept> {
    const schema = this.#schema;
    const orders = await this.#rows<LeftOrder>(
      `SELECT order_no AS "orderNo", reference, status FROM ${schema}.deposits
       UNION ALL SELECT order_no, mch_order_no, status FROM ${schema}.payouts`,
    );
    const callbacks = await this.#rows<StoredCallback>(
      `SELECT ${nameOf('c')} AS name, state, body,
         (SELECT count(*)::int FROM ${schema}.attempts WHERE callback_seq = c.seq) AS attempts
       FROM ${schema}.callbacks c`,
    );
    const changed = await this.#rows<{ readonly what: string }>(`SELECT what FROM ${schema}_book.changed`);
    return {
      orders: new Map(orders.map((order) => [order.orderNo, order])),
      callbacks,
      changed: changed.map(({ what }) => what),
    };
  }

  async #waitFor(holds: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + patienceMs; !(await holds()); )
      if (performance.now() > end) throw new Error('what was waited for has not come');
  }

  async #one<Row extends object>(text: string): Promise<Row> {
    const [row] = await this.#rows<Row>(text);
    if (row === undefined) throw new Error('there is no row');
    return row;
  }

  async #rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#pool.query<Row>(text, [...values])).rows;
  }
}

/** Real milliseconds to wait for an event that needs at most a lease. */
const patienceMs = 30_000;

interface Count {
  readonly count: number;
}

function epochMs(instant: string): string {
  return `(extract(epoch FROM ${instant}) * 1000)::float8`;
}

/** Name of a callback, as in `Witness`. */
function nameOf(callback: string): string {
  return `${callback}.order_no || ' ' || substr(${callback}.event, strpos(${callback}.event, '.') + 1)`;
}

function bookOf(schema: string): string {
  const book = `${schema}_book`;
  const gateway = `current_setting('application_name')`;
  return `
    CREATE SCHEMA ${book};
    CREATE TABLE ${book}.claims (owner text PRIMARY KEY, gateway text NOT NULL);
    CREATE TABLE ${book}.ended (
      n bigint GENERATED ALWAYS AS IDENTITY, name text NOT NULL, fence bigint NOT NULL, claimant text NOT NULL,
      by text NOT NULL, ran_out boolean NOT NULL, recorded boolean NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp());
    CREATE TABLE ${book}.changed (what text NOT NULL);

    CREATE FUNCTION ${book}.note_claim() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.state = 'delivering' AND NEW.fence <> OLD.fence THEN
        INSERT INTO ${book}.claims VALUES (NEW.lease_owner, ${gateway}) ON CONFLICT DO NOTHING;
      END IF;
      IF OLD.state = 'delivering' AND (NEW.state <> 'delivering' OR NEW.fence <> OLD.fence) THEN
        INSERT INTO ${book}.ended (name, fence, claimant, by, ran_out, recorded)
          SELECT ${nameOf('OLD')}, OLD.fence, gateway, ${gateway}, OLD.lease_until <= clock_timestamp(),
            NEW.state <> 'pending' OR NEW.next_attempt_at <> OLD.next_attempt_at
          FROM ${book}.claims WHERE owner = OLD.lease_owner;
      END IF;
      IF OLD.state = 'delivered' AND NEW IS DISTINCT FROM OLD THEN
        INSERT INTO ${book}.changed VALUES (${nameOf('OLD')} || ' was delivered');
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER noted AFTER UPDATE ON ${schema}.callbacks FOR EACH ROW EXECUTE FUNCTION ${book}.note_claim();

    CREATE FUNCTION ${book}.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ${book}.changed VALUES (OLD::text);
      RETURN NULL;
    END $$;
    CREATE TRIGGER noted AFTER UPDATE OR DELETE ON ${schema}.attempts
      FOR EACH ROW EXECUTE FUNCTION ${book}.note_change();
  `;
}
