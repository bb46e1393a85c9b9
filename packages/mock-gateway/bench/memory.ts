import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import {
  type Report,
  type RunningServer,
  startCommand,
  startServer,
} from '../../../scripts/bench/start-server.ts';
import { startUnlimited } from './command.ts';
import { load, signedPayin } from './load.ts';
import { page, payAll } from './pay-all.ts';

const servers = new URL('./servers.ts', import.meta.url);
/** Orders that each measurement adds. */
const more = 20_000;
const megabyte = 1024 * 1024;
/** Milliseconds after the start in which a process finishes its own work. */
const settlesMs = 1_000;

/** Memory of a process of its own. The memory of orders is measured after a collection. */
export const memoryComparisons: readonly Comparison[] = [
  {
    name: 'memory of a process without requests, against the budget',
    unit: 'MB',
    wanted: { atMost: 1 },
    open: idle,
  },
  {
    name: 'memory per order, with up to 200,000 orders in memory, against the budget',
    unit: 'bytes',
    wanted: { atMost: 1 },
    open: perOrder,
  },
  {
    name: 'memory of a process with a file and 50,000 waiting callbacks, against the budget',
    unit: 'MB',
    wanted: { atMost: 1 },
    rounds: 3,
    open: () => waiting((server) => server.report('collected')),
  },
  {
    name: 'memory of a process with a file and 50,000 waiting callbacks, 20 seconds after the last request, against the budget',
    unit: 'MB',
    wanted: { atMost: 1 },
    rounds: 1,
    open: () => waiting(atRest),
  },
];

async function idle(): Promise<Entrants> {
  const started = async () => {
    const server = await startCommand();
    await setTimeout(settlesMs);
    const { resident } = await server.report();
    await server.stop();
    return resident / megabyte;
  };
  return {
    measures: [
      ['gateway', started],
      ['budget', async () => 100],
    ],
    close: async () => {},
  };
}

/** V8 can return unused memory after eight seconds. The callbacks wait on a frozen clock, because a retry is work. */
async function atRest(server: RunningServer): Promise<Report> {
  await setTimeout(20_000);
  return server.report();
}

/** Each is sent once, to a port without a listener. */
async function waiting(measure: (server: RunningServer) => Promise<Report>): Promise<Entrants> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  const db = path.join(folder, 'orders.db');
  const server = await startUnlimited({ folder, db, callbackUrl: 'http://127.0.0.1:9/' });
  await fetch(new URL('/_mock/clock/freeze', server.url), { method: 'POST' });
  for (let made = 0; made < 50_000; made += page) {
    const bodies = Array.from({ length: page }, () => signedPayin());
    await load(`${server.url}payin`, { bodies, connections: 64 });
    await payAll(server.url);
  }
  return {
    measures: [
      ['gateway', async () => (await measure(server)).resident / megabyte],
      ['budget', async () => 200],
    ],
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function perOrder(): Promise<Entrants> {
  const server = await startServer(servers, 'gateway');
  let made = 0;
  const fill = async () => {
    const bodies = Array.from({ length: more }, () => signedPayin());
    await load(`${server.url}payin`, { bodies, connections: 64 });
    made += more;
  };
  // One-off memory of a process, such as compiled code, does not count.
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
          return (resident - before) / made;
        },
      ],
      ['budget', async () => 1_500],
    ],
    close: () => server.stop(),
  };
}
