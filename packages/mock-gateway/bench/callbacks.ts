import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { signedCallback } from '@inrgate/sdk/testing';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';
import { signedPayin } from './load.ts';

const count = 5_000;
/** What the gateway allows one receiver. */
const atOnce = 4;

const servers = new URL('servers.ts', import.meta.url);
const merchant = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

/** One receiver in a process of its own, which responds at once. The peer only sends. */
export const callbackComparisons: readonly Comparison[] = [
  {
    name: 'due callbacks: claiming, sending and recording, against a bare keep-alive sender',
    unit: 'callbacks/s',
    wanted: { atLeast: 0.6 },
    open: () => against(delivering),
  },
  {
    name: 'payments with their callbacks: signing, claiming, sending and recording, against a bare keep-alive sender',
    unit: 'callbacks/s',
    wanted: { atLeast: 0.45 },
    open: () => against(paying),
  },
  {
    name: 'payments with their callbacks, with a file, against a bare keep-alive sender',
    unit: 'callbacks/s',
    wanted: { atLeast: 0.3 },
    open: inFile,
  },
];

async function inFile(): Promise<Entrants> {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-bench-'));
  const { measures, close } = await against(paying, join(folder, 'gateway.db'));
  return { measures, close: () => close().then(() => rmSync(folder, { recursive: true })) };
}

async function against(measure: (gateway: MockGateway) => Promise<number>, db?: string): Promise<Entrants> {
  const receiver = await startServer(servers, 'receiver');
  const gateway = await createMockGateway({
    ...(db === undefined ? {} : { db }),
    merchants: [{ ...merchant, callbackUrl: receiver.url }],
    settings: { rateLimitPerMinute: 1_000_000 },
  });
  return {
    measures: [
      ['gateway', () => measure(gateway)],
      ['bare sender', () => sending(receiver.url)],
    ],
    close: () => Promise.all([gateway.close(), receiver.stop()]),
  };
}

/** The first attempt of each is dropped on purpose; a minute later all are due. */
async function delivering(gateway: MockGateway): Promise<number> {
  const orders = await created(gateway);
  const { id } = await gateway.faults.add({
    endpoint: 'callback',
    phase: 'before',
    action: { kind: 'drop' },
  });
  await Promise.all(orders.map((orderNo) => gateway.payins.pay(orderNo)));
  await gateway.callbacks.settle();
  await gateway.faults.remove(id);
  return rate(() => gateway.clock.advance('60s'));
}

async function paying(gateway: MockGateway): Promise<number> {
  const orders = await created(gateway);
  return rate(async () => {
    await Promise.all(orders.map((orderNo) => gateway.payins.pay(orderNo)));
    const { settled } = await gateway.callbacks.settle();
    if (!settled) throw new Error('not all were delivered in time');
  });
}

async function created(gateway: MockGateway): Promise<readonly string[]> {
  // The rate limit of a million a minute is never met.
  await gateway.clock.advance('60s');
  await gateway.clock.freeze();
  const headers = { 'content-type': 'application/json' };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const body = signedPayin();
      const answer = await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body });
      const { data } = (await answer.json()) as { readonly data: { readonly orderNo: string } };
      return data.orderNo;
    }),
  );
}

async function sending(url: string): Promise<number> {
  const { body, contentType } = signedCallback('payin', merchant);
  const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let left = count;
  const worker = async () => {
    while (left-- > 0) await post(url, body, { agent, headers });
  };
  const found = await rate(() => Promise.all(Array.from({ length: atOnce }, worker)));
  agent.destroy();
  return found;
}

function post(url: string, body: string, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', ...options }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - started);
}
