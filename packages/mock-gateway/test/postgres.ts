import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/postgres.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../src/store/postgres/database.ts';

/** A server for the tests of a file. */
export function postgresForTests() {
  let server: PostgresServer | undefined;
  const opened: Database[] = [];
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await server?.stop();
  });
  const url = () => server?.url ?? '';
  return {
    url,
    /** The name of a schema that no other test has. */
    schema() {
      schemas += 1;
      return `test_${schemas}`;
    },
    /** Closed at the end of the file. */
    async open(options: Partial<DatabaseOptions> = {}): Promise<Database> {
      const database = await openDatabase({ url: url(), ...options });
      opened.push(database);
      return database;
    },
  };
}
