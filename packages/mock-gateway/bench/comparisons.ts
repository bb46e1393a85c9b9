import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';
import { besideComparisons } from './beside.ts';
import { callbackComparisons } from './callbacks.ts';
import { dashboardComparisons } from './dashboard.ts';
import { memoryComparisons } from './memory.ts';
import { mockServerComparisons } from './mock-servers.ts';
import { wireComparisons } from './wire.ts';

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
