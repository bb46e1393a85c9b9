import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sign } from '@inrgate/sdk/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startPostgres } from '../../../test/postgres.ts';
import { type Front, openFront, readCaddyfile } from './front.ts';
import { runInProcess } from './in-process.ts';
import { deadAddress } from './inrgate.ts';

const page = new URL('../../../docs/how-to/postgresql.md', import.meta.url);

const service = z.object({
  image: z.string(),
  command: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).optional(),
});
const compose = z.object({
  services: z.record(z.string(), service),
  configs: z.record(z.string(), z.object({ content: z.string() })),
});

type Service = z.infer<typeof service>;

function composeFile(): z.infer<typeof compose> {
  const [, text = ''] = /```yaml[^\n]*\n(services:.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  return compose.parse(parse(text));
}

/** Returns the value of an option of `inrgate serve`. */
function given({ command = '' }: Service, option: string): string {
  const words = command.split(' ');
  return words[words.indexOf(option) + 1] ?? '';
}

/** Starts a gateway of the compose file with the test's database, port and network. */
async function start({ command = '', environment = {} }: Service, database: string) {
  const [program, ...args] = command.replace('172.16.0.0/12', '127.0.0.1').split(' ');
  expect(program).toBe('inrgate');
  const url = await deadAddress();
  const { INRGATE_DB: _, ...env } = environment;
  const own = ['--port', new URL(url).port];
  const { line, stop } = runInProcess([...args, ...own], { ...env, INRGATE_DB: database });
  await line(/is ready/);
  return { url, stop };
}

async function open() {
  const { services, configs } = composeFile();
  const { db, front, ...gateways } = services;
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: name } = db?.environment ?? {};
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const running = new Map<string, Awaited<ReturnType<typeof start>>>();
  for (const [place, gateway] of Object.entries(gateways)) {
    expect(gateway.environment?.['INRGATE_DB']).toBe(`postgres://${user}:${password}@db/${name}`);
    running.set(place, await start(gateway, postgres.url));
  }
  const [config] = front?.configs ?? [];
  expect(config?.target).toBe('/etc/caddy/Caddyfile');
  const site = readCaddyfile(configs[config?.source ?? '']?.content ?? '');
  const places = new Map([...running].map(([place, { url }]) => [`${place}:4300`, url]));
  const [one] = Object.values(gateways);
  if (one === undefined) throw new Error('there is no gateway');
  return { site, places, running, gateway: one, front: await openFront(site, places) };
}

const order = z.object({
  data: z.object({ orderNo: z.string(), payUrl: z.string(), duplicate: z.boolean().default(false) }),
});

function orderOf(answer: unknown) {
  return order.parse(answer).data;
}

function payin({ url }: Front, mchOrderNo: string): Promise<Response> {
  const fields = { mchId: 'DEMO1001', mchOrderNo, amount: '500.00' };
  const body = JSON.stringify({ ...fields, sign: sign(fields, 'demo-mch-key') });
  return fetch(`${url}/v3/payin`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

test('the compose file of the guide starts one gateway that continues when one of its processes stops', async () => {
  const { site, places, running, gateway, front } = await open();
  expect(site.address).toBe(new URL(given(gateway, '--public-url')).host);

  // Both gateways receive the same order number and return the same order, with a page at the public URL.
  const answers = await Promise.all([payin(front, 'A'), payin(front, 'A')]);
  const orders = await Promise.all(answers.map(async (answer) => orderOf(await answer.json())));
  expect(new Set(orders.map(({ orderNo }) => orderNo)).size).toBe(1);
  expect(orders.filter(({ duplicate }) => duplicate)).toHaveLength(1);
  for (const { payUrl } of orders) expect(payUrl).toMatch('https://gateway.example/pay/');
  expect(new Set(front.answered)).toEqual(new Set(places.values()));

  // With the token of the file, a client can use the control API through the front.
  expect((await fetch(`${front.url}/_mock/instances`)).status).toBe(401);
  const authorization = `Bearer ${given(gateway, '--control-token')}`;
  const there = await fetch(`${front.url}/_mock/instances`, { headers: { authorization } });
  expect(((await there.json()) as { items: unknown[] }).items).toHaveLength(2);
  const unlimited = { method: 'PATCH', headers: { authorization }, body: '{"rateLimitPerMinute":null}' };
  expect((await fetch(`${front.url}/_mock/settings`, unlimited)).status).toBe(200);

  // The front sends no new requests to a stopping instance, so clients do not notice the stop.
  const [stopped] = running.values();
  const statuses = new Set<number>();
  let isOver = false;
  const load = Promise.all(
    Array.from({ length: 2 }, async (_, client) => {
      for (let n = 0; !isOver; n++) {
        statuses.add((await payin(front, `B-${client}-${n}`)).status);
        await sleep(10);
      }
    }),
  );
  const ended = await stopped?.stop('SIGTERM');
  const before = front.answered.length;
  while (front.answered.length < before + 20) await payin(front, 'A');
  isOver = true;
  await load;
  expect(ended).toMatchObject({ code: 0 });
  expect(front.answered.slice(before)).not.toContain(stopped?.url);
  expect(statuses).toEqual(new Set([200]));
});
