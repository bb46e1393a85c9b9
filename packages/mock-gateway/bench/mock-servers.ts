import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { startPeer } from '../../../scripts/bench/peers.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';
import { load, signedPayin } from './load.ts';

const servers = new URL('./servers.ts', import.meta.url);
/** Six rounds of them stay below the hourly limit of 5,000 requests of emulate. */
const requests = 700;

/**
 * Other mock servers. Prism and Mockoon respond from our own OpenAPI document. They check no signature, keep nothing and
 * send nothing. emulate has no gateway like ours; its Stripe keeps a payment intent, unsigned, in a Map. Measured by the
 * rate, because they do not report their CPU time.
 */
export const mockServerComparisons: readonly Comparison[] = [10, 64].map((connections) => ({
  name: `signed creates in memory over ${connections} connections, against other mock servers`,
  unit: 'requests/s',
  wanted: { atLeast: 1 },
  rounds: 5,
  open: () => mockServers(connections),
}));

async function mockServers(connections: number): Promise<Entrants> {
  const ours = await startServer(servers, 'gateway');
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bench-'));
  const document = path.join(folder, 'openapi.json');
  writeFileSync(document, await (await fetch(new URL('/openapi.json', ours.url))).text());
  const prism = await startPeer('@stoplight/prism-cli/dist/index.js', (port) => [
    ...['mock', document, '--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'silent'],
  ]);
  const mockoon = await startPeer('@mockoon/cli/bin/run.js', (port) => [
    ...['start', '--data', document, '--port', String(port), '--disable-log-to-file', '--disable-admin-api'],
  ]);
  const emulate = await startPeer('emulate/dist/index.js', (port) => [
    ...['--service', 'stripe', '--port', String(port)],
  ]);
  const rate = (url: string, body: () => string) => () => {
    const bodies = Array.from({ length: requests }, () => body());
    return load(url, { bodies, connections });
  };
  return {
    measures: [
      ['gateway', rate(`${ours.url}payin`, signedPayin)],
      ['Prism 5.16, with inrgate’s OpenAPI document', rate(`${prism.url}/payin`, signedPayin)],
      ['Mockoon 9.9, with inrgate’s OpenAPI document', rate(`${mockoon.url}/v3/payin`, signedPayin)],
      ['emulate 0.12 (Stripe payment intent)', rate(`${emulate.url}/v1/payment_intents`, paymentIntent)],
    ],
    close: async () => {
      await Promise.all([ours, prism, mockoon, emulate].map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function paymentIntent(): string {
  return JSON.stringify({ amount: 50_000, currency: 'inr', description: 'ORDER-1' });
}
