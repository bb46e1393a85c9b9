import { GatewayClient } from '@inrgate/sdk';
import { sign } from '@inrgate/sdk/protocol';
import ky from 'ky';
import OpenAI from 'openai';
import Razorpay from 'razorpay';
import Stripe from 'stripe';
import type { Entrants } from '../../../scripts/bench/compare.ts';
import { startServer } from '../../../scripts/bench/start-server.ts';

const calls = 300;

/** One call after the other over one kept connection, each client against the same server in another process. */
export async function callers(): Promise<Entrants> {
  const server = await startServer(new URL('./server.ts', import.meta.url));
  const entrants: [string, () => Promise<unknown>][] = [
    ['ours', ours(server.url)],
    ['a bare ky.post', bareKy(server.url)],
    ['stripe', stripe(server.url)],
    ['openai', openai(server.url)],
    ['razorpay', razorpay(server.url)],
  ];
  return {
    measures: entrants.map(([name, call]) => [name, () => microsecondsPerCall(call)]),
    close: () => server.stop(),
  };
}

/** Of CPU time, because a duration depends on the server and on the other load of the machine. */
async function microsecondsPerCall(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < calls; made++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const mchKey = 'demo-mch-key';
const params = { mchOrderNo: 'ORDER-1', amount: '500.00', extra: 'blue shirt' };

function ours(url: string) {
  const client = new GatewayClient({ baseUrl: `${url}/v3`, mchId: 'DEMO1001', mchKey });
  return () => client.payins.create(params);
}

/** The same body, signed beforehand. */
function bareKy(url: string) {
  const unsigned = { mchId: 'DEMO1001', ...params };
  const json = { ...unsigned, sign: sign(unsigned, mchKey) };
  return () => ky.post(`${url}/v3/payin`, { json }).json();
}

function stripe(url: string) {
  const { hostname: host, port } = new URL(url);
  const client = new Stripe('sk_test_1', { host, port: Number(port), protocol: 'http', telemetry: false });
  return () => client.paymentIntents.create({ amount: 50_000, currency: 'inr', description: 'ORDER-1' });
}

function openai(url: string) {
  const client = new OpenAI({ apiKey: 'sk-1', baseURL: url });
  return () =>
    client.chat.completions.create({ model: 'gpt-5', messages: [{ role: 'user', content: 'ORDER-1' }] });
}

function razorpay(url: string) {
  const client = new Razorpay({ key_id: 'rzp_test_1', key_secret: 'secret' });
  // It has no option for the address.
  const { api } = client as unknown as { api: { rq: { defaults: { baseURL: string } } } };
  api.rq.defaults.baseURL = url;
  return () => client.orders.create({ amount: 50_000, currency: 'INR', receipt: 'ORDER-1' });
}
