import type { Comparison, Entrants } from '../../../scripts/bench/compare.ts';
import { type RunningServer, startServer } from '../../../scripts/bench/start-server.ts';
import { load, signedPayin } from './load.ts';

const servers = new URL('./servers.ts', import.meta.url);
const headers = { 'content-type': 'application/json' };
/** What the other merchant sends a second. */
const perSecond = 20;
const requests = 6_000;

/** The effect of one merchant on another. */
export const besideComparisons: readonly Comparison[] = [
  {
    name: `creates while another merchant sends ${perSecond} wrong signatures a second and the doctor explains each, against ${perSecond} correct signatures`,
    unit: 'requests per second of CPU time',
    wanted: { atLeast: 0.95 },
    open: besideWrongSignatures,
  },
];

async function besideWrongSignatures(): Promise<Entrants> {
  const [troubled, quiet] = [await startServer(servers, 'gateway'), await startServer(servers, 'gateway')];
  return {
    measures: [
      [
        'with wrong signatures',
        () => beside([sending(troubled.url, 'a wrong key'), reading(troubled.url)], troubled),
      ],
      ['with correct signatures', () => beside([sending(quiet.url, 'other-key')], quiet)],
    ],
    close: () => Promise.all([troubled.stop(), quiet.stop()]),
  };
}

/** Load that runs until it is aborted. */
type Neighbour = (stop: AbortSignal) => Promise<void>;

/** Measured in CPU time, because a rate depends on the other load of the machine. */
async function beside(neighbours: readonly Neighbour[], server: RunningServer): Promise<number> {
  const over = new AbortController();
  const running = neighbours.map((neighbour) => neighbour(over.signal));
  const bodies = Array.from({ length: requests }, () => signedPayin());
  const before = await server.report();
  await load(`${server.url}payin`, { bodies, connections: 10 });
  const after = await server.report();
  over.abort();
  await Promise.all(running);
  return requests / (after.processor - before.processor);
}

/** The other merchant's pay-ins, at an even pace. */
function sending(url: string, key: string): Neighbour {
  return async (stop) => {
    for (let at = performance.now(); !stop.aborted; at += 1_000 / perSecond) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
      await answered(fetch(`${url}payin`, { method: 'POST', headers, body: signedPayin('OTHER1002', key) }));
    }
  };
}

/** An operator who opens the latest wrong signature of the log again and again, so that the doctor never rests. */
function reading(url: string): Neighbour {
  const log = new URL('/_mock/requests', url);
  return async (stop) => {
    while (!stop.aborted) {
      const { items } = await answered(fetch(`${log}?status=401&limit=1`));
      const [latest] = items as readonly { readonly id: string }[];
      await (latest === undefined
        ? new Promise((resolve) => setTimeout(resolve, 10))
        : answered(fetch(`${log}/${latest.id}`)));
    }
  };
}

async function answered(call: Promise<Response>): Promise<Record<string, unknown>> {
  return (await (await call).json()) as Record<string, unknown>;
}
