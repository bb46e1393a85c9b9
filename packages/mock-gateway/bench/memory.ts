import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';
import { load, signedPayin } from './load.ts';

const servers = new URL('./servers.ts', import.meta.url);
/** Orders that each measurement adds. */
const more = 20_000;
const megabyte = 1024 * 1024;

/** What orders take: a process of its own, measured from outside, after a collection. */
export const memoryComparisons: readonly Comparison[] = [
  {
    name: 'memory of an order in memory, of up to 200,000, against the budget',
    unit: 'bytes',
    wanted: { atMost: 1 },
    open: () => grown('per order', 1_500),
  },
  {
    name: 'memory of the process with a file, of up to 200,000 orders, against the budget',
    unit: 'MB',
    wanted: { atMost: 1 },
    open: () => inFile(),
  },
];

async function inFile(): Promise<Entrants> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  const entrants = await grown('in all', 200, path.join(folder, 'orders.db'));
  const close = async () => {
    await entrants.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...entrants, close };
}

async function grown(
  what: 'per order' | 'in all',
  budget: number,
  ...file: readonly string[]
): Promise<Entrants> {
  const server = await startServer(servers, 'gateway', ...file);
  let made = 0;
  const fill = async () => {
    const bodies = Array.from({ length: more }, () => signedPayin());
    await load(`${server.url}payin`, { bodies, connections: 64 });
    made += more;
  };
  // What a process takes once, such as compiled code, is no order's.
  await fill();
  const { resident: before } = await server.report('collected');
  made = 0;
  return {
    measures: [
      [
        'gateway',
        async () => {
          await fill();
          const { resident } = await server.report('collected');
          return what === 'per order' ? (resident - before) / made : resident / megabyte;
        },
      ],
      ['budget', async () => budget],
    ],
    close: () => server.stop(),
  };
}
