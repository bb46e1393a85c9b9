import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningServer, startServer } from '../../../../scripts/bench/start-server.ts';
import { startUnlimited } from '../command.ts';
import { load, signed, signedPayin } from '../load.ts';
import { payAll } from '../pay-all.ts';
import { multiplyInFile } from './multiply.ts';

const servers = new URL('../servers.ts', import.meta.url);

/** A running gateway with many orders. The order `F-500` exists. */
export interface Stock {
  readonly server: RunningServer;
  /** CPU seconds so far. */
  readonly processor: () => Promise<number>;
  /** CPU seconds of some starts of the gateway with a file. */
  readonly starts: readonly number[];
  readonly stop: () => Promise<unknown>;
}

/** Opens a gateway with a number of orders. */
export type OpenStock = (orders: number) => Promise<Stock>;

/** Number of measured starts. */
const timesStarted = 5;
/** Orders in memory that are created before some of them are paid. */
const atOnce = 2_000;

export async function inFile(orders: number): Promise<Stock> {
  const folder = newFolder();
  const db = path.join(folder, 'orders.db');
  await multiplyInFile(db, orders);
  const starts = [];
  for (let time = 0; time < timesStarted; time++) {
    const server = await startServer(servers, 'gateway', db);
    starts.push((await server.report()).processor);
    await server.stop();
  }
  return { ...(await serving(folder, db)), starts };
}

/** Creates every order over HTTP, and pays one of ten, because nothing else can fill a gateway in memory. */
export async function inMemory(orders: number): Promise<Stock> {
  const stock = await serving(newFolder());
  const { url } = stock.server;
  const known = { mchId: 'DEMO1001', mchOrderNo: 'F-500', amount: '500.00' };
  await load(`${url}payin`, { bodies: [signed(known, 'demo-mch-key')], connections: 1 });
  for (let made = 1; made < orders; made += atOnce) {
    const bodies = Array.from({ length: Math.min(atOnce, orders - made) }, () => signedPayin());
    await load(`${url}payin`, { bodies, connections: 64 });
    await payAll(url);
  }
  return stock;
}

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
}

/** Starts `inrgate serve` and a receiver of its callbacks. */
async function serving(folder: string, db?: string): Promise<Stock> {
  const receiver = await startServer(servers, 'receiver');
  const server = await startUnlimited({ folder, db, callbackUrl: receiver.url });
  return {
    server,
    starts: [],
    processor: async () => (await server.report()).processor,
    async stop() {
      await Promise.all([server.stop(), receiver.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
