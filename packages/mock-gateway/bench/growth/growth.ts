import { against, median, type Result } from '../../../../scripts/bench/compare.ts';
import type { Growing, Grown } from '../../../../scripts/bench/growth.ts';
import { load, signed, signedPayin } from '../load.ts';
import { page, payAll } from '../pay-all.ts';
import { inFile, inMemory, type OpenStock, type Stock } from './stocks.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
/** Pay-ins that a turn adds. */
const more = 3_000;
const turns = 5;
/** Times that a turn requests a page of the dashboard. */
const times = 10;

/** Queries of the dashboard that an index or the order of the list serves. */
const keyed = [
  'payins?limit=50',
  'payins?status=success&limit=50',
  'payins?status=failed&limit=50',
  'payins?mchId=DEMO1001&status=expired&limit=50',
  'payins?mchOrderNo=F-500',
  'callbacks?state=delivered&limit=50',
  'callbacks?state=failed&limit=50',
];

/** In the order of the table. */
const measured = {
  opening: ['starting with the file', 'ms of CPU time'],
  counts: ["the dashboard's counts", 'ms of CPU time'],
  keyed: ['the slowest search by state, merchant or order number', 'ms of CPU time'],
  everywhere: ['a search for a string in no order', 'ms of CPU time'],
  create: ['a create', 'µs of CPU time'],
  query: ['a query', 'µs of CPU time'],
  callback: ['a callback, from the payment to its delivery', 'µs of CPU time'],
  opened: ['memory after opening', 'MB'],
  used: ['memory after 18,000 more creates', 'MB'],
} as const;

type Figures = Readonly<Record<keyof typeof measured, number>>;

/** Each size is measured once, in a few rounds. The largest size has the limits. */
export const growths: readonly Growing[] = [
  growing('in a file', inFile, ['opening', 'used']),
  growing('in memory', inMemory),
];

/** @param further measures of this store that have a limit of their own */
function growing(store: string, open: OpenStock, further: readonly ('opening' | 'used')[] = []): Growing {
  return {
    store,
    async grow(): Promise<Grown> {
      const figures: Figures[] = [];
      for (const orders of sizes) {
        process.stderr.write(`  a gateway ${store} with ${orders} orders\n`);
        figures.push(await figuresOf(await open(orders)));
      }
      const measures = Object.entries(measured).map(([key, [name, unit]]) => ({
        name,
        unit,
        points: sizes.map((orders, index) => ({
          orders,
          value: figures[index]?.[key as keyof Figures] ?? Number.NaN,
        })),
      }));
      const isMeasured = ({ points }: (typeof measures)[number]) =>
        !points.some(({ value }) => Number.isNaN(value));
      return {
        growth: [{ store, measures: measures.filter(isMeasured) }],
        results: resultsOf(store, figures, further),
      };
    },
  };
}

function resultsOf(
  store: string,
  figures: readonly Figures[],
  further: readonly string[],
): readonly Result[] {
  const [smallest, small, large] = [figures[0], figures[1], figures.at(-1)];
  if (smallest === undefined || small === undefined || large === undefined) return [];
  const budget = (key: keyof Figures, most: number) => {
    const [name, unit] = measured[key];
    return against({ name: `${name} with 1,000,000 orders ${store}`, unit }, large[key], ['budget', most], 1);
  };
  const flat = (key: keyof Figures) => {
    const [name, unit] = measured[key];
    const what = { name: `${name} with 1,000,000 orders ${store}, against 10,000`, unit };
    return against(what, large[key], ['10,000 orders', small[key]], 1.15);
  };
  const started = {
    name: 'start time added by 1,000,000 stored orders, against the budget',
    unit: 'ms of CPU time',
  };
  return [
    ...(further.includes('opening')
      ? [against(started, large.opening - smallest.opening, ['budget', 2_000], 1)]
      : []),
    budget('counts', 100),
    budget('keyed', 100),
    budget('everywhere', 100),
    ...(further.includes('used') ? [budget('used', 200)] : []),
    flat('create'),
    flat('query'),
    flat('callback'),
  ];
}

async function figuresOf(stock: Stock): Promise<Figures> {
  const { url } = stock.server;
  const opened = await megabytes(stock);
  const asked = async (what: string) => {
    const page = new URL(`/_mock/${what}`, url);
    const milliseconds = await taken(stock, async () => {
      for (let time = 0; time < times; time++) await answered(page);
    });
    return milliseconds / times;
  };
  const counts = await asked('overview');
  const searches = [];
  for (const search of keyed) searches.push(await asked(search));
  const everywhere = await asked('payins?text=nothing-like-it');
  const create = await taken(stock, () => {
    const bodies = Array.from({ length: more }, () => signedPayin());
    return load(`${url}payin`, { bodies, connections: 10 });
  });
  const used = await megabytes(stock);
  const query = await taken(stock, () => {
    const params = { mchId: 'DEMO1001', mchOrderNo: 'F-500' };
    const bodies = Array.from({ length: more }, () => signed(params, 'demo-mch-key'));
    return load(`${url}check-order-status`, { bodies, connections: 10 });
  });
  const callback = await taken(stock, () => payAll(url));
  await stock.stop();
  return {
    opening: median(stock.starts) * 1_000,
    counts,
    keyed: Math.max(...searches),
    everywhere,
    create: (create * 1_000) / more,
    query: (query * 1_000) / more,
    callback: (callback * 1_000) / page,
    opened,
    used,
  };
}

/** Milliseconds of CPU time, the median of some turns after one. */
async function taken({ processor }: Stock, work: () => Promise<unknown>): Promise<number> {
  await work();
  const figures = [];
  for (let turn = 0; turn < turns; turn++) {
    const before = await processor();
    await work();
    figures.push(((await processor()) - before) * 1_000);
  }
  return median(figures);
}

async function megabytes({ server }: Stock): Promise<number> {
  return (await server.report('collected')).resident / (1024 * 1024);
}

async function answered(url: URL): Promise<void> {
  const answer = await fetch(url);
  await answer.text();
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}`);
}
