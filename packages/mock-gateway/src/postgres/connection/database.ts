import { hash } from 'node:crypto';
import type { Client, ClientConfig } from 'pg';
import { isSchemaName, schemaNameRule, shownDatabase } from '../../store/database-address.ts';
import { elapsed, pause, within } from '../../store/real-time.ts';
import { StoreError, storeClosed } from '../../store/store-error.ts';
import { hasUsableOptions, listeningUrl } from './address.ts';
import { connected, readerPool } from './connections.ts';
import { type Driver, loadDriver, stream, types } from './driver.ts';
import { asStoreError, isAway, isPassing, isReadOnly, unavailable, unheard } from './errors.ts';
import { type Listener, leave, listenOn } from './listening.ts';
import { toJson, toText } from './text.ts';

/** Location of a gateway's database. */
export interface DatabaseOptions {
  /**
   * `postgres://user:password@host:port/database`, with the driver's own options (`sslmode`, …) after a `?`. For a
   * transaction pooler, set `prepare=false`, which uses unnamed statements. Set `listen=host:port` to the database
   * itself, because a pooler does not support notifications.
   */
  readonly url: string;
  /** The schema with all data of one gateway. The gateway creates a missing schema. */
  readonly schema?: string | undefined;
  /** Maximum wait for an unreachable database in real milliseconds. */
  readonly patience?: number | undefined;
  /** Real milliseconds after which a silent connection counts as broken. Must exceed the maximum wait for a lock. */
  readonly silentAfter?: number | undefined;
  /**
   * Real milliseconds after which a caller stops waiting for a database that does not respond. The time includes waits
   * for connections and queues. If the database responds to other calls, callers continue to wait, because the database
   * is only busy. The value is below the usual client timeout of ten seconds.
   */
  readonly answerWithin?: number | undefined;
  readonly driver?: Driver | undefined;
}

/** Parameters of a statement. Use `json` for a jsonb. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly string[]
  | readonly bigint[]
  | { readonly json: unknown };

/** SQL that contains `$1`, `$2`, … for its values. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly Parameter[];
}

/** One connection. Sends concurrent queries immediately and returns their results in order. */
export interface Connection {
  query<Row extends object>(statement: Statement): Promise<readonly Row[]>;
  /** Closes the connection and rejects all pending queries. */
  destroy(): void;
}

/** An exclusive connection. */
export interface OwnConnection extends Connection {
  /** Waits for all pending queries. */
  end(): Promise<void>;
}

/**
 * Options of a query. If `again` is true, repeats the query on another connection when the first connection breaks
 * before the result.
 */
export interface Use {
  readonly again?: boolean;
  /** Maximum duration of the whole query on one connection, in real milliseconds. */
  readonly answerWithin?: number;
  /** Start time of the timeout by `elapsed`, by default now. */
  readonly since?: number | undefined;
}

/** Time limits of a query, by `elapsed`. */
export interface Limits {
  /** Time at which queries to an unreachable database fail. */
  readonly until: number;
  /** Time at which the wait for a result ends. */
  readonly end: number;
}

/**
 * A database, or one schema of it. Several instances can share it. The methods reject with a StoreError if the database
 * itself fails.
 */
export interface Database {
  /** Description for messages, without the password. */
  readonly name: string;
  /** Quoted schema name, the prefix of every name in a statement: `${schema}.merchants`. */
  readonly schema: string;
  readonly patience: number;
  readonly silentAfter: number;
  readonly answerWithin: number;
  /** Sends a statement that only reads. Retries it if its connection breaks. */
  read<Row extends object>(statement: Statement, use?: Pick<Use, 'since'>): Promise<readonly Row[]>;
  /** Sends a statement that writes. Its outcome is unknown after an error `store_unavailable`. */
  write<Row extends object>(statement: Statement, use?: Pick<Use, 'since'>): Promise<readonly Row[]>;
  /** Lends one of the connections for reads. */
  use<T>(work: (connection: Connection) => Promise<T>, use?: Use): Promise<T>;
  /** Opens a separate long-lived connection, which calls `broken` when it breaks. */
  connect(broken: () => void, limits: Limits): Promise<OwnConnection>;
  /** Receives the notifications of a channel over a separate connection. Replaces a broken connection. */
  listen(listener: Listener): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** Number of connections for reads. */
const readers = 4;
/** Real milliseconds between two attempts to reach an unavailable database. */
const betweenTries = 50;

/**
 * Opens a database. The first connection is made for the first query.
 *
 * @throws {StoreError} `store_driver_missing`, or `store_unreadable` for an invalid URL or schema name
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return databaseWith({ ...options, driver: options.driver ?? (await loadDriver()) });
}

/** Opens a database with a loaded driver. */
export function databaseWith(options: DatabaseOptions & { readonly driver: Driver }): Database {
  const { schema = 'inrgate', driver } = options;
  const { patience = 2_000, silentAfter = 5_500, answerWithin = 8_000 } = options;
  // This check is required, because statements contain the schema name unescaped.
  if (!isSchemaName(schema)) {
    throw new StoreError(
      'store_unreadable',
      `${JSON.stringify(schema)} is not a valid schema name. Use ${schemaNameRule}`,
    );
  }
  if (!URL.canParse(options.url) || !hasUsableOptions(new URL(options.url))) {
    throw new StoreError(
      'store_unreadable',
      'the database URL is invalid. Use postgres://USER:PASSWORD@HOST/DATABASE',
    );
  }
  const name = `${shownDatabase(options.url)}, schema ${schema},`;
  const { url } = options;
  const prepare = new URL(url).searchParams.get('prepare') !== 'false';
  const config = (url: string): ClientConfig => ({
    connectionString: url,
    types,
    stream,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: patience,
    fallback_application_name: 'inrgate',
  });
  const facts = { name, schema: `"${schema}"`, patience, silentAfter, answerWithin };
  return databaseOver({
    ...facts,
    driver,
    asked: statements(prepare),
    config: config(url),
    listening: config(listeningUrl(url)),
  });
}

interface Parts extends Pick<Database, 'name' | 'schema' | 'patience' | 'silentAfter' | 'answerWithin'> {
  readonly driver: Driver;
  readonly config: ClientConfig;
  readonly listening: ClientConfig;
  readonly asked: ReturnType<typeof statements>;
}

function databaseOver({ driver, config, listening, asked, ...facts }: Parts): Database {
  const { name, patience, silentAfter, answerWithin } = facts;
  const pool = readerPool(driver, config, { size: readers, patience });
  let isClosed = false;

  /** Time of the last successful read, or 0 after a failure. */
  let answeredAt = 0;

  async function use<T>(work: (connection: Connection) => Promise<T>, options: Use = {}): Promise<T> {
    const { since = elapsed(), again = false, answerWithin: whole } = options;
    const waitsFrom = () => Math.max(since, answeredAt);
    const end = () => waitsFrom() + (whole ?? answerWithin);
    for (;;) {
      const client = await reach(() => pool.lend(end), { until: waitsFrom() + patience, end: end() });
      let isBroken = false;
      const connection = over(client, asked);
      const late = () => connection.destroy();
      client.on('error', late);
      try {
        const answer = await within(
          Math.min(whole ?? silentAfter, end() - elapsed()),
          work(connection),
          late,
        );
        answeredAt = elapsed();
        return answer;
      } catch (error) {
        isBroken = isAway(error);
        if (isBroken) answeredAt = 0;
        // The other connections lead to the same server, and later reads would continue to use them.
        if (isReadOnly(error)) pool.distrust();
        const mayGoWell = again && (isBroken || isPassing(error));
        // A lock wait ends even if the database responds to other calls.
        const last = isBroken ? end() : since + (whole ?? answerWithin);
        if (!mayGoWell || elapsed() >= last) throw asStoreError(error, name);
      } finally {
        client.off('error', late);
        client.release(isBroken);
      }
    }
  }

  /** Waits once if the database is unreachable. */
  async function reach<T>(connect: () => Promise<T>, { until, end }: Limits): Promise<T> {
    for (let trouble: unknown; ; ) {
      if (isClosed) throw storeClosed(name);
      if (elapsed() >= end) throw unavailable(name, trouble);
      try {
        return await connect();
      } catch (error) {
        trouble = error;
        if (!isAway(error)) throw asStoreError(error, name);
        if (elapsed() + betweenTries > until) throw unavailable(name, error);
        await pause(betweenTries);
      }
    }
  }

  return {
    ...facts,
    use,
    read: (statement, since) => use((connection) => connection.query(statement), { ...since, again: true }),
    write: (statement, since) => use((connection) => connection.query(statement), since),
    async connect(broken, limits) {
      const attempt = () => {
        const connectionTimeoutMillis = Math.max(1, Math.min(patience, limits.end - elapsed()));
        return connected(new driver.Client({ ...config, connectionTimeoutMillis }), connectionTimeoutMillis);
      };
      const client = await reach(attempt, limits);
      client.on('error', broken);
      return { ...over(client, asked), end: () => leave(client) };
    },
    listen: ({ failed, ...listener }) =>
      listenOn(() => connected(new driver.Client(listening), patience), {
        ...listener,
        patience,
        failed: (error) => failed(unheard(name, error)),
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await pool.close();
    },
  };
}

/** Gives each statement a name, so each connection prepares the statement only once. */
function statements(prepare: boolean) {
  const names = new Map<string, string>();
  return ({ text, values = [] }: Statement) => {
    const given = values.map(toGiven);
    if (!prepare || values.length === 0) return { text, values: given };
    // Equal statements of different gateways get the same name, because a pooler may share their connections.
    const name = names.get(text) ?? `inrgate_${hash('sha256', text).slice(0, 32)}`;
    names.set(text, name);
    return { name, text, values: given };
  };
}

/** Converts strings to a form that the database can store. */
function toGiven(value: Parameter): unknown {
  if (typeof value === 'string') return toText(value);
  if (Array.isArray(value)) return value.map(toGiven);
  return typeof value === 'object' && value !== null && 'json' in value ? toJson(value.json) : value;
}

function over(client: Client, asked: ReturnType<typeof statements>): Connection {
  return {
    query: async <Row extends object>(statement: Statement) =>
      (await client.query<Row>(asked(statement))).rows,
    destroy: () => void client.connection.stream.destroy(),
  };
}
