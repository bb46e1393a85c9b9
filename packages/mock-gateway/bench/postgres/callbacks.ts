import type { Comparison, Entrants } from '../../../../scripts/bench/compare.ts';
import { load, signedPayin } from '../load.ts';
import { instances } from './instances.ts';

const count = 1_000;
/** Pay-ins on one page of a list. */
const page = 200;

/** One to several gateways on one database. The receiver is a process of its own and responds at once. */
export const callbacks: readonly Comparison[] = [
  {
    name: 'callbacks of three gateways on one PostgreSQL, due, claimed, sent and recorded, against one gateway',
    unit: 'callbacks/s',
    wanted: { atLeast: 0.8 },
    rounds: 3,
    open: async () => {
      const [three, one] = [await instances(3), await instances(1)];
      return {
        measures: [
          ['three gateways', () => delivering(three.urls)],
          ['one gateway', () => delivering(one.urls)],
        ],
        close: () => Promise.all([three.stop(), one.stop()]),
      } satisfies Entrants;
    },
  },
];

/** The first attempt of each is dropped on purpose; a minute later all are due. */
async function delivering(urls: readonly string[]): Promise<number> {
  const [url = ''] = urls;
  const bodies = Array.from({ length: count }, () => signedPayin());
  await ask(url, 'POST', 'clock/freeze');
  const drop = { endpoint: 'callback', phase: 'before', action: { kind: 'drop' } };
  const { id } = (await ask(url, 'POST', 'faults', drop)) as { readonly id: string };
  await load(`${url}payin`, { bodies, connections: 32 });
  for (let paid = 0; paid < count; paid += page) await payAll(url);
  await ask(url, 'POST', 'callbacks/settle');
  await ask(url, 'DELETE', `faults/${id}`);
  const started = performance.now();
  await ask(url, 'POST', 'clock/advance', { by: '60s' });
  return (count * 1_000) / (performance.now() - started);
}

async function payAll(url: string): Promise<void> {
  const { items } = (await ask(url, 'GET', `payins?status=pending&limit=${page}`)) as {
    readonly items: readonly { readonly orderNo: string }[];
  };
  await Promise.all(items.map(({ orderNo }) => ask(url, 'POST', `payins/${orderNo}/pay`)));
}

async function ask(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(new URL(`/_mock/${path}`, url), {
    method,
    ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}
