import { afterEach } from 'vitest';
import { Notices } from '../src/postgres/cluster/notices.ts';
import type { Database } from '../src/postgres/connection/database.ts';
import { migrate } from '../src/postgres/schema/migrations.ts';
import { Asked } from './asked.ts';
import { postgresForTests } from './postgres.ts';

/** A gateway's connections to a database of several. */
export interface PostgresNode {
  readonly database: Database;
  readonly notices: Notices;
  /** Resolves when it hears what is called out. */
  readonly isListening: Promise<void>;
}

/** Ends of fresh databases on a server of the file's own. */
export function postgresEnds() {
  const postgres = postgresForTests();
  const opened = new Set<PostgresNode>();
  const asked = new Asked();
  afterEach(async () => {
    for (const { database, notices } of opened) {
      await notices.close();
      await database.close();
    }
    opened.clear();
  });

  async function openEnd(schema: string): Promise<PostgresNode> {
    const database = counted(await postgres.open({ schema }), asked);
    const notices = new Notices(database, () => {});
    const { promise: isListening, resolve } = Promise.withResolvers<void>();
    notices.on('mark', () => resolve());
    const end = { database, notices, isListening };
    opened.add(end);
    return end;
  }

  /** So many of one database, that hear each other. */
  async function open(count: number): Promise<readonly PostgresNode[]> {
    const schema = postgres.schema();
    const ends = await Promise.all(Array.from({ length: count }, () => openEnd(schema)));
    await Promise.all(ends.map(({ database }) => migrate(database)));
    await Promise.all(ends.map(({ isListening }) => isListening));
    return ends;
  }

  return {
    /** The address of the server. */
    server: postgres.url,
    /** Another connection to the same, for the store. */
    storeOn: ({ schema }: Database) => postgres.store({ schema: schema.replaceAll('"', '') }),
    open,
    async openTwo(): Promise<readonly [PostgresNode, PostgresNode]> {
      const [one, other] = await open(2);
      if (one === undefined || other === undefined) throw new Error('there are two');
      return [one, other];
    },
    /** Waits until everything that was asked for, and called out, has come everywhere. */
    async settled(): Promise<void> {
      await asked.answered();
      await Promise.all([...opened].map(marked));
      await asked.answered();
    },
  };
}

/** A notification of now follows all earlier ones. */
async function marked({ database, notices }: PostgresNode): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  notices.on('mark', () => resolve());
  await database.write({ text: 'SELECT pg_notify($1, $2)', values: [notices.channel, 'mark'] });
  await promise;
}

/** A database with its pending queries. */
function counted(database: Database, asked: Asked): Database {
  return {
    ...database,
    read: (statement) => asked.count(database.read(statement)),
    write: (statement) => asked.count(database.write(statement)),
  };
}
