import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMockGateway } from '../../../src/index.ts';
import { Caller } from '../../client.ts';

/** Delivers to two names whose DNS lookup hangs and to two other names. Runs its own DNS server. Prints the results. */
const silentAbout = /hung/;
const known = 'shop.test';

const dns = createSocket('udp4');
dns.on('message', (query, { port, address }) => {
  const end = query.indexOf(0, 12);
  const name = query.toString('latin1', 12, end);
  if (silentAbout.test(name)) return;
  const isKnown = name.includes('shop') && query.readUInt16BE(end + 1) === 1;
  const answer = Buffer.from(query.subarray(0, end + 5));
  answer.writeUInt16BE(name.includes('shop') ? 0x8180 : 0x8183, 2);
  answer.writeUInt16BE(isKnown ? 1 : 0, 6);
  answer.writeUInt16BE(0, 10);
  // DNS record: the name in the query, type A, class IN, 60 s, and the four bytes of 127.0.0.1.
  const record = isKnown ? Buffer.from('c00c00010001000000' + '3c00047f000001', 'hex') : Buffer.alloc(0);
  dns.send(Buffer.concat([answer, record]), port, address);
});
await new Promise<void>((resolve) => dns.bind(53, '127.0.0.1', resolve));

const heard: string[] = [];
const server: Server = createServer((request, response) => {
  heard.push((request.headers.host ?? '').replace(/:\d+$/, ''));
  response.end('success');
});
await new Promise<void>((resolve) => server.listen(0, resolve));
const { port } = server.address() as AddressInfo;

const gateway = await createMockGateway({});
const caller = new Caller((path, init) => gateway.fetch(gateway.url + path, init), gateway.merchant);
const orders = new Map<string, string>();
for (const host of ['hung-1.test', 'hung-2.test', known, 'localhost']) {
  const notifyUrl = `http://${host}:${port}/callbacks`;
  const { data } = await caller.payin({ mchOrderNo: host, notifyUrl });
  orders.set(host, String(data['orderNo']));
}
// Pay the orders of the hung names first, so their lookups run when the other lookups start.
for (const [, orderNo] of orders) await gateway.payins.pay(orderNo);

/** Returns the reason why the first attempt to a hung name failed. */
async function firstReason(): Promise<string> {
  for (;;) {
    const { items } = await gateway.callbacks.list({ orderNo: orders.get('hung-1.test') });
    const [attempt] = items[0]?.attempts ?? [];
    if (attempt !== undefined) return attempt.reason ?? '';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const reason = await firstReason();
process.stdout.write(JSON.stringify({ deliveredFirst: heard.toSorted(), reason }));
process.exit(0);
