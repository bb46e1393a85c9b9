import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { type RunningServer, startServer } from '../../../scripts/bench/start-server.ts';
import { load, signed, signedPayin } from './load.ts';

const servers = new URL('./servers.ts', import.meta.url);
const requests = 4_000;
const crowds = [10, 64] as const;

/** Requests of one measurement to a path. */
interface Requests {
  readonly path: string;
  readonly bodies: () => readonly string[];
  /** Expected status. The default is 200. */
  readonly status?: number;
}

const creates: Requests = { path: 'payin', bodies: () => times(() => signedPayin()) };
const known = { mchId: 'DEMO1001', mchOrderNo: 'B-KNOWN', amount: '500.00' };
const query = signed({ mchId: known.mchId, mchOrderNo: known.mchOrderNo }, 'demo-mch-key');
const queries: Requests = { path: 'check-order-status', bodies: () => times(() => query) };
const balance = signed({ mchId: 'DEMO1001' }, 'demo-mch-secret');
const balances: Requests = { path: 'check-gateway-balance', bodies: () => times(() => balance) };

function times(body: () => string): readonly string[] {
  return Array.from({ length: requests }, body);
}

/**
 * Measured in CPU time, which does not depend on the other load of the machine. With a file the gateway waits for the
 * disk, so those benchmarks measure the rate.
 */
export const wireComparisons: readonly Comparison[] = [
  ...crowds.flatMap((connections) => [
    inMemory('signed creates', creates, { connections, atLeast: connections === 10 ? 0.6 : 0.75 }),
    inMemory('signed queries', queries, { connections, atLeast: 0.75 }),
    inMemory('signed balances', balances, { connections, atLeast: 0.75 }),
    inMemory('signed creates by rate', creates, { connections, atLeast: 0.8, measure: perSecond }),
  ]),
  inFile(10, 0.95),
  inFile(64, 1.2),
  {
    name: 'wrong signatures of a merchant, against wrong signatures of a merchant that does not exist',
    unit: 'requests per second of CPU time',
    wanted: { atLeast: 0.95 },
    open: refusals,
  },
];

/** The time of a refusal must not show which merchants exist. */
async function refusals(): Promise<Entrants> {
  const server = await startServer(servers, 'gateway');
  const of = (mchId: string) => () => {
    const bodies = () => times(() => signedPayin(mchId, 'a-wrong-key'));
    return perProcessor(server, { path: 'payin', bodies, status: 401 }, 10);
  };
  return {
    measures: [
      ['a merchant', of('DEMO1001')],
      ['no merchant', of('NONE1001')],
    ],
    close: () => server.stop(),
  };
}

interface InMemory {
  readonly connections: number;
  readonly atLeast: number;
  readonly measure?: typeof perProcessor;
}

function inMemory(
  name: string,
  sent: Requests,
  { connections, atLeast, measure = perProcessor }: InMemory,
): Comparison {
  return {
    name: `${name} in memory over ${connections} connections, against Express 5 with an MD5 and a Map`,
    unit: measure === perSecond ? 'requests/s' : 'requests per second of CPU time',
    wanted: { atLeast },
    open: async () => {
      const [ours, express] = [await startServer(servers, 'gateway'), await startServer(servers, 'express')];
      for (const { url } of [ours, express])
        await load(`${url}payin`, { bodies: [signed(known, 'demo-mch-key')], connections: 1 });
      return {
        measures: [
          ['gateway', () => measure(ours, sent, connections)],
          ['express', () => measure(express, sent, connections)],
        ],
        close: () => Promise.all([ours.stop(), express.stop()]),
      };
    },
  };
}

async function perProcessor(server: RunningServer, sent: Requests, connections: number): Promise<number> {
  const before = await server.report();
  await perSecond(server, sent, connections);
  return requests / ((await server.report()).processor - before.processor);
}

function perSecond(
  { url }: RunningServer,
  { path: to, bodies, status }: Requests,
  connections: number,
): Promise<number> {
  return load(`${url}${to}`, { bodies: bodies(), connections, status });
}

function inFile(connections: number, atLeast: number): Comparison {
  return {
    name: `signed creates in a file over ${connections} connections, against node:http with one durable insert`,
    unit: 'requests/s',
    wanted: { atLeast },
    open: () => filesOf(connections),
  };
}

async function filesOf(connections: number): Promise<Entrants> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  const ours = await startServer(servers, 'gateway', path.join(folder, 'ours.db'));
  const durable = await startServer(servers, 'durable', path.join(folder, 'durable.db'));
  return {
    measures: [
      ['gateway', () => perSecond(ours, creates, connections)],
      ['durable', () => perSecond(durable, creates, connections)],
    ],
    close: async () => {
      await Promise.all([ours.stop(), durable.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
