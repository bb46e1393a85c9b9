import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect } from 'vitest';
import { command, environment } from './inrgate.ts';

const rowsPerFile = 12;
const initialBalance = 10_000_000;

/** Time of the kill: after the start of the import, or before or after one of its requests. */
const kills = ['starting', 'before', 'committed', 'answered'] as const;
/**
 * Events of an import that is not killed. `lost`: the gateway processes a request, but the response is lost. `refused`:
 * the response is lost, and the retry gets a 422. `rival`: a second import of the same file runs simultaneously.
 */
const troubles = ['lost', 'refused', 'rival'] as const;
const moments = [...kills, ...troubles];
type Moment = (typeof moments)[number];

interface Plan {
  readonly moment: Moment;
  /** Number of the request in this run, from 1. */
  readonly request: number;
  /** Milliseconds from the request to the kill. */
  readonly delay: number;
}

let gateway: MockGateway;
let folder: string;
let env: Readonly<Record<string, string>>;
/** Every payout request that reached the gateway, in order. */
const sent: { readonly mchOrderNo: string; readonly upiId: string }[] = [];
let current: { readonly child: ChildProcess; readonly plan: Plan | undefined; requests: number } | undefined;

/** True if the gateway rejects the next payout request before it checks the order number. */
let isRejected = false;

/** A proxy that kills the command at the planned moment. */
const proxy = createServer((request, response) => void forward(request, response));

export function importing(): void {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'inrgate-kill-'));
    gateway = await createMockGateway({
      merchants: [
        {
          mchId: 'SHOP1',
          mchKey: 'key-of-shop-1',
          mchSecret: 'secret-of-shop-1',
          ipAllowList: ['127.0.0.1'],
          balance: `${initialBalance}.00`,
          limits: { payoutDaily: `${initialBalance}.00` },
        },
      ],
      settings: { rateLimitPerMinute: 1_000_000 },
    });
    await gateway.listen({ port: 0 });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    env = {
      INRGATE_BASE_URL: `http://127.0.0.1:${port}/v3`,
      INRGATE_MCH_ID: 'SHOP1',
      INRGATE_MCH_SECRET: 'secret-of-shop-1',
    };
  });

  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const run = current;
  const due = run !== undefined && request.url === '/v3/payout' && ++run.requests === run.plan?.request;
  const moment = due ? run.plan?.moment : undefined;
  if (isRejected && request.url === '/v3/payout') {
    isRejected = false;
    const rejection = { code: 422, success: false, message: 'No.', error: 'upi_invalid' };
    response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify(rejection));
    return;
  }
  if (moment === 'before') {
    run?.child.kill('SIGKILL');
    return;
  }
  const answer = await fetch(new URL(request.url ?? '/', gateway.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (request.url === '/v3/payout') sent.push(JSON.parse(body));
  if (moment === 'committed') {
    run?.child.kill('SIGKILL');
    return;
  }
  if (moment === 'lost' || moment === 'refused') {
    isRejected = moment === 'refused';
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  if (moment === 'answered' && run?.plan !== undefined) {
    await sleep(run.plan.delay);
    run.child.kill('SIGKILL');
  }
}

/** Runs the import with the planned kill, and returns how it ended. */
async function run(
  file: string,
  plan?: Plan,
): Promise<{ readonly killed: boolean; readonly code: number | null }> {
  isRejected = false;
  const child = start(file);
  const rival = plan?.moment === 'rival' ? start(file) : undefined;
  current = { child, plan, requests: 0 };
  if (plan?.moment === 'starting') setTimeout(() => child.kill('SIGKILL'), plan.delay);
  const [first, second] = await Promise.all([ended(child), rival && ended(rival)]);
  for (const { code, signal, stderr } of second === undefined ? [first] : [first, second]) {
    const isHeldBack = second !== undefined && stderr.includes('another process is importing this file');
    if (signal === null && code !== 0 && !isHeldBack)
      throw new Error(`the import ended with ${code}: ${stderr}`);
  }
  return { killed: first.signal === 'SIGKILL', code: first.code };
}

function start(file: string) {
  const args = ['payout', 'import', file, '--yes', '--json', '--requests-per-minute', '100000'];
  return spawn(process.execPath, [command, ...args], {
    env: environment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function ended(child: ReturnType<typeof start>) {
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { stderr, code: code as number | null, signal: signal as NodeJS.Signals | null };
}

/** The generator mulberry32, so every run has the same kills. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function writeRows(number: number): string {
  const rows = Array.from({ length: rowsPerFile }, (_, index) => {
    const amount = 500 + 37 * index + number;
    return `W-${number}-${index},${amount}.00,payee${number}x${index}@okbank`;
  });
  const file = path.join(folder, `batch-${number}.csv`);
  writeFileSync(file, ['mchOrderNo,amount,upiId', ...rows, ''].join('\n'));
  return file;
}

async function withdrawals() {
  const items = [];
  for (let cursor: string | undefined; ; ) {
    const page = await gateway.payouts.list({ mchId: 'SHOP1', limit: 100, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

function csv(file: string): readonly Record<string, string>[] {
  return parse(readFileSync(file), { columns: true });
}

/**
 * Kills or interrupts imports this many times and runs each again. Expects that each import has paid every row exactly
 * once.
 */
export async function expectPaidOnce(times: number, seed: number): Promise<void> {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const seen = new Map<Moment, number>();
  const files: string[] = [];
  for (let done = 0; done < times; ) {
    const file = writeRows(files.length);
    files.push(file);
    for (let finished = false; !finished && done < times; ) {
      const unseen = moments.filter((one) => !seen.has(one));
      const choice = unseen.length > 0 ? unseen : moments;
      const moment = choice[below(choice.length)] ?? 'before';
      const delay = moment === 'starting' ? 20 + below(250) : below(4);
      const { killed, code } = await run(file, { moment, request: 1 + below(3), delay });
      if (killed || troubles.some((trouble) => trouble === moment)) {
        done += 1;
        seen.set(moment, (seen.get(moment) ?? 0) + 1);
      }
      finished = code === 0;
    }
    expect(await run(file)).toEqual({ killed: false, code: 0 });
  }

  // Every kind of kill and failure must have occurred.
  expect([...seen.keys()].sort()).toEqual([...moments].sort());
  const rows = files.flatMap(csv);
  const made = await withdrawals();
  expect(made.map(({ mchOrderNo }) => mchOrderNo).sort()).toEqual(
    rows.map((row) => row['mchOrderNo']).sort(),
  );
  // The import must have sent only order numbers of rows, each with its own destination.
  const destinations = new Map(rows.map((row) => [row['mchOrderNo'], row['upiId']]));
  for (const { mchOrderNo, upiId } of sent) expect(upiId).toBe(destinations.get(mchOrderNo));

  const { entries } = await gateway.merchants.ledger('SHOP1');
  const debits = entries.filter(({ kind, account }) => kind === 'hold' && account.endsWith(':available'));
  expect(debits.map(({ orderNo }) => orderNo).sort()).toEqual(made.map(({ orderNo }) => orderNo).sort());
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true });

  // The result file of each import must agree.
  const results = files.flatMap((file) => csv(file.replace(/\.csv$/, '.result.csv')));
  const orderNos = new Map(made.map(({ mchOrderNo, orderNo }) => [mchOrderNo, orderNo]));
  for (const result of results) {
    expect(result).toMatchObject({ outcome: 'created', orderNo: orderNos.get(result['mchOrderNo'] ?? '') });
  }
  expect(results).toHaveLength(rows.length);
}
