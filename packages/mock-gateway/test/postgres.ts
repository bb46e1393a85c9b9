import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/postgres.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../src/postgres/connection/database.ts';
import { migrate } from '../src/postgres/schema/migrations.ts';
import { type PostgresStore, storeOf } from '../src/postgres/store/postgres-store.ts';
import type { ExpectedVersions } from '../src/postgres/store/write-commands.ts';
import type { Change } from '../src/store/store.ts';

/** Long limits, because a reachable database can take seconds on a busy machine. */
const patient = { patience: 60_000, silentAfter: 120_000, answerWithin: 120_000 };

export function postgresForTests() {
  let server: PostgresServer | undefined;
  const opened: { close(): Promise<void> }[] = [];
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  }, 300_000);
  afterAll(async () => {
    for (const database of opened) await database.close();
    await server?.stop();
  });
  const url = () => server?.url ?? '';
  const newSchema = () => {
    schemas += 1;
    return `test_${schemas}`;
  };
  const open = async (options: Partial<DatabaseOptions> = {}): Promise<Database> => {
    const database = await openDatabase({ url: url(), ...patient, ...options });
    opened.push(database);
    return database;
  };
  return {
    url,
    schema: newSchema,
    /** Opens a database, closed at the end of the file. */
    open,
    /** Opens a store, by default in a new schema, closed at the end of the file. */
    async store(options: Partial<DatabaseOptions> = {}): Promise<TestStore> {
      const store = await testStore(await open({ schema: newSchema(), ...options }));
      opened.unshift(store);
      return store;
    },
    /** Opens another gateway's store on the same schema. */
    async beside(
      { database: { schema } }: TestStore,
      options: Partial<DatabaseOptions> = {},
    ): Promise<TestStore> {
      return this.store({ schema: schema.replaceAll('"', ''), ...options });
    },
  };
}

/** A gateway's store, opened without its gateway. */
export interface TestStore extends PostgresStore {
  readonly database: Database;
  readonly expected: { generation: number; clockVersion: number; outdated: number };
}

/** A store that migrates its database and closes it. */
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
