import { hash } from 'node:crypto';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../src/index.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { postgresForTests } from '../postgres.ts';
import { roundRobin } from './round-robin.ts';
import { empty } from './schemas.ts';

/** What opens pairs of gateways on a PostgreSQL that the test file has. */
export interface Pairs {
  /** By turns one gateway. What a test calls a database file is a schema, and so there when it is opened again. */
  readonly open: (options?: GatewayOptions) => Promise<MockGateway>;
  /** A file that is as new. */
  readonly empty: (file: string) => Promise<void>;
}

export function pairsForTests(): Pairs {
  const postgres = postgresForTests();
  let database: Promise<Database> | undefined;
  const emptied = async (schema: string) => {
    database ??= postgres.open();
    await empty(await database, schema);
  };
  const free: string[] = [];
  const schemaOf = (file: string) => `file_${hash('md5', file)}`;

  async function openOn(schema: string, options: GatewayOptions): Promise<MockGateway> {
    const own = { ...options, db: postgres.url(), schema };
    const one = await createMockGateway(own);
    try {
      return roundRobin([one, await createMockGateway({ ...own, clock: undefined })]);
    } catch (error) {
      await one.close();
      throw error;
    }
  }

  /** In memory: gone when it is closed. */
  async function openInMemory(options: GatewayOptions): Promise<MockGateway> {
    const schema = free.pop() ?? postgres.schema();
    const gateway = await openOn(schema, options);
    let closed: Promise<void> | undefined;
    const close = async () => {
      await gateway.close();
      await emptied(schema);
      free.push(schema);
    };
    return new Proxy(gateway, {
      get: (all, name, receiver) =>
        name === 'close' ? () => (closed ??= close()) : Reflect.get(all, name, receiver),
    });
  }

  return {
    open: ({ db, ...options } = {}) =>
      db === undefined ? openInMemory(options) : openOn(schemaOf(db), options),
    empty: (file) => emptied(schemaOf(file)),
  };
}
