import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpuTime, type Server } from './processes.ts';

/** A request that is sent many times. */
export interface Sent {
  readonly name: string;
  readonly path: string;
  readonly body: () => string;
  readonly method?: string;
  /** Expected status. Default 200. */
  readonly status?: number;
}

const mchId = 'DEMO1001';
const key = 'demo-mch-key';
let made = 0;

function signed(parameters: Readonly<Record<string, string>>, signingKey = key): string {
  const names = Object.keys(parameters).sort();
  const text = `${names.map((name) => `${name}=${parameters[name]}`).join('&')}&key=${signingKey}`;
  const sign = createHash('md5').update(text).digest('hex').toUpperCase();
  return JSON.stringify({ ...parameters, sign });
}

function payin(signingKey = key): string {
  made += 1;
  return signed({ mchId, mchOrderNo: `B-${process.pid}-${made}`, amount: '500.00' }, signingKey);
}

/** The order that the queries ask for. */
const known = signed({ mchId, mchOrderNo: 'B-KNOWN', amount: '500.00' });
export const knownOrder: Sent = { name: 'the known order', path: 'payin', body: () => known };
export const create: Sent = { name: 'create', path: 'payin', body: () => payin() };
const queried = signed({ mchId, mchOrderNo: 'B-KNOWN' });
export const query: Sent = { name: 'query', path: 'check-order-status', body: () => queried };
const balanced = signed({ mchId }, 'demo-mch-secret');
export const balance: Sent = { name: 'balance', path: 'check-gateway-balance', body: () => balanced };
export const wrong: Sent = {
  name: 'wrong signature',
  path: 'payin',
  body: () => payin('a-wrong-key'),
  status: 401,
};

export interface Load {
  readonly sent: Sent;
  readonly connections: number;
  readonly count: number;
}

/** Sends requests over keep-alive connections. Returns the responses per second, all with the expected status. */
export async function load(baseUrl: string, { sent, connections, count }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const url = new URL(`${baseUrl}/${sent.path}`);
  const started = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(url, sent, agent);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1_000;
  agent.destroy();
  return count / seconds;
}

/** CPU time of the server in microseconds per request. */
export async function cpuOf(server: Server, work: Load): Promise<number> {
  const before = cpuTime(server);
  await load(server.baseUrl, work);
  return (cpuTime(server) - before) / work.count;
}

function send(url: URL, { body, method = 'POST', status = 200 }: Sent, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = body();
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const call = request(url, { method, agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${method} ${url} returned ${response.statusCode}`));
      });
    });
    call.on('error', reject).end(text);
  });
}
