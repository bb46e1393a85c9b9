import { setImmediate as turn } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { Notices } from '../src/sharing/postgres/notices.ts';
import type { Database } from '../src/store/postgres/database.ts';
import { migrate } from '../src/store/postgres/migrations.ts';
import { postgresForTests } from './postgres.ts';

/** A gateway's connections to a database of several. */
export interface PostgresEnd {
  readonly database: Database;
  readonly notices: Notices;
  /** Resolves when it hears what is called out. */
  readonly isListening: Promise<void>;
}

/** Ends of fresh databases on a server of the file's own. */
export function postgresEnds() {
  const postgres = postgresForTests();
  const opened = new Set<PostgresEnd>();
  const asked = new Set<Promise<unknown>>();
  afterEach(async () => {
    for (const { database, notices } of opened) {
      await notices.close();
      await database.close();
    }
    opened.clear();
  });

  async function openEnd(schema: string): Promise<PostgresEnd> {
    const database = counted(await postgres.open({ schema }), asked);
    const notices = new Notices(database, () => {});
    const { promise: isListening, resolve } = Promise.withResolvers<void>();
    notices.on('mark', () => resolve());
    const end = { database, notices, isListening };
    opened.add(end);
    return end;
  }

  /** So many of one database, that hear each other. */
  async function open(count: number): Promise<readonly PostgresEnd[]> {
    const schema = postgres.schema();
    const ends = await Promise.all(Array.from({ length: count }, () => openEnd(schema)));
    await Promise.all(ends.map(({ database }) => migrate(database)));
    await Promise.all(ends.map(({ isListening }) => isListening));
    return ends;
  }

  /** Waits until everything that was asked for has been answered. */
  async function answered(): Promise<void> {
    do {
      await Promise.allSettled(asked);
      await turn();
    } while (asked.size > 0);
  }

  return {
    /** The address of the server. */
    server: postgres.url,
    /** Another connection to the same, for the store. */
    storeOn: ({ schema }: Database) => postgres.store({ schema: schema.replaceAll('"', '') }),
    open,
    async openTwo(): Promise<readonly [PostgresEnd, PostgresEnd]> {
      const [one, other] = await open(2);
      if (one === undefined || other === undefined) throw new Error('there are two');
      return [one, other];
    },
    /** Waits until everything that was asked for, and called out, has come everywhere. */
    async settled(): Promise<void> {
      await answered();
      await Promise.all([...opened].map(marked));
      await answered();
    },
  };
}

/** What is called out now comes after everything before. */
async function marked({ database, notices }: PostgresEnd): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  notices.on('mark', () => resolve());
  await database.write({ text: 'SELECT pg_notify($1, $2)', values: [notices.channel, 'mark'] });
  await promise;
}

/** Of which is known what is under way. */
function counted(database: Database, asked: Set<Promise<unknown>>): Database {
  const count = <T>(work: Promise<T>) => {
    asked.add(work);
    const ended = () => asked.delete(work);
    work.then(ended, ended);
    return work;
  };
  return {
    ...database,
    read: (statement) => count(database.read(statement)),
    write: (statement) => count(database.write(statement)),
  };
}
