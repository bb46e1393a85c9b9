import type { Comparison } from '../../../../scripts/bench/compare.ts';
import { bothSides, create, peer, processor, type Side } from './sides.ts';

const requests = 2_000;

/** By the rate, as users have it; and by what it takes of the processor, which a busy machine falsifies least. */
export const creates: readonly Comparison[] = [10, 64].flatMap((connections) => [
  {
    name: `signed creates on PostgreSQL over ${connections} connections, against ${peer}`,
    unit: 'requests/s',
    wanted: { atLeast: 0.6 },
    rounds: 5,
    open: () => bothSides(({ server }) => create(server, requests, connections)),
  },
  {
    name: `the same creates over ${connections} connections, by CPU time`,
    unit: 'requests per second of CPU time, with PostgreSQL',
    wanted: { atLeast: 0.6 },
    rounds: 5,
    open: () => bothSides((side) => perProcessor(side, connections)),
  },
]);

async function perProcessor({ server, postgres }: Side, connections: number): Promise<number> {
  const before = await processor([server], postgres);
  await create(server, requests, connections);
  return requests / ((await processor([server], postgres)) - before);
}
