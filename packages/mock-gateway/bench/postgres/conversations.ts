import type { Comparison } from '../../../../scripts/bench/compare.ts';
import { openPostgresProxy, type Passed, type PostgresProxy } from '../../test/open-postgres-proxy.ts';
import { bothSides, create, peer } from './sides.ts';

const requests = 500;

/** Messages between a create and PostgreSQL, including those for the log of requests. */
export const conversations: readonly Comparison[] = [1, 10, 64].flatMap((connections) => [
  {
    name: `round trips to PostgreSQL for a create, over ${nounOf(connections)}, against ${peer}`,
    unit: 'round trips',
    wanted: { atMost: connections === 1 ? 4 : 1 },
    rounds: 3,
    open: () => counted(connections, ({ roundTrips }) => roundTrips),
  },
  {
    name: `bytes between a create and PostgreSQL, over ${nounOf(connections)}, against ${peer}`,
    unit: 'bytes',
    wanted: { atMost: 20 },
    rounds: 3,
    open: () => counted(connections, ({ sent, received }) => sent + received),
  },
]);

function nounOf(connections: number): string {
  return connections === 1 ? '1 connection' : `${connections} connections`;
}

async function counted(connections: number, what: (passed: Passed) => number) {
  const ways = new Map<string, PostgresProxy>();
  const entrants = await bothSides(
    async (side) => {
      const way = ways.get(side.postgres.url);
      way?.passed();
      await create(side.server, requests, connections);
      return way === undefined ? 0 : what(way.passed()) / requests;
    },
    async ({ url }) => {
      const way = await openPostgresProxy(url);
      ways.set(url, way);
      return way.url;
    },
  );
  return {
    ...entrants,
    async close() {
      await entrants.close();
      await Promise.all([...ways.values()].map((way) => way.close()));
    },
  };
}
