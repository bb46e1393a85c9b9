import { Agent, request } from 'node:http';
import { sign } from '@inrgate/sdk/protocol';

let made = 0;

/** A signed pay-in with an order number of its own. */
export function signedPayin(mchId = 'DEMO1001', key = 'demo-mch-key'): string {
  made += 1;
  return signed({ mchId, mchOrderNo: `B-${process.pid}-${made}`, amount: '500.00' }, key);
}

/** A body as its merchant sends it. */
export function signed(params: Readonly<Record<string, string>>, key: string): string {
  return JSON.stringify({ ...params, sign: sign(params, key) });
}

export interface LoadOptions {
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Expected status. */
  readonly status?: number | undefined;
}

/**
 * Posts bodies over keep-alive connections.
 *
 * @returns responses per second, all with the expected status
 */
export async function load(url: string, { bodies, connections, status = 200 }: LoadOptions): Promise<number> {
  const left = [...bodies];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const worker = async () => {
    for (let body = left.pop(); body !== undefined; body = left.pop())
      await post(url, body, { agent, status });
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return bodies.length / seconds;
}

interface Expected {
  readonly agent: Agent;
  readonly status: number;
}

function post(url: string, body: string, { agent, status }: Expected): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}
