import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';
import { besideComparisons } from './beside.ts';
import { callbackComparisons } from './callbacks.ts';
import { dashboardComparisons } from './dashboard.ts';
import { load, signedPayin } from './load.ts';

const servers = new URL('./servers.ts', import.meta.url);
const requests = 2_000;
const connections = 10;

/** The gateway against servers that do the least that a server of its kind can do. */
export const comparisons: readonly Comparison[] = [
  {
    name: 'signed creates in memory, against Express 5 with an MD5 and a Map',
    unit: 'requests/s',
    wanted: { atLeast: 0.5 },
    open: () => rates(['gateway'], ['express']),
  },
  {
    name: 'signed creates in a file, against node:http with one durable insert',
    unit: 'requests/s',
    wanted: { atLeast: 0.6 },
    open: ratesInFiles,
  },
  {
    name: 'starting up until it answers, against an empty Express 5',
    unit: 'ms',
    wanted: { atMost: 3 },
    open: starts,
  },
  {
    name: 'signed creates with 200,000 orders, against 1,000',
    unit: 'creates/s',
    wanted: { atLeast: 0.85 },
    open: sizes,
  },
  ...besideComparisons,
  ...callbackComparisons,
  ...dashboardComparisons,
];

type ServerName = readonly [name: string, file?: string];

async function rates(us: ServerName, peer: ServerName): Promise<Entrants> {
  const [ours, peers] = [await start(us), await start(peer)];
  return {
    measures: [
      [us[0], () => load(ours.url, { requests, connections })],
      [peer[0], () => load(peers.url, { requests, connections })],
    ],
    close: () => Promise.all([ours.stop(), peers.stop()]),
  };
}

function start([name, file]: ServerName) {
  return startServer(servers, name, ...(file === undefined ? [] : [file]));
}

async function ratesInFiles(): Promise<Entrants> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  const files = (name: string) => path.join(folder, name);
  const entrants = await rates(['gateway', files('ours.db')], ['durable', files('peers.db')]);
  return {
    ...entrants,
    close: async () => {
      await entrants.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function starts(): Promise<Entrants> {
  const time = async (name: string) => {
    const server = await start([name]);
    await server.stop();
    return server.startedInMs;
  };
  return {
    measures: [
      ['gateway', () => time('gateway')],
      ['empty', () => time('empty')],
    ],
    close: async () => {},
  };
}

/** In process, so that filling it does not take longer than measuring. */
async function sizes(): Promise<Entrants> {
  const settings = { rateLimitPerMinute: null };
  const [large, small] = [await createMockGateway({ settings }), await createMockGateway({ settings })];
  await create(small, 1_000);
  for (let made = 0; made < 200_000; made += 2_000) {
    await create(large, 2_000);
    if (made % 50_000 === 0) process.stderr.write(`  filling: ${made} of 200000 orders\n`);
  }
  const rate = async (gateway: MockGateway) => (500 * 1000) / (await create(gateway, 500));
  return {
    measures: [
      ['200,000 orders', () => rate(large)],
      ['1,000 orders', () => rate(small)],
    ],
    close: () => Promise.all([large.close(), small.close()]),
  };
}

/** @returns real milliseconds, signing not counted */
async function create(gateway: MockGateway, count: number): Promise<number> {
  const bodies = Array.from({ length: count }, () => signedPayin());
  const headers = { 'content-type': 'application/json' };
  const started = performance.now();
  for (const body of bodies) {
    const { status } = await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`answered ${status}`);
  }
  return performance.now() - started;
}
