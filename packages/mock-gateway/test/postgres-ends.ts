import { afterEach } from 'vitest';
import { Notices } from '../src/postgres/cluster/notices.ts';
import type { Database } from '../src/postgres/connection/database.ts';
import { migrate } from '../src/postgres/schema/migrations.ts';
import { Asked } from './asked.ts';
import { postgresForTests } from './postgres.ts';

/** Connections of an instance to a shared database. */
export interface PostgresNode {
  readonly database: Database;
  readonly notices: Notices;
  /** Resolves when the instance receives notifications. */
  readonly isListening: Promise<void>;
}

/** Opens instances on new databases. The test file has its own server. */
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

  /** Opens `count` instances on one database. */
  async function open(count: number): Promise<readonly PostgresNode[]> {
    const schema = postgres.schema();
    const ends = await Promise.all(Array.from({ length: count }, () => openEnd(schema)));
    await Promise.all(ends.map(({ database }) => migrate(database)));
    await Promise.all(ends.map(({ isListening }) => isListening));
    return ends;
  }

  return {
    server: postgres.url,
    /** Opens another connection to the same database, for the store. */
    storeOn: ({ schema }: Database) => postgres.store({ schema: schema.replaceAll('"', '') }),
    open,
    async openTwo(): Promise<readonly [PostgresNode, PostgresNode]> {
      const [one, other] = await open(2);
      if (one === undefined || other === undefined) throw new Error('there are two');
      return [one, other];
    },
    /** Waits until all queries have ended, and all notifications have arrived at every instance. */
    async settled(): Promise<void> {
      await asked.answered();
      await Promise.all([...opened].map(marked));
      await asked.answered();
    },
  };
}

/** Waits for a new notification, which follows all earlier notifications. */
async function marked({ database, notices }: PostgresNode): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  notices.on('mark', () => resolve());
  await database.write({ text: 'SELECT pg_notify($1, $2)', values: [notices.channel, 'mark'] });
  await promise;
}

/** A database that records its pending queries. */
function counted(database: Database, asked: Asked): Database {
  return {
    ...database,
    read: (statement) => asked.count(database.read(statement)),
    write: (statement) => asked.count(database.write(statement)),
  };
}
