import type { Comparison } from '../../../../scripts/bench/compare.ts';
import { type RunningServer, startServer } from '../../../../scripts/bench/start-server.ts';
import { type PostgresServer, startPostgres } from '../../../../test/postgres.ts';
import { create, processor } from './sides.ts';

const servers = new URL('../servers.ts', import.meta.url);
const requests = 2_000;

/** Instances of a gateway on one database. The receiver of their callbacks is a process of its own. */
export interface Instances {
  readonly all: readonly RunningServer[];
  readonly urls: readonly string[];
  readonly postgres: PostgresServer;
  stop(): Promise<void>;
}

export async function instances(many: number): Promise<Instances> {
  const [postgres, receiver] = [
    await startPostgres({ isDurable: true }),
    await startServer(servers, 'receiver'),
  ];
  const all: RunningServer[] = [];
  for (let at = 0; at < many; at++) {
    all.push(await startServer(servers, 'heard', postgres.url, receiver.url));
  }
  return {
    all,
    urls: all.map(({ url }) => url),
    postgres,
    async stop() {
      await Promise.all([...all, receiver].map((server) => server.stop()));
      await postgres.stop();
    },
  };
}

/** Calculated from CPU time, because the machine has too few cores. The connections are those of each instance. */
export const sharedCreates: readonly Comparison[] = [10, 64].map((connections) => ({
  name: `creates of three gateways on one PostgreSQL over ${connections} connections each, with a core for each gateway and its part of PostgreSQL, against one gateway`,
  unit: 'requests/s, calculated from CPU time',
  wanted: { atLeast: 1.5 },
  rounds: 5,
  open: async () => {
    const [three, one] = [await instances(3), await instances(1)];
    return {
      measures: [
        ['three gateways', () => withOwnCores(three, connections)],
        ['one gateway', () => withOwnCores(one, connections)],
      ],
      close: () => Promise.all([three.stop(), one.stop()]),
    };
  },
}));

async function withOwnCores({ all, postgres }: Instances, connections: number): Promise<number> {
  const before = await processor(all, postgres);
  await Promise.all(all.map((server) => create(server, requests, connections)));
  const seconds = (await processor(all, postgres)) - before;
  return (all.length * (all.length * requests)) / seconds;
}
