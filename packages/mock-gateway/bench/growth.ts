import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { against, median, type Result } from '../../../scripts/bench/compare.ts';
import type { Grown } from '../../../scripts/bench/growth.ts';
import { type RunningServer, startServer } from '../../../scripts/bench/start-server.ts';
import { startUnlimited } from './command.ts';
import { makeFile } from './large-file.ts';
import { load, signed, signedPayin } from './load.ts';
import { page, payAll } from './pay-all.ts';

const servers = new URL('./servers.ts', import.meta.url);
const sizes = [1_000, 10_000, 100_000, 1_000_000];
/** Pay-ins that a turn adds. */
const more = 3_000;
const turns = 5;

/** Queries of the dashboard that an index or the order of the list serves. */
const keyed = [
  'payins?limit=50',
  'payins?status=success&limit=50',
  'payins?status=failed&limit=50',
  'payins?mchId=DEMO1001&status=expired&limit=50',
  'payins?mchOrderNo=F-500',
  'callbacks?state=delivered&limit=50',
  'callbacks?state=failed&limit=50',
];

/** In the order of the table; a file of so many orders. */
const measured = {
  opening: ['starting with the file', 'ms of CPU time'],
  counts: ["the dashboard's counts", 'ms of CPU time'],
  keyed: ['the slowest search by state, merchant or order number', 'ms of CPU time'],
  everywhere: ['a search for a string in no order', 'ms of CPU time'],
  create: ['a create', 'µs of CPU time'],
  query: ['a query', 'µs of CPU time'],
  callback: ['a callback, from the payment to its delivery', 'µs of CPU time'],
  opened: ['memory after opening', 'MB'],
  used: ['memory after 18,000 more creates', 'MB'],
} as const;

type Figures = Readonly<Record<keyof typeof measured, number>>;

/** Each size is measured once, in a few rounds. The largest size has the limits. */
export async function grow(): Promise<Grown> {
  const figures: Figures[] = [];
  for (const orders of sizes) {
    process.stderr.write(`  a file of ${orders} orders\n`);
    figures.push(await figuresOf(orders));
  }
  const growth = Object.entries(measured).map(([key, [name, unit]]) => ({
    name,
    unit,
    points: sizes.map((orders, index) => ({
      orders,
      value: figures[index]?.[key as keyof Figures] ?? Number.NaN,
    })),
  }));
  return { growth, results: resultsOf(figures) };
}

function resultsOf(figures: readonly Figures[]): readonly Result[] {
  const [small, large] = [figures[0], figures.at(-1)];
  if (small === undefined || large === undefined) return [];
  const budget = (key: keyof Figures, name: string, most: number) =>
    against(
      { name: `${name} with 1,000,000 orders`, unit: measured[key][1] },
      large[key],
      ['budget', most],
      1,
    );
  return [
    against(
      {
        name: 'start time added by 1,000,000 stored orders, against the budget',
        unit: 'ms of CPU time',
      },
      large.opening - small.opening,
      ['budget', 2_000],
      1,
    ),
    budget('counts', "the dashboard's counts", 100),
    budget('keyed', 'the slowest search by state, merchant or order number', 100),
    budget('everywhere', 'a search for a string in no order', 100),
    budget('used', 'memory of the process under load, in a file', 200),
    against(
      { name: 'a create with 1,000,000 stored orders, against 1,000', unit: 'µs of CPU time' },
      large.create,
      ['1,000 orders', small.create],
      1.15,
    ),
  ];
}

async function figuresOf(orders: number): Promise<Figures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  try {
    const file = path.join(folder, 'orders.db');
    await makeFile(file, orders);
    const starts = [];
    for (let turn = 0; turn < turns; turn++) {
      const server = await startServer(servers, 'gateway', file);
      starts.push((await server.report()).processor * 1_000);
      await server.stop();
    }
    const receiver = await startServer(servers, 'receiver');
    const server = await startUnlimited(file, receiver.url);
    const found = await figuresOfRunning(server);
    await Promise.all([server.stop(), receiver.stop()]);
    return { opening: median(starts), ...found };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function figuresOfRunning(server: RunningServer): Promise<Omit<Figures, 'opening'>> {
  const opened = await megabytes(server);
  const asked = (what: string) => taken(server, () => answered(new URL(`/_mock/${what}`, server.url)));
  const counts = await asked('overview');
  const searches = [];
  for (const search of keyed) searches.push(await asked(search));
  await indexed(server);
  const everywhere = await asked('payins?text=nothing-like-it');
  const create = await taken(server, () => {
    const bodies = Array.from({ length: more }, () => signedPayin());
    return load(`${server.url}payin`, { bodies, connections: 10 });
  });
  const used = await megabytes(server);
  const query = await taken(server, () => {
    const params = { mchId: 'DEMO1001', mchOrderNo: 'F-500' };
    const bodies = Array.from({ length: more }, () => signed(params, 'demo-mch-key'));
    return load(`${server.url}check-order-status`, { bodies, connections: 10 });
  });
  const callback = await taken(server, () => payAll(server.url));
  return {
    counts,
    keyed: Math.max(...searches),
    everywhere,
    create: (create * 1_000) / more,
    query: (query * 1_000) / more,
    callback: (callback * 1_000) / page,
    opened,
    used,
  };
}

/** Waits until the server no longer works after a text search, which starts its index. */
async function indexed(server: RunningServer): Promise<void> {
  await answered(new URL('/_mock/payins?text=nothing-like-it', server.url));
  for (let before = 0, now = 1; now - before > 0.01; ) {
    before = (await server.report()).processor;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    now = (await server.report()).processor;
  }
}

/** Milliseconds of its processor, the median of some turns after one. */
async function taken(server: RunningServer, work: () => Promise<unknown>): Promise<number> {
  await work();
  const figures = [];
  for (let turn = 0; turn < turns; turn++) {
    const before = await server.report();
    await work();
    figures.push(((await server.report()).processor - before.processor) * 1_000);
  }
  return median(figures);
}

async function megabytes(server: RunningServer): Promise<number> {
  return (await server.report('collected')).resident / (1024 * 1024);
}

async function answered(url: URL): Promise<void> {
  const answer = await fetch(url);
  await answer.text();
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}`);
}
