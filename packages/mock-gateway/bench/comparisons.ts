import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';
import { besideComparisons } from './beside.ts';
import { callbackComparisons } from './callbacks.ts';
import { dashboardComparisons } from './dashboard.ts';
import { signedPayin } from './load.ts';
import { memoryComparisons } from './memory.ts';
import { mockServerComparisons } from './mock-servers.ts';
import { wireComparisons } from './wire.ts';

export { grow } from './growth.ts';

const servers = new URL('./servers.ts', import.meta.url);

/** The gateway against servers that do the least that a server of its kind can do. */
export const comparisons: readonly Comparison[] = [
  ...wireComparisons,
  ...mockServerComparisons,
  {
    name: 'starting until the first response, against an empty Express 5',
    unit: 'ms',
    wanted: { atMost: 2 },
    open: starts,
  },
  {
    name: 'signed creates with 200,000 orders, against 1,000',
    unit: 'creates/s',
    wanted: { atLeast: 0.85 },
    open: sizes,
  },
  ...besideComparisons,
  ...memoryComparisons,
  ...callbackComparisons,
  ...dashboardComparisons,
];

async function starts(): Promise<Entrants> {
  const time = async (name: string) => {
    const server = await startServer(servers, name);
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
