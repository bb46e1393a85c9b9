import { fileURLToPath } from 'node:url';
import { balance, cpuOf, create, knownOrder, type Load, load, query, type Sent, wrong } from './load.ts';
import {
  type Checkout,
  commandOf,
  cpuTime,
  newFile,
  residentMemory,
  run,
  type Server,
  serve,
  servePeer,
} from './processes.ts';

/** One line of the results. The first figure belongs to this checkout, and the second to the one it is compared with. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly figures: readonly number[];
  /** What the figures are compared with. */
  readonly peer?: {
    readonly name: string;
    readonly figure: number;
    /** Median of the quotients of the first figure and the peer's figure of the same round. */
    readonly quotient: number;
  };
  /** How the first figure must relate to the peer, or the limit for the figure itself. */
  readonly aim?: { readonly atLeast: number } | { readonly atMost: number };
}

const rounds = 7;

type Measure = () => Promise<number>;

/** Runs every measurement in turn for several rounds, because the machine is never equally fast for long. */
async function measured(measurements: readonly Measure[]): Promise<number[][]> {
  const found: number[][] = measurements.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, measure] of measurements.entries()) found[at]?.push(await measure());
  return found;
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

/** Measures ours and a peer in turn. */
async function beside(
  ours: readonly Measure[],
  peer: { readonly name: string; readonly measure: Measure },
): Promise<Pick<Row, 'figures' | 'peer'>> {
  const found = await measured([...ours, peer.measure]);
  const ofPeer = found.at(-1) ?? [];
  const quotients = (found[0] ?? []).map((figure, round) => figure / (ofPeer[round] ?? Number.NaN));
  return {
    figures: found.slice(0, -1).map(median),
    peer: { name: peer.name, figure: median(ofPeer), quotient: median(quotients) },
  };
}

const connections = [10, 64] as const;

async function fill(servers: readonly Server[], count: number): Promise<void> {
  for (const { baseUrl } of servers) await load(baseUrl, { sent: create, connections: 64, count });
}

async function stopped<T>(servers: readonly Server[], work: () => Promise<T>): Promise<T> {
  const result = await work();
  await Promise.all(servers.map((server) => server.stop()));
  return result;
}

/** CPU time of a request to `inrgate serve`, beside bare Express. */
async function requests(checkouts: readonly Checkout[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stored of [1_000, 100_000]) rows.push(...(await requestsAfter(stored, checkouts, '--quiet')));
  rows.push(...(await requestsAfter(1_000, checkouts)));
  return rows;
}

async function requestsAfter(
  stored: number,
  checkouts: readonly Checkout[],
  quiet?: '--quiet',
): Promise<Row[]> {
  const ours = await Promise.all(checkouts.map((checkout) => serve(checkout, ...(quiet ? [quiet] : []))));
  const express = await servePeer('express');
  const all = [...ours, express];
  return stopped(all, async () => {
    for (const { baseUrl } of all) await load(baseUrl, { sent: knownOrder, connections: 1, count: 1 });
    await fill(all, stored);
    const rows: Row[] = [];
    for (const { sent, aim } of quiet ? quietRequests : [{ sent: create, aim: 0.25 }])
      for (const count of connections) {
        const work: Load = { sent, connections: count, count: 24_000 };
        // Express has no cheaper way to refuse, so a wrong signature is compared with our own create.
        const peer =
          sent === wrong
            ? { name: 'a create', measure: () => cpuOf(ours[0] as Server, { ...work, sent: create }) }
            : { name: 'bare Express', measure: () => cpuOf(express, work) };
        const measures = ours.map((server) => () => cpuOf(server, work));
        rows.push({
          name: `${sent.name}, ${quiet ?? '--json'}, ${count} connections, ${stored.toLocaleString('en')} orders`,
          unit: 'µs of CPU time',
          ...(await beside(measures, peer)),
          aim: { atLeast: aim },
        });
      }
    return rows;
  });
}

const quietRequests: readonly { readonly sent: Sent; readonly aim: number }[] = [
  { sent: create, aim: 0.7 },
  { sent: query, aim: 0.8 },
  { sent: balance, aim: 0.8 },
  { sent: wrong, aim: 1 },
];

/** Creates that are on disk before their response. */
async function durable(checkouts: readonly Checkout[]): Promise<Row[]> {
  const ours = await Promise.all(checkouts.map((checkout) => serve(checkout, '--quiet', '--db', newFile())));
  const bare = await servePeer('durable', newFile());
  return stopped([...ours, bare], async () => {
    const rows: Row[] = [];
    for (const count of connections) {
      const work: Load = { sent: create, connections: count, count: 8_000 };
      const rateOf =
        ({ baseUrl }: Server) =>
        () =>
          load(baseUrl, work);
      rows.push({
        name: `durable create, --db FILE, ${count} connections`,
        unit: 'requests per second',
        ...(await beside(ours.map(rateOf), {
          name: 'node:http with one durable insert',
          measure: rateOf(bare),
        })),
        aim: { atLeast: 1.5 },
      });
    }
    return rows;
  });
}

const script = fileURLToPath(new URL('./in-process.ts', import.meta.url));

async function inProcess(name: string, { folder }: Checkout, receiver = ''): Promise<number> {
  const { stdout } = await run(process.execPath, [script, name, folder, receiver]);
  return Number(stdout);
}

/** CPU time of a callback, beside a loop that only sends. */
async function callbacks(checkouts: readonly Checkout[]): Promise<Row[]> {
  const receiver = await servePeer('receiver');
  return stopped([receiver], async () => {
    const rows: Row[] = [];
    for (const [name, aim] of [
      ['due callbacks', 0.5],
      ['payments with their callbacks', 0.4],
    ] as const) {
      const of = (measurement: string, checkout: Checkout) => () =>
        inProcess(measurement, checkout, receiver.baseUrl);
      rows.push({
        name,
        unit: 'µs of CPU time',
        ...(await beside(
          checkouts.map((checkout) => of(name, checkout)),
          { name: 'a bare keep-alive sender', measure: of('a bare sender', checkouts[0] as Checkout) },
        )),
        aim: { atLeast: aim },
      });
    }
    return rows;
  });
}

/** Milliseconds that a person waits. */
async function waiting(checkouts: readonly Checkout[]): Promise<Row[]> {
  const gateway = await serve(checkouts[0] as Checkout, '--quiet');
  return stopped([gateway], async () => {
    const env = {
      ...process.env,
      INRGATE_BASE_URL: gateway.baseUrl,
      INRGATE_MCH_ID: 'DEMO1001',
      INRGATE_MCH_KEY: 'demo-mch-key',
      INRGATE_MCH_SECRET: 'demo-mch-secret',
    };
    let orders = 0;
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    const command =
      (...args: readonly string[]) =>
      (checkout: Checkout) =>
        timed(() => run(process.execPath, [commandOf(checkout), ...args], { env }));
    const payin = (checkout: Checkout) => {
      orders += 1;
      return command(
        'payin',
        'create',
        '--mch-order-no',
        `W-${process.pid}-${orders}`,
        '--amount',
        '500.00',
      )(checkout);
    };
    const within = async (
      name: string,
      atMost: number,
      measure: (checkout: Checkout) => Promise<number>,
    ) => ({
      name,
      unit: 'ms',
      figures: (await measured(checkouts.map((checkout) => () => measure(checkout)))).map(median),
      aim: { atMost },
    });
    const test = (name: string) => (checkout: Checkout) => inProcess(name, checkout);
    const startOf = async (starting: Promise<Server>) => {
      const server = await starting;
      await server.stop();
      return server.readyInMs;
    };
    return [
      await within('inrgate --version', 90, command('--version')),
      await within('inrgate payin create', 200, payin),
      {
        name: 'serve, until it is ready',
        unit: 'ms',
        ...(await beside(
          checkouts.map((checkout) => () => startOf(serve(checkout, '--quiet'))),
          { name: 'an empty Express', measure: () => startOf(servePeer('empty')) },
        )),
        aim: { atMost: 1.5 },
      },
      await within('a test with one order, warm', 5, test('a test with one order, warm')),
      await within('a test with one order, cold', 150, test('a test with one order, cold')),
      await within('importing the SDK', 60, test('importing the SDK')),
    ];
  });
}

const megabyte = 1024 * 1024;

/** Resident memory of `inrgate serve`. */
async function memory(checkouts: readonly Checkout[]): Promise<Row[]> {
  const of = async (measure: (checkout: Checkout) => Promise<number>) => {
    const figures: number[] = [];
    for (const checkout of checkouts) figures.push(await measure(checkout));
    return figures;
  };
  const after = async (server: Server, orders: number) => {
    await fill([server], orders);
    return residentMemory(server);
  };
  return [
    {
      name: 'memory after the start',
      unit: 'MB',
      figures: await of(async (checkout) => {
        const server = await serve(checkout, '--quiet');
        return stopped([server], async () => residentMemory(server) / megabyte);
      }),
      aim: { atMost: 80 },
    },
    {
      name: 'memory of each order in memory, from 100,000 to 200,000 orders',
      unit: 'bytes',
      figures: await of(async (checkout) => {
        const server = await serve(checkout, '--quiet');
        return stopped([server], async () => {
          const before = await after(server, 100_000);
          return ((await after(server, 100_000)) - before) / 100_000;
        });
      }),
      aim: { atMost: 1_024 },
    },
    {
      name: 'memory that 100,000 more orders in a file add',
      unit: 'MB',
      figures: await of(async (checkout) => {
        const server = await serve(checkout, '--quiet', '--db', newFile());
        return stopped([server], async () => {
          // The heap of V8 has reached its size after 200,000 requests.
          const before = await after(server, 200_000);
          return ((await after(server, 100_000)) - before) / megabyte;
        });
      }),
      aim: { atMost: 10 },
    },
  ];
}

export const stocks = [1_000, 10_000, 100_000, 1_000_000] as const;

/** CPU time by the number of stored orders. The figures of a row belong to the stocks, and all are of this checkout. */
async function growth([checkout]: readonly Checkout[]): Promise<Row[]> {
  const receiver = await servePeer('receiver');
  const rows: Row[] = [];
  for (const [place, args] of [
    ['in memory', []],
    ['in a file', ['--db', newFile()]],
  ] as const) {
    const server = await serve(checkout as Checkout, '--quiet', ...args);
    const startOver = async () => {
      await fetch(`${server.controlUrl}/reset`, { method: 'POST' });
      await fetch(`${server.controlUrl}/merchants/DEMO1001`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ callbackUrl: receiver.baseUrl }),
      });
      await load(server.baseUrl, { sent: knownOrder, connections: 1, count: 1 });
    };
    await startOver();
    const control = { ...server, baseUrl: server.controlUrl };
    const get = (name: string, path: string): Sent => ({ name, path, method: 'GET', body: () => '' });
    const kinds: readonly [string, Measure][] = [
      ['create', () => cpuOf(server, { sent: create, connections: 10, count: 4_000 })],
      ['query', () => cpuOf(server, { sent: query, connections: 10, count: 4_000 })],
      ['payment with its callback', () => payments(server)],
      [
        'list of 50 pay-ins',
        () => cpuOf(control, { sent: get('list', 'payins?limit=50'), connections: 2, count: 300 }),
      ],
      [
        'search for an order number',
        () => cpuOf(control, { sent: get('search', 'payins?text=B-KNOWN'), connections: 2, count: 300 }),
      ],
      [
        'search for a text in no order',
        () => cpuOf(control, { sent: get('search', 'payins?text=NOWHERE'), connections: 2, count: 300 }),
      ],
    ];
    const found = new Map<string, number[]>(kinds.map(([name]) => [name, []]));
    // V8 compiles the code during the first requests.
    for (const [, measure] of kinds) await measure();
    await startOver();
    let orders = 1;
    for (const stock of stocks) {
      await fill([server], Math.max(0, stock - orders));
      for (const [name, measure] of kinds) found.get(name)?.push(await measure());
      orders = stock + 5_000;
    }
    await server.stop();
    for (const [name, figures] of found)
      rows.push({ name: `${name}, ${place}`, unit: 'µs of CPU time', figures });
  }
  await receiver.stop();
  return rows;
}

/** Pays five pages of orders over the control API, until the receiver has their callbacks. */
async function payments(server: Server): Promise<number> {
  const before = cpuTime(server);
  for (let page = 0; page < 5; page += 1) {
    const list = await fetch(`${server.controlUrl}/payins?status=pending&limit=100`);
    const { items } = (await list.json()) as { readonly items: readonly { readonly orderNo: string }[] };
    await Promise.all(
      items.map(({ orderNo }) => fetch(`${server.controlUrl}/payins/${orderNo}/pay`, { method: 'POST' })),
    );
  }
  await fetch(`${server.controlUrl}/callbacks/settle`, { method: 'POST' });
  return (cpuTime(server) - before) / 500;
}

export const parts = { requests, durable, callbacks, waiting, memory, growth } as const;
