import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/postgres.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../src/postgres/connection/database.ts';
import { migrate } from '../src/postgres/schema/migrations.ts';
import { type PostgresStore, storeOf } from '../src/postgres/store/postgres-store.ts';
import type { ExpectedVersions } from '../src/postgres/store/write-commands.ts';
import type { Change } from '../src/store/store.ts';
import { empty, shapeOf } from './postgres-schemas.ts';

/** Use long time limits, because even a reachable database can need seconds on a busy machine. */
const patient = { patience: 60_000, silentAfter: 120_000, answerWithin: 120_000 };

/** A database with its schemas. */
interface Prepared {
  readonly server: PostgresServer;
  readonly schemas: Schemas;
}

/** The database of this process. Test files use it one after the other, because each new schema takes 0.1 s of CPU time. */
let shared: Promise<Prepared> | undefined;

function preparedOnce(): Promise<Prepared> {
  shared ??= prepare();
  return shared;
}

async function prepare(): Promise<Prepared> {
  const server = await startPostgres();
  return { server, schemas: new Schemas(server.url) };
}

/**
 * A database for the tests of a file.
 *
 * @param options set `isOwn` for tests that change the settings of the database
 */
export function postgresForTests({ isOwn = false }: { readonly isOwn?: boolean } = {}) {
  let prepared: Prepared | undefined;
  const opened: { close(): Promise<void> }[] = [];
  const url = () => prepared?.server.url ?? '';
  const schemas = (): Schemas => {
    if (prepared === undefined) throw new Error('The database is available in tests only');
    return prepared.schemas;
  };
  const closeAll = async () => {
    for (const one of opened.splice(0)) await one.close();
  };
  beforeAll(async () => {
    prepared = await (isOwn ? prepare() : preparedOnce());
    await schemas().begin();
  }, 300_000);
  beforeEach(async () => {
    await closeAll();
    await schemas().reuse();
  });
  afterAll(async () => {
    await closeAll();
    await prepared?.schemas.end();
    if (isOwn) await prepared?.server.stop();
  });
  const open = async (options: Partial<DatabaseOptions> = {}): Promise<Database> => {
    const database = await openDatabase({ url: url(), ...patient, ...options });
    opened.push(database);
    return database;
  };
  return {
    url,
    /** Name of a schema without data. An earlier test may have used its tables. */
    schema: () => schemas().next(),
    /** Name of a schema that does not exist. */
    newSchema: () => schemas().nameNew(),
    /** Empties a schema within a test. */
    empty: (schema: string) => schemas().empty(schema),
    /** Opens a database, closed before the next test. */
    open,
    /** Opens a store, by default in a schema without data, closed before the next test. */
    async store(options: Partial<DatabaseOptions> = {}): Promise<TestStore> {
      const store = await testStore(await open({ ...options, schema: options.schema ?? schemas().next() }));
      opened.unshift(store);
      return store;
    },
    /** Opens the store of another instance on the same schema. */
    async beside(
      { database: { schema } }: TestStore,
      options: Partial<DatabaseOptions> = {},
    ): Promise<TestStore> {
      return this.store({ schema: schema.replaceAll('"', ''), ...options });
    },
  };
}

/** Schemas of a database. A test gets the emptied schemas of earlier tests, unless a test has changed their tables. */
class Schemas {
  readonly #url: string;
  /** Its connection empties the schemas. */
  #database: Database | undefined;
  #shape: unknown;
  #named = 0;
  readonly #used = new Set<string>();
  readonly #free: string[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Prepares for the tests of a file. */
  async begin(): Promise<void> {
    const database = await openDatabase({ url: this.#url, ...patient });
    this.#database = database;
    if (this.#shape !== undefined) return;
    const schema = this.nameNew();
    await migrate({ ...database, schema: `"${schema}"` });
    this.#shape = await shapeOf(database, schema);
    this.#free.push(schema);
  }

  nameNew(): string {
    this.#named += 1;
    return `test_${this.#named}`;
  }

  next(): string {
    const schema = this.#free.shift() ?? this.nameNew();
    this.#used.add(schema);
    return schema;
  }

  async empty(schema: string): Promise<void> {
    if (this.#database !== undefined) await empty(this.#database, schema);
  }

  /** Prepares the schemas of the last test for the next test. */
  async reuse(): Promise<void> {
    const used = [...this.#used];
    this.#used.clear();
    for (const schema of used) {
      if (this.#database === undefined || (await shapeOf(this.#database, schema)) !== this.#shape) continue;
      await this.empty(schema);
      this.#free.push(schema);
    }
  }

  async end(): Promise<void> {
    await this.#database?.close();
    this.#database = undefined;
  }
}

/** A gateway's store, opened without its gateway. */
export interface TestStore extends PostgresStore {
  readonly database: Database;
  readonly expected: { generation: number; clockVersion: number; outdated: number };
}

/** Opens a store. Upgrades its database first, and closes the database with the store. */
async function testStore(database: Database): Promise<TestStore> {
  await migrate(database);
  const expected = { generation: 1, clockVersion: 0, outdated: 0 };
  const store = storeOf(database, trusting(expected));
  const note = (change: Change) => {
    for (const write of change) if (write.write === 'put_clock') expected.clockVersion = write.version;
  };
  return {
    ...store,
    database,
    expected,
    async commit(change) {
      const result = await store.commit(change);
      if (result.committed) note(change);
      return result;
    },
    async startOver(change) {
      const result = await store.startOver(change);
      if (result.committed) expected.clockVersion = 0;
      if (result.committed) note(change);
      return result;
    },
  };
}

function trusting(expected: TestStore['expected']): ExpectedVersions {
  return {
    generation: () => expected.generation,
    clockVersion: () => expected.clockVersion,
    began(generation) {
      expected.generation = generation;
    },
    outdated() {
      expected.outdated += 1;
    },
  };
}
