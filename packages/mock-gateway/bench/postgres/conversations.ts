import type { Comparison } from '../../../../scripts/bench/compare.ts';
import { type Conversation, countedWayTo, type Said } from './conversation.ts';
import { bothSides, create, peer } from './sides.ts';

const requests = 500;

/** What a create says to PostgreSQL and hears from it, the log of requests included. */
export const conversations: readonly Comparison[] = [1, 10, 64].flatMap((connections) => [
  {
    name: `round trips to PostgreSQL for a create, over ${connections} connections, against ${peer}`,
    unit: 'round trips',
    wanted: { atMost: connections === 1 ? 4 : 1 },
    rounds: 3,
    open: () => counted(connections, ({ roundTrips }) => roundTrips),
  },
  {
    name: `what a create says to PostgreSQL and hears, over ${connections} connections, against ${peer}`,
    unit: 'bytes',
    wanted: { atMost: 20 },
    rounds: 3,
    open: () => counted(connections, ({ bytes }) => bytes),
  },
]);

async function counted(connections: number, what: (said: Said) => number) {
  const ways = new Map<string, Conversation>();
  const entrants = await bothSides(
    async (side) => {
      const said = () => what(ways.get(side.postgres.url)?.said() ?? { roundTrips: 0, bytes: 0 });
      const before = said();
      await create(side, requests, connections);
      return (said() - before) / requests;
    },
    async ({ url }) => {
      const way = await countedWayTo(url);
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
