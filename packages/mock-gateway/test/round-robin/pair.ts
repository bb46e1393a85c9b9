import { hash } from 'node:crypto';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import type { Store } from '../../src/store/store.ts';
import { postgresForTests } from '../postgres.ts';
import { openOne } from './one.ts';
import { roundRobin } from './round-robin.ts';

export interface Pairs {
  /**
   * Opens a gateway of two alternating instances. A schema replaces the database file of a test, so a second open finds
   * its data.
   *
   * @param change changes the store of each instance
   */
  readonly open: (options?: GatewayOptions, change?: (store: Store) => Store) => Promise<MockGateway>;
  /** Deletes the content of a database file. */
  readonly empty: (file: string) => Promise<void>;
}

export function pairsForTests(): Pairs {
  const postgres = postgresForTests();
  const free: string[] = [];
  const schemaOf = (file: string) => `file_${hash('md5', file)}`;

  type Change = Parameters<Pairs['open']>[1];

  async function openOn(schema: string, options: GatewayOptions, change: Change): Promise<MockGateway> {
    const own = { ...options, db: postgres.url(), schema };
    const one = await openOne(own, change);
    try {
      return roundRobin([one, await openOne({ ...own, clock: undefined }, change)]);
    } catch (error) {
      await one.close();
      throw error;
    }
  }

  /** Opens an in-memory database, whose content is deleted when it closes. */
  async function openInMemory(options: GatewayOptions, change: Change): Promise<MockGateway> {
    const schema = free.pop() ?? postgres.newSchema();
    const gateway = await openOn(schema, options, change);
    let closed: Promise<void> | undefined;
    const close = async () => {
      await gateway.close();
      await postgres.empty(schema);
      free.push(schema);
    };
    return new Proxy(gateway, {
      get: (all, name, receiver) =>
        name === 'close' ? () => (closed ??= close()) : Reflect.get(all, name, receiver),
    });
  }

  return {
    open: ({ db, ...options } = {}, change) =>
      db === undefined ? openInMemory(options, change) : openOn(schemaOf(db), options, change),
    empty: (file) => postgres.empty(schemaOf(file)),
  };
}
