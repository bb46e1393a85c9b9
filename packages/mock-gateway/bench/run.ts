import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { load, signedPayin } from './load.ts';
import { type RunningServer, startServer } from './start-server.ts';

const rounds = 9;
const requests = 2_000;
const connections = 10;

interface Comparison {
  readonly name: string;
  /** What the ratio must be, as the requirement has it. */
  readonly wanted: string;
  readonly run: () => Promise<Figures>;
}

/** Of the gateway and of its peer, round by round: A B A B … in one run. */
interface Figures {
  readonly unit: string;
  readonly ours: readonly number[];
  readonly peers: readonly number[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));

const comparisons: readonly Comparison[] = [
  {
    name: 'signed creates in memory, against Express 5 with an MD5 and a Map',
    wanted: '0.5 or more',
    run: () => compareRates(['gateway'], ['express']),
  },
  {
    name: 'signed creates in a file, against node:http with one durable insert',
    wanted: '0.6 or more',
    run: () =>
      compareRates(['gateway', path.join(folder, 'ours.db')], ['durable', path.join(folder, 'peers.db')]),
  },
  {
    name: 'starting up until it answers, against an empty Express 5',
    wanted: '3 or less',
    run: compareStarts,
  },
  {
    name: 'signed creates with 200,000 orders, against 1,000',
    wanted: '0.85 or more',
    run: compareSizes,
  },
];

async function compareRates(us: ServerName, peer: ServerName): Promise<Figures> {
  const [ours, peers] = [await startServer(...us), await startServer(...peer)];
  const rate = (server: RunningServer) => load(server.url, { requests, connections });
  try {
    await rate(ours);
    await rate(peers);
    return await alternate(
      'requests/s',
      () => rate(ours),
      () => rate(peers),
    );
  } finally {
    await Promise.all([ours.stop(), peers.stop()]);
  }
}

type ServerName = readonly [name: string, file?: string];

function compareStarts(): Promise<Figures> {
  const time = async (name: string) => {
    const server = await startServer(name);
    await server.stop();
    return server.startedInMs;
  };
  return alternate(
    'ms',
    () => time('gateway'),
    () => time('empty'),
  );
}

/** In process, so that filling it does not take longer than measuring. */
async function compareSizes(): Promise<Figures> {
  const settings = { rateLimitPerMinute: 1_000_000 };
  const [large, small] = [await createMockGateway({ settings }), await createMockGateway({ settings })];
  await create(small, 1_000);
  for (let made = 0; made < 200_000; made += 2_000) {
    await create(large, 2_000);
    if (made % 50_000 === 0) process.stderr.write(`  filling: ${made} of 200000 orders\n`);
  }
  const rate = async (gateway: MockGateway) => (500 * 1000) / (await create(gateway, 500));
  const figures = await alternate(
    'creates/s',
    () => rate(large),
    () => rate(small),
  );
  await Promise.all([large.close(), small.close()]);
  return figures;
}

/** @returns real milliseconds, signing not counted */
async function create(gateway: MockGateway, count: number): Promise<number> {
  const bodies = Array.from({ length: count }, signedPayin);
  const headers = { 'content-type': 'application/json' };
  // The clock runs on, so that the rate limit of a million a minute is never met.
  await gateway.clock.advance('60s');
  const started = performance.now();
  for (const body of bodies) {
    const { status } = await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`answered ${status}`);
  }
  return performance.now() - started;
}

async function alternate(
  unit: string,
  us: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Figures> {
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await us());
    peers.push(await peer());
  }
  return { unit, ours, peers };
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}

try {
  for (const { name, wanted, run } of comparisons) {
    const { unit, ours, peers } = await run();
    const ratio = median(ours.map((figure, round) => figure / (peers[round] ?? Number.NaN)));
    process.stdout.write(`${name}\n`);
    process.stdout.write(
      `  ours ${median(ours).toFixed(0)} ${unit}, peer ${median(peers).toFixed(0)} ${unit}`,
    );
    process.stdout.write(`, ratio ${ratio.toFixed(2)} (wanted: ${wanted}; medians of ${rounds} rounds)\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
