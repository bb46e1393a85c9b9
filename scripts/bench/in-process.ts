import { pathToFileURL } from 'node:url';

/**
 * Measurements inside the process of a merchant's test: `node in-process.ts NAME CHECKOUT [RECEIVER]` prints a figure.
 * The packages are the built ones of the checkout.
 */
const [name = '', folder = '', receiver = ''] = process.argv.slice(2);
const built = (path: string) => import(pathToFileURL(`${folder}/packages/${path}`).href);
const merchant = {
  mchId: 'DEMO1001',
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
  callbackUrl: receiver,
};
const count = 3_000;

/** CPU time in microseconds per callback. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Milliseconds. */
async function waitingTime(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function gatewayWithOrders() {
  const { createMockGateway } = await built('mock-gateway/dist/index.js');
  const { GatewayClient } = await built('sdk/dist/index.js');
  const settings = { rateLimitPerMinute: null };
  const gateway = await createMockGateway({ merchants: [merchant], settings });
  const client = new GatewayClient({ ...gateway.merchant, baseUrl: gateway.baseUrl, fetch: gateway.fetch });
  await gateway.clock.freeze();
  const orders: string[] = [];
  for (let at = 0; at < count; at += 1)
    orders.push((await client.payins.create({ mchOrderNo: `B-${at}`, amount: '500.00' })).orderNo);
  const pay = () => Promise.all(orders.map((orderNo) => gateway.payins.pay(orderNo)));
  return { gateway, pay };
}

/** A test of a merchant: one order, one payment, and the gateway is closed. */
async function oneOrder(): Promise<void> {
  const { createMockGateway } = await built('mock-gateway/dist/index.js');
  const { GatewayClient } = await built('sdk/dist/index.js');
  const gateway = await createMockGateway();
  const client = new GatewayClient({ ...gateway.merchant, baseUrl: gateway.baseUrl, fetch: gateway.fetch });
  const { orderNo } = await client.payins.create({ mchOrderNo: 'B-1', amount: '500.00' });
  await gateway.payins.pay(orderNo);
  await gateway.close();
}

const measurements: Readonly<Record<string, () => Promise<number>>> = {
  /** The first attempt of each callback is dropped. A minute later, all are due. */
  'due callbacks': async () => {
    const { gateway, pay } = await gatewayWithOrders();
    const fault = { endpoint: 'callback', phase: 'before', action: { kind: 'drop' } };
    const { id } = await gateway.faults.add(fault);
    await pay();
    await gateway.callbacks.settle();
    await gateway.faults.remove(id);
    return cpuTime(() => gateway.clock.advance('60s'));
  },
  'payments with their callbacks': async () => {
    const { gateway, pay } = await gatewayWithOrders();
    return cpuTime(async () => {
      await pay();
      await gateway.callbacks.settle();
    });
  },
  'a bare sender': async () => {
    const { Agent, request } = await import('node:http');
    const body = JSON.stringify({
      orderNo: 'PI1',
      status: 'success',
      amount: '500.00',
      sign: 'A'.repeat(32),
    });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const send = () =>
      new Promise<void>((resolve, reject) => {
        request(receiver, { method: 'POST', agent, headers }, (response) =>
          response.resume().on('end', resolve),
        )
          .on('error', reject)
          .end(body);
      });
    return cpuTime(() => Promise.all(Array.from({ length: count }, send)));
  },
  'a test with one order, cold': () => waitingTime(oneOrder),
  'a test with one order, warm': async () => {
    for (let at = 0; at < 30; at += 1) await oneOrder();
    return (
      (await waitingTime(async () => {
        for (let at = 0; at < 20; at += 1) await oneOrder();
      })) / 20
    );
  },
  'importing the SDK': () => waitingTime(() => built('sdk/dist/index.js')),
};

console.log(await measurements[name]?.());
process.exit();
