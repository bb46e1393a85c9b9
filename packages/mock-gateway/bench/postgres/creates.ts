import type { Comparison } from '../../../../scripts/bench/compare.ts';
import { processorOf } from '../../../../scripts/bench/processes.ts';
import { bothSides, create, peer, type Side } from './sides.ts';

const requests = 2_000;

/** By the rate, as users have it; and by what it takes of the processor, which a busy machine falsifies least. */
export const creates: readonly Comparison[] = [10, 64].flatMap((connections) => [
  {
    name: `signed creates on PostgreSQL over ${connections} connections, against ${peer}`,
    unit: 'requests/s',
    wanted: { atLeast: 0.6 },
    rounds: 5,
    open: () => bothSides((side) => create(side, requests, connections)),
  },
  {
    name: `the same creates over ${connections} connections, by CPU time`,
    unit: 'requests per second of CPU time, with PostgreSQL',
    wanted: { atLeast: 0.6 },
    rounds: 5,
    open: () => bothSides((side) => perProcessor(side, connections)),
  },
]);

async function perProcessor(side: Side, connections: number): Promise<number> {
  const before = await processor(side);
  await create(side, requests, connections);
  return requests / ((await processor(side)) - before);
}

/** Seconds so far, those of the database included where it runs here. */
async function processor({ server, postgres: { pid } }: Side): Promise<number> {
  return (await server.report()).processor + (pid === null ? Number.NaN : processorOf(pid));
}
