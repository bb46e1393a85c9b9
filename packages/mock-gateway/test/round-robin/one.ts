import pg from 'pg';
import type { Generation, Shared } from '../../src/cluster/shared.ts';
import { openGateway } from '../../src/gateway.ts';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { openPostgresBackend } from '../../src/postgres/cluster/backend.ts';
import type { Driver } from '../../src/postgres/connection/driver.ts';
import { beginAs } from '../../src/start-clock.ts';
import type { Store } from '../../src/store/store.ts';

type Ask = (asked: object) => Promise<{ readonly rows?: Record<string, unknown>[] }>;

/**
 * Returns the machine's time whenever the gateway reads the database's time, because the test controls only the
 * machine's time.
 */
class OneTime extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const ask: Ask = this.query.bind(this);
    const asked: Ask = async (statement) => {
      const answer = await ask(statement);
      for (const row of answer.rows ?? []) if ('now' in row) row['now'] = BigInt(Date.now());
      return answer;
    };
    this.query = asked as typeof this.query;
  }
}

const driver: Driver = { Pool: pg.Pool, Client: OneTime };

/** Opens one of several instances on a database. `change` changes its store. */
export function openOne(
  options: GatewayOptions,
  change: (store: Store) => Store = (store) => store,
): Promise<MockGateway> {
  return openGateway(options, async ({ db = '', schema, clock = {} }) => {
    const backend = await openPostgresBackend({
      url: db,
      schema,
      driver,
      begin: (gatewayClock, isStored) => beginAs(gatewayClock, isStored, clock),
    });
    return { connect: (connecting) => changed(backend.connect(connecting), change) };
  });
}

/** Changes the store of a shared backend. */
function changed(shared: Shared, change: (store: Store) => Store): Shared {
  const generations = new WeakMap<Generation, Generation>();
  const generation = (own: Generation): Generation => {
    const known = generations.get(own) ?? { ...own, ended: own.ended, store: change(own.store) };
    generations.set(own, known);
    return known;
  };
  const startOver: Shared['startOver'] = async (fresh) => {
    const own = async () => {
      await shared.startOver(fresh);
      return { committed: true } as const;
    };
    await change({ ...shared.store, startOver: own }).startOver(fresh.change);
  };
  return {
    ...shared,
    startOver,
    store: change(shared.store),
    generation: () => generation(shared.generation()),
    generationAfterReset: async () => generation(await shared.generationAfterReset()),
  };
}
